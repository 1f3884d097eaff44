"""Building: which tunnels and stations are legal, and the turns in which they are made."""
