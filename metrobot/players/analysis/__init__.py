"""What decided a game that is over: chances over its turns, and the turns that moved them most."""
