"""Pictures of games, drawn from views: pure functions from a View to an image."""
