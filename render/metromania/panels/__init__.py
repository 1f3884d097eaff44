"""Everything beside and below the city: players, points, and what each trip brought."""
