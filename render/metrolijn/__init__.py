"""Pictures of Metrolijn."""
