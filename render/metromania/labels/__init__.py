"""Places for names and numbers, each where it hides little."""
