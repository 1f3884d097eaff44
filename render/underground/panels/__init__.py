"""Everything below the map: players, points, and what could be done next."""
