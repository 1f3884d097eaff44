"""Statements about what the people of a game are asked: ballots, and OKs to changes."""
