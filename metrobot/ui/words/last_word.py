"""The one sentence outside the catalogues, for when they cannot be trusted any more."""

from typing import Final

LAST_WORD: Final = "Sorry, something went wrong. No confirmed turn is lost. Please try again."
"""Sentence that is said where making any other one has failed."""
