"""The parts of the board that can be looked at alone."""

from typing import Final

from metrobot.ui.pages.values import Zoom
from metrobot.ui.words.catalogue import Words

PARTS: Final = (
    ("centre", "ou.zoom.centre"),
    ("north-west", "ou.zoom.north_west"),
    ("north-east", "ou.zoom.north_east"),
    ("south-west", "ou.zoom.south_west"),
    ("south-east", "ou.zoom.south_east"),
)
"""Key and name of each part."""


def zooms(words: Words) -> list[Zoom]:
    """Return the parts that anybody may ask for."""
    return [Zoom(key, words.say(name)) for key, name in PARTS]
