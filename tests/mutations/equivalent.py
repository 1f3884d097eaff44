"""Changes that nobody can notice, each with the reason: they are no gaps in the tests."""

from typing import Final

EQUIVALENT: Final[dict[str, str]] = {
    "metrobot/games/metromania/city.py:City: False -> True (8)": "what follows from the layout is "
    "as equal as the layout",
    "metrobot/players/underground/levels.py:choose_easy: roll < SAVING -> roll <= SAVING": (
        "a drawn number is as good as never just that share"
    ),
    "metrobot/ui/words/text_length.py:fitting_characters: min -> max": "of a text that is too long "
    "the same part fits, only found later; one that fits is cut at or beyond its end",
}
"""Reasons by the names of the changes."""
