"""The layers of choices: open tunnels and stations, with numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import dist
from operator import attrgetter
from typing import Final

from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.view import View
from render import theme
from render.canvas import Canvas
from render.metromania.captions import Captions
from render.metromania.changes import Option, PlannerOption, StationOption
from render.metromania.glyphs import cross_stamp, leader_stamps, number_stamp, station_stamp
from render.metromania.grid import Grid, Spot, point_between
from render.metromania.labels.number_places import NumberPlace, NumberPlaces
from render.metromania.labels.room import Room, boxed
from render.metromania.lines.tracks import WIDTH, ghost, track_legs
from render.metromania.map.tags import STROKE, signs_of
from render.text.lettering import Weight, width

HEIGHT: Final = 1.75
"""Height of a number's disc, in sizes of its letters."""
DEEP: Final = 6
"""Px by which a number may overlap another sign without hiding it."""
LEADER: Final = 3
"""Least width of a leader, and of the paper on either side, in px."""


@dataclass(frozen=True, slots=True)
class _Sign:
    """The number of one place, or its range if one tunnel can be dug in several ways.

    Attributes:
        options: the choices at the place.
    """

    options: tuple[Option, ...]

    @property
    def option(self) -> Option:
        """The first of the choices."""
        return self.options[0]

    @property
    def text(self) -> str:
        """The numbers of the choices."""
        numbers = [str(option.number) for option in self.options]
        return numbers[0] if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"

    @property
    def is_harmful(self) -> bool:
        """Whether all of the choices do harm."""
        return all(option.is_harmful for option in self.options)

    @property
    def stations(self) -> int:
        """The least number of stations that a choice makes."""
        made = (o.makes_station for o in self.options if isinstance(o, PlannerOption))
        return min(map(len, made), default=0)


def draw_ghosts(canvas: Canvas, grid: Grid, options: Sequence[Option], captions: Captions) -> None:
    """Draw the open tunnels, each once."""
    for sign in _signs(options):
        option = sign.option
        if isinstance(option, StationOption):
            continue
        (leg,) = track_legs((option.start, option.end), (option.cell,))
        livery = captions.liveries[option.company]
        colours = livery.ghost, livery.edge
        if sign.is_harmful:
            colours = theme.BAD_GHOST, theme.BAD
        x, y = point_between(grid.at(option.start), grid.at(option.end), 0.5)
        canvas.layers(ghost(leg, grid.edge, *colours), round(x), round(y))


def _signs(options: Sequence[Option]) -> list[_Sign]:
    """Return the choices, grouped by place; those of one tunnel follow each other."""
    return [_Sign(tuple(group)) for _, group in groupby(options, _place)]


def _place(option: Option) -> tuple[object, ...]:
    """Return the values that choices at one place share."""
    if isinstance(option, StationOption):
        return option.line, option.point
    return option.line, option.start, option.end, option.cell


def draw_numbers(
    canvas: Canvas,
    grid: Grid,
    room: Room,
    options: Sequence[Option],
    view: View,
    *,
    captions: Captions,
) -> Room:
    """Draw the number of every place, clear of signs, names and other numbers.

    Returns:
        The room with the numbers taken.
    """
    # Pictures without choices need no room for numbers.
    if not options:
        return room
    signs = _signs(options)
    things = [(centre, radius) for centre, radius, weight in signs_of(grid, view) if weight > 1]
    best = _placed(grid, room, signs, things)
    # Numbers are placed one by one: late ones lack room, so the other order may hide less.
    if best.hidden:
        other = _placed(grid, room, signs[::-1], things)
        other.places.reverse()
        best = min(best, other, key=attrgetter("hidden"))
    for sign, place in zip(signs, best.places, strict=True):
        if place.leader is not None:
            (x, y), (to_x, to_y), wide = place.centre, place.leader, max(LEADER, grid.part(0.028))
            ink = theme.BAD if sign.is_harmful else captions.liveries[sign.option.company].edge
            canvas.layers(leader_stamps(round(to_x - x), round(to_y - y), wide, ink), x, y)
    for sign, place in zip(signs, best.places, strict=True):
        _number(canvas, grid, place.centre, sign, captions)
    return best.room


@dataclass(frozen=True, slots=True)
class _Placing:
    """The places of all numbers.

    Attributes:
        places: the places, one for each sign.
        room: the room with the numbers taken.
        hidden: px by which numbers hide signs of the map, in all.
    """

    places: list[NumberPlace]
    room: Room
    hidden: float


def _placed(
    grid: Grid, room: Room, signs: Sequence[_Sign], things: Sequence[tuple[Spot, float]]
) -> _Placing:
    options, places = [o for sign in signs for o in sign.options], list[NumberPlace]()
    finder, hidden = NumberPlaces(grid, room.copy(), options, list(things)), 0.0
    for sign in signs:
        size = _size(grid, sign)
        # Signs of stations and of harm hang over the upper corners of a disc.
        more = round(size[1] * 0.3) * bool(sign.stations or sign.is_harmful)
        places.append(finder.find(sign.option, size, (2 * more, more)))
        deep = (r + size[1] / 2 - dist(places[-1].centre, spot) for spot, r in things)
        hidden += sum(depth for depth in deep if depth > DEEP)
    for track in finder.tracks.values():
        finder.room.line(track, grid.part(WIDTH), STROKE)
    # Numbers stand on some of them, and what is put later replaces the weights below it.
    for sign, place in zip(signs, places, strict=True):
        finder.room.put(boxed(place.centre, _size(grid, sign)), 4.0)
    return _Placing(places, finder.room, hidden)


def _size(grid: Grid, sign: _Sign) -> tuple[int, int]:
    height = round(grid.unit * HEIGHT)
    return max(height, width(sign.text, grid.unit, Weight.BOLD) + round(grid.unit * 0.9)), height


def _number(
    canvas: Canvas, grid: Grid, centre: tuple[int, int], sign: _Sign, captions: Captions
) -> None:
    """Draw a number on its disc: dark for the solid line, light for the striped one."""
    is_striped, size = sign.option.line is LineName.STRIPED, _size(grid, sign)
    colour = theme.BAD if sign.is_harmful else captions.liveries[sign.option.company].ink
    canvas.stamp(number_stamp(*size, colour, is_striped), *centre)
    canvas.letter(centre, sign.text, grid.unit, theme.INK if is_striped else theme.CARD)
    x, y, small = centre[0], centre[1] - size[1] // 2, round(size[1] * 0.26)
    if sign.is_harmful:
        canvas.stamp(cross_stamp(small, theme.BAD), x - size[0] // 2, y)
    for n in range(sign.stations):
        mark = station_stamp(small, max(2, small // 3))
        canvas.stamp(mark, x + size[0] // 2 - n * 2 * small, y)
