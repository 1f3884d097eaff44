"""Lines of one colour: facts of their track, the stations that they enclose, their ways."""
