"""The final count: the seven trips, everybody's points, and what decided the game."""
