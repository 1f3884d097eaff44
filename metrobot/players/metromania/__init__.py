"""Computer players of MetrOmania."""
