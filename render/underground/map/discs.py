"""Discs with the numbers of choices, on their links: clear of the passenger and stations."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from metrobot.games.underground.board import Link
from metrobot.games.underground.view import View
from render import theme
from render.boxes import Box, square
from render.canvas import Canvas
from render.text.lettering import Weight, width
from render.underground import inks
from render.underground.glyphs import number_stamp, tick_stamp, token_stamp
from render.underground.grid import Grid, Spot
from render.underground.labels.room import Room
from render.underground.lines.network import laid_on
from render.underground.lines.tracks import Lane, lane_way, lanes
from render.underground.options import PlannerOption

SHARES = (0.5, 0.42, 0.58, 0.36, 0.64)
"""Places of a number along its link, the middle first."""
RIM = 1.3
"""Radius of a disc, in radii of its core."""


@dataclass(frozen=True, slots=True)
class Disc:
    """The place of a number.

    Attributes:
        option: the option with this number.
        at: its middle, in px.
        radius: radius of its dark core.
    """

    option: PlannerOption
    at: tuple[int, int]
    radius: int


def core(number: int, size: int) -> int:
    """Return the radius of the core that a number needs."""
    wide = width(str(number), size, Weight.BOLD)
    return round(max(size * 0.56, math.hypot(wide / 2, size * 0.3) + 1))


def spread(
    grid: Grid, room: Room, view: View, options: Sequence[PlannerOption], size: int
) -> tuple[Disc, ...]:
    """Return the disc of each number, and keep names off them.

    Args:
        grid: the transform.
        room: weights of what must not be hidden; the discs are added.
        view: the draft.
        options: the options.
        size: size of the numbers, in px.
    """
    laid = laid_on(view, ((option.colour, option.link) for option in options))
    found = []
    for option in options:
        radius = core(option.number, size)
        spaces = lanes(option.link, laid[option.link])
        own = (lane for lane, colour in spaces if colour == option.colour)
        lane = next(own, spaces[0][0])
        reach = round(radius * RIM)
        spots = ((round(x), round(y)) for x, y in _spots(grid, option.link, lane))
        # Places off the middle cost a little more, so they are taken only to hide less.
        costs = ((n * 3 + room.cost(square(at, reach)), n, at) for n, at in enumerate(spots))
        _, _, at = min(costs)
        found.append(Disc(option, at, radius))
        room.number(square(at, reach))
        if option.tokens:
            room.put(_coins(at, radius))
    return tuple(found)


def _spots(grid: Grid, link: Link, lane: Lane) -> Iterator[Spot]:
    """Yield the spots on its piece where a number may lie."""
    way, (x, y) = lane_way(lane, grid.pitch), grid.middle(link)
    (ax, ay), (bx, by) = way[(len(way) - 1) // 2], way[len(way) // 2]
    for share in SHARES:
        k = 0.5 + (share - 0.5) * (1.0 if len(way) == 2 else 1.6)
        yield x + ax + (bx - ax) * k, y + ay + (by - ay) * k


def _coins(at: tuple[int, int], radius: int) -> Box:
    x, y = at
    return x - 2 * radius, y + radius, x + 2 * radius, y + round(radius * 2.9)


def draw_discs(canvas: Canvas, discs: Sequence[Disc], size: int) -> None:
    """Draw each number, with two tokens under it if it is a branch."""
    for disc in discs:
        option, (x, y), radius = disc.option, disc.at, disc.radius
        for n in range(option.tokens):
            shift = round(radius * 1.7 * (n - (option.tokens - 1) / 2))
            canvas.stamp(token_stamp(radius * 0.8), x + shift, y + round(radius * 1.95))
        ink = inks.HARM if option.harms else theme.INK
        canvas.stamp(number_stamp(radius, inks.LINES[option.colour], ink), x, y)
        words = str(option.number)
        canvas.text((x, y), words, size, ink=theme.CARD, weight=Weight.BOLD, anchor="mm")


def draw_costs_of(canvas: Canvas, discs: Sequence[Disc]) -> None:
    """Draw the cost of each choice on its link: tokens, or a tick if it is free."""
    for disc in discs:
        (x, y), radius = disc.at, disc.radius
        if not disc.option.tokens:
            canvas.stamp(number_stamp(radius, inks.LINES[disc.option.colour]), x, y)
            canvas.stamp(tick_stamp(radius * 0.9, theme.CARD), x, y)
        for n in range(disc.option.tokens):
            shift = round(radius * 2.1 * (n - (disc.option.tokens - 1) / 2))
            canvas.stamp(token_stamp(radius), x + shift, y)
