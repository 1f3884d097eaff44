"""Computer players of On the Underground."""
