"""The map of the city: its unchanging ground, tags, and numbers of choices."""
