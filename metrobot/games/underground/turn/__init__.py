"""A turn: pieces laid, visits made, cards drawn, and the end of the game."""
