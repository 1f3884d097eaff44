"""Changes that nobody can notice, each with the reason: they are no gaps in the tests."""

from typing import Final

EQUIVALENT: Final[dict[str, str]] = {
    "metrobot/games/metromania/city.py:City: False -> True (8)": "what follows from the layout is "
    "as equal as the layout",
    "render/metrolijn/labels/names.py:_shared: across > 0 -> across >= 0": (
        "nothing times anything is 0"
    ),
}
"""Reasons by the names of the changes."""
