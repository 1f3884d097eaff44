"""Statements about waits: what is due when, and what a look at a running game stores."""
