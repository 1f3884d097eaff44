"""The parts of the board that can be looked at alone: districts and line ends."""

from typing import Final

from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.geometry import Point
from metrobot.games.metromania.view import LineView, View
from metrobot.ui.metromania.names import Names
from metrobot.ui.pages.values import Zoom

DISTRICTS: Final = (
    ("ne", "mm.zoom.ne"),
    ("n", "mm.zoom.n"),
    ("nw", "mm.zoom.nw"),
    ("sw", "mm.zoom.sw"),
    ("s", "mm.zoom.s"),
    ("se", "mm.zoom.se"),
)
"""Key, which is the side in small letters, and name of each district."""


def zooms(names: Names, view: View) -> list[Zoom]:
    """Return the parts that the observer may ask for: their own line ends first."""
    own = [
        Zoom(line_key(line), names.line(line.company, line.name)) for line in started_lines(view)
    ]
    return [*own, *(Zoom(key, names.words.say(name)) for key, name in DISTRICTS)]


def started_lines(view: View) -> list[LineView]:
    """Return the observer's own lines that have an end to look at."""
    return [line for line in view.lines if line.company in view.seats and line.points]


def line_key(line: LineView) -> str:
    """Return the key of a line's end: company and line."""
    return f"{line.company}{'a' if line.name is LineName.SOLID else 'b'}"


def line_end(view: View, key: str) -> Point | None:
    """Return where one of the observer's own lines has come to, by its key."""
    ends = [line.points[-1] for line in started_lines(view) if line_key(line) == key]
    return ends[0] if ends else None
