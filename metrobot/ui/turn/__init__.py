"""One turn: the board, the planner, confirming, what everybody is told of it."""
