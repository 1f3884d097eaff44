"""The line of the day: one small game for all, its runs, its tables, and the morning paper."""
