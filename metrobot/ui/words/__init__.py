"""What is said: catalogues, grammar, names, times, refusals."""
