"""Pictures of On the Underground."""
