"""Metrolijn: everybody draws lines on a sheet of their own, all at once."""
