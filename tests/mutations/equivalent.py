"""Changes that nobody can notice, each with the reason: they are no gaps in the tests."""

from typing import Final

EQUIVALENT: Final[dict[str, str]] = {
    "metrobot/games/metromania/city.py:City: False -> True (8)": "what follows from the layout is "
    "as equal as the layout"
}
"""Reasons by the names of the changes."""
