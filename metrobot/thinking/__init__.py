"""Computers think here, away from the event loop."""
