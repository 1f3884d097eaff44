"""Changes that nobody can notice, each with the reason: they are no gaps in the tests."""

from typing import Final

EQUIVALENT: Final[dict[str, str]] = {
    "metrobot/games/metromania/city.py:City: False -> True (8)": "what follows from the layout is "
    "as equal as the layout",
    "metrobot/players/metrolijn/playout.py:_settle: fresh and len(places) > 1 -> "
    "fresh or len(places) > 1": "without a finished line nothing is paid anew, and alone the "
    "line is paid already",
    "render/underground/lines/tracks.py:_mirrored: None if flip is None else "
    "make(model, *args, **kwargs).flipped(flip) -> None": "a piece that is drawn itself is the "
    "same as its mirrored one, which only costs less",
}
"""Reasons by the names of the changes."""
