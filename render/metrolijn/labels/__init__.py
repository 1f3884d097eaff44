"""Names and letters on the map, each where it hides nothing."""
