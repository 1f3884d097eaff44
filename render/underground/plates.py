"""Names large enough for a phone: each where it hides least, on a plate."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import Final

from metrobot.games.underground.board import STATIONS, Station, StationKind
from metrobot.games.underground.view import View
from render import theme
from render.canvas import Box, Canvas
from render.signs import moved
from render.underground import inks
from render.underground.changes import Changes
from render.underground.glyphs import leader_stamp, reach
from render.underground.grid import Grid, Spot, steps
from render.underground.labels import CAP, LINE, RADIUS, label_stamp, line_width, toward
from render.underground.room import COARSE, FULL, STATION, Room, holds

PAD: Final = 7
"""Px around the letters of a plate."""
GAP: Final = 0.06
"""From a station to its plate, in pitches."""
OTHER_SIDE: Final = 4.0
"""What it costs that a name stands elsewhere than on the printed board."""
DOUBTFUL: Final = 24.0
"""What it costs that a name stands so near to another station that it could be that one's."""
NEAR: Final = 0.3
"""How near that is, in pitches."""
FAR: Final = 3.2
"""Beyond this no other station matters, in pitches."""
AWAY: Final = ((0.0, 0.0), (0.45, 25.0), (0.95, 50.0), (1.5, 80.0))
"""How far off a plate may stand, in pitches, and what that costs."""
CROSSING: Final = 60.0
"""What it costs that the line to a name runs through another station or name."""
CLEAR: Final = 1.45
"""From a station's middle to where its square on the map of weights ends, in reaches."""
SPARE: Final = 30.0
"""What a name may hide at most that need not be there."""
MOST_TOLD: Final = 6
"""Turns of which the stations are named."""
SIDES: Final = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))


class Sort(Enum):
    """Why a station is named."""

    OPEN = auto()
    """It is an open destination."""
    NEXT = auto()
    """The passenger may go there as things lie now."""
    NAMED = auto()
    SPARE = auto()
    """It is named where that hides nothing of weight."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A name with its place.

    Attributes:
        station: whose name it is.
        sort: why it stands there.
        lines: of the name.
        box: with its ground, in px.
        is_off: whether it stands off, so that a line must lead to it.
    """

    station: Station
    sort: Sort
    lines: tuple[str, ...]
    box: Box
    is_off: bool


def wanted(view: View, changes: Changes, more: Iterable[Station] = ()) -> dict[Station, Sort]:
    """Return the stations whose names must be there, the most important ones first.

    Open destinations, the passenger's station, those of the last trips, the ends
    of the lines of who is to play, then what is told of the turns that are
    marked, the newest first. Where they are several, what they have built is
    known by their numbers, and named as far as there is room.

    Args:
        view: what is shown.
        changes: with the last trips.
        more: others that must be named.
    """
    found = dict.fromkeys(view.open_cards if view.passenger is not None else (), Sort.OPEN)
    others = list(more)
    if view.passenger is not None:
        others.append(view.passenger)
    last = next((step for step in reversed(changes.steps) if step.trips), None)
    for trip in () if last is None else last.trips:
        others += [trip.start, trip.route.to]
    for line in view.lines:
        if line.seat == view.to_act:
            others += line.ends
    told = changes.steps[: -MOST_TOLD - 1 : -1]
    others += (station for step in told for station in step.stops)
    for station in others:
        found.setdefault(station, Sort.NAMED)
    built = Sort.SPARE if changes.is_numbered else Sort.NAMED
    for step in told:
        for station in step.built:
            found.setdefault(station, built)
    return found


def placed_plates(
    room: Room, grid: Grid, size: int, stations: dict[Station, Sort]
) -> tuple[Plate, ...]:
    """Return a place for each name; there is none for a name only where all would hide another.

    Args:
        room: what must not be hidden; the names are added.
        grid: where the map lies.
        size: of the letters, in px.
        stations: to be named, the most important ones first.
    """
    for station in stations:
        radius = reach(STATIONS[station].kind, grid.part(RADIUS))
        room.square(grid.at(station), radius + 2)
    found = (_plate(room, grid, size, station, sort) for station, sort in stations.items())
    return tuple(plate for plate in found if plate is not None)


def _plate(room: Room, grid: Grid, size: int, station: Station, sort: Sort) -> Plate | None:
    """Return the best place for a name, and keep it free."""
    is_open = sort in {Sort.OPEN, Sort.NEXT}
    best, at = SPARE if sort is Sort.SPARE else FULL * 4, grid.at(station)
    place: LabelSlot | None = None
    for level, (_, extra) in enumerate(AWAY):
        if extra >= best:
            break
        for cost, seen in _places(grid.pitch, size, station, level, is_open=is_open):
            if cost >= best:
                break
            box = moved(seen.box, *at)
            if not holds(room.box, box) or (whole := cost + room.cost(box)) >= best:
                continue
            if seen.is_off and room.most(*_tail(grid, station, box)) >= STATION:
                whole += CROSSING
            if whole < best:
                best, place = whole, LabelSlot(box, seen.lines, seen.is_off)
    if place is None:
        return None
    if place.is_off:
        room.line(*_tail(grid, station, place.box))
    room.put(place.box)
    return Plate(station, sort, place.lines, place.box, place.is_off)


@dataclass(frozen=True, slots=True)
class LabelSlot:
    """Where a name could stand.

    Attributes:
        box: that it takes, in px, at first as seen from its station.
        lines: of the name.
        is_off: whether a line must lead to it.
    """

    box: Box
    lines: tuple[str, ...]
    is_off: bool


