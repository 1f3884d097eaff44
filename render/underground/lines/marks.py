"""Marks on pieces whose colours not everybody can tell apart."""

import math
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import Final

from metrobot.games.underground.board import COLOURS, Colour
from render import theme
from render.boxes import Spot
from render.stamps import Drawing
from render.theme import Colour as Ink

EVERY: Final = 0.15
"""Distance between marks on a piece, in pitches."""


class Mark(StrEnum):
    """The kinds of marks along the middle of a piece."""

    STRIPE = "stripe"
    TICKS = "ticks"
    DASHES = "dashes"
    DOTS = "dots"


# White has one too: it would be lost on the map.
MARKS: Final[dict[str, tuple[Mark, Ink]]] = {
    "brown": (Mark.STRIPE, theme.CARD),
    "green": (Mark.TICKS, theme.CARD),
    "purple": (Mark.DASHES, theme.CARD),
    "grey": (Mark.DASHES, theme.INK),
    "orange": (Mark.DOTS, theme.INK),
    "white": (Mark.STRIPE, theme.INK),
}
"""Marks with their inks, by colour id; other colours have none."""


def mark_of(colour: Colour) -> tuple[Mark, Ink] | None:
    """Return the mark of a colour and its ink, if it has one."""
    return MARKS.get(COLOURS[colour].id)


def draw_mark(drawing: Drawing, way: Sequence[Spot], mark: Mark, wide: float, every: float) -> None:
    """Draw marks along a path.

    Args:
        drawing: a drawing of one colour.
        way: path of the piece.
        mark: kind of mark.
        wide: width of the piece, in px.
        every: px between marks.
    """
    if mark is Mark.STRIPE:
        drawing.ribbon(way, wide * 0.26, theme.INK)
        return
    for (x, y), (ux, uy) in along(way, evenly(way, every)):
        if mark is Mark.DOTS:
            drawing.disc((x, y), wide * 0.22, theme.INK)
        else:
            reach, thick = (0.44 * wide, 0.3) if mark is Mark.TICKS else (0.27 * every, 0.26)
            dx, dy = (-uy, ux) if mark is Mark.TICKS else (ux, uy)
            ends = [(x - dx * reach, y - dy * reach), (x + dx * reach, y + dy * reach)]
            drawing.stroke(ends, wide * thick, theme.INK)


def evenly(way: Sequence[Spot], every: float) -> list[float]:
    """Return shares of a path's length at about even distances, in px."""
    count = max(2, round(sum(map(math.dist, way, way[1:])) / every))
    return [(n + 0.5) / count for n in range(count)]


def along(way: Sequence[Spot], shares: Iterable[float]) -> Iterator[tuple[Spot, Spot]]:
    """Yield the spots at some shares of a path's length, each with the path's direction."""
    lengths = [math.dist(a, b) for a, b in pairwise(way)]
    for share in shares:
        left, ix = sum(lengths) * share, 0
        while ix < len(lengths) - 1 and left > lengths[ix]:
            left -= lengths[ix]
            ix += 1
        (ax, ay), (bx, by), length = way[ix], way[ix + 1], lengths[ix] or 1.0
        ux, uy = (bx - ax) / length, (by - ay) / length
        yield (ax + ux * left, ay + uy * left), (ux, uy)
