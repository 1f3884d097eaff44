"""The map of a sheet: its unchanging ground, and what players have marked."""
