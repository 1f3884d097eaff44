"""Lines: the legs that they run on, and their tracks."""
