"""The one sentence that no catalogue has: for when no catalogue can be trusted any more."""

from typing import Final

LAST_WORD: Final = "Sorry, something went wrong. No confirmed turn is lost. Please try again."
"""What is said where making any other sentence has failed."""