@lru_cache(maxsize=256)
def _places(
    pitch: int, size: int, station: Station, level: int, *, is_open: bool
) -> tuple[tuple[float, LabelSlot], ...]:
    """Return where a name could stand, each with what the place costs, the best ones first.

    Args:
        pitch: of the map, in px.
        size: of the letters, in px.
        station: from which the boxes are seen.
        level: how far off, as a place in `AWAY`.
        is_open: whether it is an open destination.
    """
    others = [(x * pitch, y * pitch) for x, y in _near(station)]
    apart, (away, extra) = NEAR * pitch, AWAY[level]

    def doubt(box: Box) -> float:
        left, top, right, bottom = box
        low, high = left - apart, right + apart
        above, below = top - apart, bottom + apart
        return DOUBTFUL * len([0 for x, y in others if low < x < high and above < y < below])

    found = [
        (extra + cost + doubt(box), LabelSlot(box, lines, bool(away)))
        for lines in _splits(station)
        for cost, box in _boxes(pitch, size, station, lines, away, is_open=is_open)
    ]
    return tuple(sorted(found, key=lambda each: each[0]))


@lru_cache(maxsize=256)
def _near(station: Station) -> tuple[Spot, ...]:
    """Return how far off the other stations are that a name could be taken for, in pitches."""
    x, y = steps(station)
    others = (steps(other) for other in map(Station, range(len(STATIONS))) if other != station)
    return tuple((ox - x, oy - y) for ox, oy in others if math.hypot(ox - x, oy - y) < FAR)


@lru_cache(maxsize=256)
def _splits(station: Station) -> tuple[tuple[str, ...], ...]:
    """Return the ways to write a name: as printed, in one line, in two."""
    site = STATIONS[station]
    words = site.name.split()
    halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    even = min(halves, key=lambda half: max(map(len, half)), default=(site.name,))
    return tuple(dict.fromkeys((site.label_lines, (site.name,), even)))


def _boxes(
    pitch: int, size: int, station: Station, lines: tuple[str, ...], away: float, *, is_open: bool
) -> Iterator[tuple[float, Box]]:
    """Yield where a name could stand as seen from its station, each with what the side costs."""
    wide = max(line_width(line, size) for line in lines) + 2 * PAD
    tall = round(size * (LINE * (len(lines) - 1) + CAP)) + 2 * PAD
    regular = round(pitch * RADIUS)
    radius = reach(STATIONS[station].kind, regular)
    if is_open:
        radius += 0.8 * regular
    gap = radius + (GAP + away) * pitch
    for across, down in SIDES:
        cost = 0.0 if (across, down) == toward(station) else OTHER_SIDE
        share = 0.72 if across and down else 1.0
        left = round(across * gap * share - wide * (1 - across) / 2)
        top = round(down * gap * share - tall * (1 - down) / 2)
        yield cost, (left, top, left + wide, top + tall)
        if across and down:
            left = round(-across * radius - wide * (1 - across) / 2)
            top = round(down * gap - tall * (1 - down) / 2)
            yield cost, (left, top, left + wide, top + tall)


def draw_plates(canvas: Canvas, grid: Grid, size: int, plates: Iterable[Plate]) -> None:
    """Draw names, light on dark where they are open destinations."""
    shown = tuple(plates)
    for plate in shown:
        if plate.is_off:
            edge = reach(STATIONS[plate.station].kind, grid.part(RADIUS))
            (ax, ay), (bx, by) = _line(grid.at(plate.station), plate.box, edge)
            canvas.stamp(leader_stamp(bx - ax, by - ay), ax, ay)
    for plate in shown:
        draw_plate(canvas, plate, size)


def draw_plate(canvas: Canvas, plate: Plate, size: int) -> None:
    """Draw a name on its ground."""
    left, top, right, bottom = plate.box
    is_open = plate.sort in {Sort.OPEN, Sort.NEXT}
    rim = theme.RULE if not is_open else inks.STEP if plate.sort is Sort.NEXT else theme.CARD
    grow = 4 if plate.sort is Sort.NEXT else 2
    canvas.card((left - grow, top - grow, right + grow, bottom + grow), rim, 9)
    canvas.card(plate.box, inks.CHIP if is_open else theme.CARD, 7)
    ink = theme.INK
    if is_open:
        is_express = STATIONS[plate.station].kind is StationKind.EXPRESS
        ink = inks.CHIP_EXPRESS if is_express else inks.CHIP_INK
    canvas.stamp(label_stamp(plate.lines, size, 0).inked(ink), left + PAD, top + PAD)


def _tail(grid: Grid, station: Station, box: Box) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the line to a plate as far as it lies clear of its own station."""
    edge = reach(STATIONS[station].kind, grid.part(RADIUS))
    return _line(grid.at(station), box, CLEAR * edge + 3 * COARSE)


def _line(at: tuple[int, int], box: Box, edge: float) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the way from around a station's middle to the nearest spot of a box."""
    dx = min(max(at[0], box[0]), box[2]) - at[0]
    dy = min(max(at[1], box[1]), box[3]) - at[1]
    share = min(1.0, edge / (math.hypot(dx, dy) or 1.0))
    start = at[0] + round(dx * share), at[1] + round(dy * share)
    return start, (at[0] + dx, at[1] + dy)
