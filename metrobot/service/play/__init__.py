"""Turns: drafts confirmed, choices locked, computers' turns, hints."""
