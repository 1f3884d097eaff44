"""The parts of the board that can be looked at alone."""

from typing import Final

from metrobot.ui.pages.values import Zoom
from metrobot.ui.words.catalogue import Words

PARTS: Final = (
    ("centre", "ou.zoom.centre"),
    ("west", "ou.zoom.west"),
    ("east", "ou.zoom.east"),
    ("north", "ou.zoom.north"),
    ("south", "ou.zoom.south"),
)
"""Key and name of each part."""


def zooms(words: Words) -> list[Zoom]:
    """Return the parts that anybody may ask for."""
    return [Zoom(key, words.say(name)) for key, name in PARTS]
