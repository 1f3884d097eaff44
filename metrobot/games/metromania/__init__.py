"""MetrOmania: metro lines under a hexagonal city, and a week of test trips."""
