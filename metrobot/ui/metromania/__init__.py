"""MetrOmania as Discord sees it: its words, pictures, planner and commands."""
