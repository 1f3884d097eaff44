"""The layers of choices: tunnels and stations that are still open, with numbers."""

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from metrobot.games.metromania.actions import LineName
from render import theme
from render.canvas import Canvas, ring_stamp
from render.lettering import Weight
from render.metromania.glyphs import cross_stamp, number_stamp, station_stamp
from render.metromania.grid import Grid, Spot, between
from render.metromania.options import Option, PlannerOption, StationOption
from render.metromania.tracks import ghost_stamp, legs

BADGE: Final = 0.12
SMALLEST_BADGE: Final = 17
OFF: Final = 0.13
"""From the edge to a number, in edges."""
ALONG: Final = 0.58
"""Where on the way to its end a tunnel's number would like to stand."""
APART: Final = 2.3
"""Between two numbers, in radii of their badges."""
ROUNDS: Final = 40
"""In how many small steps crowded numbers give way to each other."""


def draw_ghosts(canvas: Canvas, grid: Grid, options: Sequence[Option]) -> None:
    """Draw the tunnels that are open."""
    for option in options:
        if isinstance(option, PlannerOption):
            (leg,) = legs((option.start, option.end), (option.cell,))
            ghost = theme.GHOSTS[option.company]
            colour = theme.BAD_GHOST if option.is_harmful else ghost
            x, y = between(grid.at(option.start), grid.at(option.end), 0.5)
            canvas.stamp(ghost_stamp(leg, grid.edge, colour), round(x), round(y))


def draw_numbers(canvas: Canvas, grid: Grid, options: Sequence[Option]) -> None:
    """Draw the number of every choice, none on top of another."""
    radius = max(SMALLEST_BADGE, grid.part(BADGE))
    spots = apart([_wish(grid, option) for option in options], radius * APART)
    for option, (x, y) in zip(options, spots, strict=True):
        _number(canvas, (round(x), round(y)), option, radius)
    for option, (x, y) in zip(options, spots, strict=True):
        if option.is_harmful:
            _warning(canvas, (round(x), round(y)), radius)
        if isinstance(option, PlannerOption):
            _effects(canvas, (round(x), round(y)), option, radius)


def _wish(grid: Grid, option: Option) -> Spot:
    """Return where a choice's number would like to stand."""
    if isinstance(option, StationOption):
        return grid.at(option.point)
    return grid.beside(option.start, option.end, option.cell, OFF, ALONG)


def apart(spots: Sequence[Spot], distance: float) -> list[Spot]:
    """Return the spots moved, as little as possible, until none are too close."""
    moved = list(spots)
    for _ in range(ROUNDS):
        for i, j in combinations(range(len(moved)), 2):
            moved[i], moved[j] = _pushed(moved[i], moved[j], distance, i + j)
    return moved


def _pushed(a: Spot, b: Spot, distance: float, n: int) -> tuple[Spot, Spot]:
    """Return two spots, each half a step further from the other if they are too close."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    now = math.hypot(dx, dy)
    if now >= distance:
        return a, b
    if now < 1:
        dx, dy, now = math.cos(n), math.sin(n), 1.0
    push = (distance - now) / 4
    px, py = dx / now * push, dy / now * push
    return (a[0] - px, a[1] - py), (b[0] + px, b[1] + py)


def _number(canvas: Canvas, at: tuple[int, int], option: Option, radius: int) -> None:
    """Draw a number on its badge: dark for the solid line, light for the striped one."""
    is_striped = option.line is LineName.STRIPED
    colour = theme.BAD if option.is_harmful else theme.COMPANIES[option.company]
    canvas.stamp(number_stamp(radius, colour, is_striped), *at)
    text, ink = str(option.number), theme.INK if is_striped else theme.CARD
    size = round(radius * (1.35 if len(text) == 1 else 1.1))
    canvas.text(at, text, size, ink=ink, weight=Weight.BOLD, anchor="mm")


def _warning(canvas: Canvas, at: tuple[int, int], radius: int) -> None:
    """Draw that a choice does harm: a cross at the left of its number."""
    canvas.stamp(cross_stamp(round(radius * 0.5), theme.BAD), at[0] - radius, at[1] - radius)


def _effects(canvas: Canvas, at: tuple[int, int], option: PlannerOption, radius: int) -> None:
    """Draw what a choice brings: the letter of a marker, the signs of new stations."""
    x, y = at
    for n in range(len(option.makes_station)):
        mark = station_stamp(round(radius * 0.5), max(2, radius // 7), False)
        canvas.stamp(mark, x + radius - n * radius, y - radius)
    if option.letter is None:
        return
    small, spot = round(radius * 0.62), (x + round(radius * 0.9), y + round(radius * 0.9))
    canvas.stamp(ring_stamp(small + 2, theme.CARD, 2, theme.COMPANIES[option.company]), *spot)
    ink, size = theme.COMPANY_INKS[option.company], round(small * 1.4)
    canvas.text(spot, option.letter, size, ink=ink, weight=Weight.BOLD, anchor="mm")
