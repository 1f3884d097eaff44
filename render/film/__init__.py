"""Films: pictures one after the other in one file."""
