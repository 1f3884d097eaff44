"""Computer players of Metrolijn."""
