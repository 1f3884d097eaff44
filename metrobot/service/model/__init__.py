"""A game at a table: what is stored of it, and what that means."""
