"""Before the first turn: a new game, its lobby, its place in the server."""
