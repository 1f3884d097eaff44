"""The pictures of test trips, one by one, and the table of all."""
