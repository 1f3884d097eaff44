"""Changes that nobody can notice, each with the reason: they are no gaps in the tests."""

from typing import Final

EQUIVALENT: Final[dict[str, str]] = {
    "metrobot/games/metromania/city.py:City: False -> True (8)": "what follows from the layout is "
    "as equal as the layout",
    "render/underground/lines/tracks.py:_mirrored: None if flip is None else "
    "make(model, *args, **kwargs).flipped(flip) -> None": "a piece that is drawn itself is the "
    "same as its mirrored one, which only costs less",
}
"""Reasons by the names of the changes."""
