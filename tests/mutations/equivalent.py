"""Changes that nobody can notice, each with the reason: they are no gaps in the tests."""

from typing import Final

EQUIVALENT: Final[dict[str, str]] = {}
"""Reasons by the names of the changes."""
