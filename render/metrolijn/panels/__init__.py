"""Everything beside and below the map: cards, rows of windows, players and their points."""
