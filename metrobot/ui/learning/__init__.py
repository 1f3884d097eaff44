"""The rules, and lessons for beginners."""
