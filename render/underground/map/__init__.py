"""The map: its unchanging ground, places, and what is noted beside its links."""
