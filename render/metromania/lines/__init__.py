"""Lines: their tracks, ends and stations."""
