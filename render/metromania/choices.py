"""The layers of choices: tunnels and stations that are still open, with numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.geometry import GATE_OF, Gate, Point
from render import theme
from render.canvas import Canvas
from render.metromania.glyphs import cross_stamp, number_stamp, station_stamp
from render.metromania.grid import Grid, Spot, point_between
from render.metromania.options import Option, PlannerOption, StationOption
from render.metromania.room import LabelSlot, Room, around
from render.metromania.tracks import OFFSET, ghost, track_legs
from render.text import Weight, width

HEIGHT: Final = 1.75
"""Of a number's disc, in sizes of its letters."""
ALONG: Final = (0.58, 0.74, 0.42, 0.9)
"""Where on the way to its end a tunnel's number would like to stand."""
ASIDE: Final = (0.0, 0.16, 0.32, -0.16)
"""How far from its track, towards its cell's middle, in edges."""
BESIDE: Final = sorted(
    (12.0 * n + 16.0 * m, along, OFFSET + aside)
    for n, along in enumerate(ALONG)
    for m, aside in enumerate(ASIDE)
)
"""Both with what they cost, the cheapest first."""
ELSEWHERE: Final = 85.0
"""What it costs to stand beside that: more than any place on it."""
PAST: Final = 0.3
"""From a gate's tip to the numbers of its tunnels, in edges."""
SPREAD: Final = 0.27
"""From the middle to each of them, in edges."""


@dataclass(frozen=True, slots=True)
class _Sign:
    """One number on the picture; several where one tunnel can be dug in several ways.

    Attributes:
        options: the choices, all at one place.
    """

    options: tuple[Option, ...]

    @property
    def option(self) -> Option:
        """The first of them."""
        return self.options[0]

    @property
    def text(self) -> str:
        """Their numbers."""
        numbers = [str(option.number) for option in self.options]
        return numbers[0] if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"

    @property
    def is_harmful(self) -> bool:
        """Whether all of them do harm."""
        return all(option.is_harmful for option in self.options)

    @property
    def stations(self) -> int:
        """How many stations they make at least."""
        made = (o.makes_station for o in self.options if isinstance(o, PlannerOption))
        return min(map(len, made), default=0)


def draw_ghosts(canvas: Canvas, grid: Grid, options: Sequence[Option]) -> None:
    """Draw the tunnels that are open, each once, and the points that are."""
    for sign in _signs(options):
        option = sign.option
        if isinstance(option, StationOption):
            continue
        (leg,) = track_legs((option.start, option.end), (option.cell,))
        colour = theme.BAD_GHOST if sign.is_harmful else theme.GHOSTS[option.company]
        x, y = point_between(grid.at(option.start), grid.at(option.end), 0.5)
        canvas.layers(ghost(leg, grid.edge, colour), round(x), round(y))


def starts_of(options: Sequence[Option]) -> set[Point]:
    """Return where the open tunnels set out from."""
    return {option.start for option in options if isinstance(option, PlannerOption)}


def _signs(options: Sequence[Option]) -> list[_Sign]:
    """Return the choices by place; of one tunnel they follow each other."""
    return [_Sign(tuple(group)) for _, group in groupby(options, _place)]


def _place(option: Option) -> tuple[object, ...]:
    """Return what choices at one place have in common."""
    if isinstance(option, StationOption):
        return option.line, option.point
    return option.line, option.start, option.end, option.cell


def draw_numbers(canvas: Canvas, grid: Grid, room: Room, options: Sequence[Option]) -> None:
    """Draw the number of every place, none on a sign, a name or another number."""
    for sign in _signs(options):
        size = _size(grid, sign)
        more = round(size[1] * 0.3) * bool(sign.stations or sign.is_harmful)
        at = room.best(_wishes(grid, sign.option, size), (size[0] + 2 * more, size[1] + more))
        _number(canvas, grid, at, sign, size)


def _size(grid: Grid, sign: _Sign) -> tuple[int, int]:
    """Return the size of a number's disc."""
    height = round(grid.unit * HEIGHT)
    return max(height, width(sign.text, grid.unit, Weight.BOLD) + round(grid.unit * 0.9)), height


def _wishes(grid: Grid, option: Option, size: tuple[int, int]) -> Iterator[LabelSlot]:
    """Yield where a number would like to stand, with what each place costs, rising."""
    if isinstance(option, StationOption):
        yield LabelSlot(grid.at(option.point), 0.0)
        return
    if option.start in GATE_OF:
        yield from _past(grid, GATE_OF[option.start], option.end)
    for cost, along, off in BESIDE:
        x, y = grid.beside(option.start, option.end, option.cell, off, along)
        yield LabelSlot((round(x), round(y)), cost)
    x, y = grid.beside(option.start, option.end, option.cell, OFFSET, ALONG[0])
    for place in around((round(x), round(y)), size, grid.part(0.05), grid.edge):
        yield LabelSlot(place.at, place.cost + ELSEWHERE)


def _past(grid: Grid, gate: Gate, end: Point) -> Iterator[LabelSlot]:
    """Yield the place past a gate's tip, on the side to which the tunnel leads."""
    tip = grid.at(gate.outer)
    rim = point_between(grid.at(gate.rim[0]), grid.at(gate.rim[1]), 0.5)
    other = gate.rim[0] if end == gate.rim[1] else gate.rim[1]
    across = _step(grid.at(other), grid.at(end), 1 / grid.edge)
    out = _step(rim, tip, 1 / (grid.edge * 0.866))
    for n, past in enumerate((PAST, PAST * 0.6, PAST * 1.3)):
        x = tip[0] + (out[0] * past + across[0] * SPREAD) * grid.edge
        y = tip[1] + (out[1] * past + across[1] * SPREAD) * grid.edge
        yield LabelSlot((round(x), round(y)), -400.0 + n)


def _step(a: Spot, b: Spot, share: float) -> Spot:
    """Return a share of the way between two spots as a vector."""
    return (b[0] - a[0]) * share, (b[1] - a[1]) * share


def _number(
    canvas: Canvas, grid: Grid, at: tuple[int, int], sign: _Sign, size: tuple[int, int]
) -> None:
    """Draw a number on its disc: dark for the solid line, light for the striped one."""
    option = sign.option
    is_striped = option.line is LineName.STRIPED
    colour = theme.BAD if sign.is_harmful else theme.COMPANIES[option.company]
    canvas.stamp(number_stamp(*size, colour, is_striped), *at)
    ink = theme.INK if is_striped else theme.CARD
    canvas.text(at, sign.text, grid.unit, ink=ink, weight=Weight.BOLD, anchor="mm")
    x, y, small = at[0], at[1] - size[1] // 2, round(size[1] * 0.26)
    if sign.is_harmful:
        canvas.stamp(cross_stamp(small, theme.BAD), x - size[0] // 2, y)
    for n in range(sign.stations):
        mark = station_stamp(small, max(2, small // 3))
        canvas.stamp(mark, x + size[0] // 2 - n * 2 * small, y)
