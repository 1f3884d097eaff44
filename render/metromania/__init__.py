"""Pictures of MetrOmania."""
