"""The line of the day on Discord: /daily, its planner, its tables, the morning paper."""
