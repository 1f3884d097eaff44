"""Names of stations, each where it hides little."""
