"""Who plays in a game, and what the others have to agree to."""
