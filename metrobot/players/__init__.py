"""Computer players: pure, from views alone; chance and time are handed in."""
