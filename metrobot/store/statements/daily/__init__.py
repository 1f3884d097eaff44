"""Statements about lines of the day, runs and morning papers."""
