"""Plates: names large enough for a phone, each where it hides least."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import Final

from metrobot.games.underground.board import STATIONS, Station, StationKind
from metrobot.games.underground.view import View
from render import theme
from render.boxes import Box, grown, moved, square
from render.canvas import Canvas
from render.placing.choice import cheapest
from render.placing.leaders import Leader, leader_stamp, leader_to, runs_through
from render.placing.room import COARSE, FULL, Room
from render.text.rows import rows_stamp
from render.underground import inks
from render.underground.changes import Changes
from render.underground.glyphs import reach
from render.underground.grid import Grid
from render.underground.labels.label_slots import AWAY, PAD, LabelSlot, is_clear, label_slots
from render.underground.labels.printed import NAMES, RADIUS
from render.underground.labels.room import ROUTE, TRACK

OVER: Final = ((FULL, 2 * FULL), (ROUTE, 60.0), (TRACK, 25.0))
"""Weights with the cost of a name that lies over them, however little of it, the highest first."""
LEADER: Final = 3
"""Width of the line from a station to a name off it, in px."""
CLEAR: Final = 1.9
"""Distance from a station's middle to the end of its square in the room, in reaches."""
SPARE: Final = 30.0
"""Greatest cost of a name that is not needed."""
DEAR: Final = 150.0
"""Cost from which a name is far from its station, or hides others: another order may help."""
TRIES: Final = (DEAR, DEAR, 4 * FULL, 4 * FULL)
"""Greatest costs of a name in each order in which names look for their places."""
INWARD: Final = 40
"""Px by which a name at the edge of a map is moved inwards at most."""
MOST_TOLD: Final = 6
"""Turns whose stations are named."""


class Sort(Enum):
    """The reasons for which stations are named."""

    OPEN = auto()
    """An open destination."""
    NEXT = auto()
    """A destination to which the passenger may go next."""
    NAMED = auto()
    SPARE = auto()
    """Named only if that hides nothing important."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A name with its place.

    Attributes:
        station: the station.
        sort: the reason for naming it.
        lines: lines of the name.
        box: box of the plate, in px.
        is_off: whether it stands off its station, so that a line must lead to it.
    """

    station: Station
    sort: Sort
    lines: tuple[str, ...]
    box: Box
    is_off: bool


def wanted(
    view: View, changes: Changes, more: Iterable[Station] = (), *, has_all_ends: bool = False
) -> dict[Station, Sort]:
    """Return the stations to name, the most important ones first.

    These are open destinations, the passenger's station, those of the last trips, the line
    ends of the player on turn or of the winners, then the stations of the last turns, the newest
    first.

    Args:
        view: the view that is drawn.
        changes: the changes, with the last trips.
        more: further stations that must be named.
        has_all_ends: names the ends of all lines of a game that is over.
    """
    sorts = dict.fromkeys(view.open_cards if view.passenger is not None else (), Sort.OPEN)
    stations = list(more)
    if view.passenger is not None:
        stations.append(view.passenger)
    last = next((step for step in reversed(changes.steps) if step.trips), None)
    for trip in () if last is None else last.trips:
        stations += [trip.start, trip.route.to]
    seats: Sequence[int | None] = (view.to_act,)
    if view.result is not None:
        seats = view.result.order if has_all_ends else view.result.winners
    for line in view.lines:
        if line.seat in seats:
            stations += line.ends
    # Backwards: the first names find the most room, and the newest turns matter most.
    steps = changes.steps[: -MOST_TOLD - 1 : -1]
    stations += (station for step in steps for station in step.stops)
    for station in stations:
        sorts.setdefault(station, Sort.NAMED)
    # Several turns have numbers beside their pieces, so their stations need no names.
    sort = Sort.SPARE if changes.is_numbered else Sort.NAMED
    for step in steps:
        for station in step.built:
            sorts.setdefault(station, sort)
    return sorts


def placed_plates(
    room: Room, grid: Grid, size: int, stations: dict[Station, Sort]
) -> tuple[Plate, ...]:
    """Return a plate for each name, unless all its places would hide another one.

    Args:
        room: weights of what must not be hidden; the names are added.
        grid: the transform.
        size: size of the letters, in px.
        stations: the stations to name, the most important ones first.
    """
    for station in stations:
        # Stations to be named must stay visible themselves.
        room.put(square(grid.at(station), _edge(grid, station) + 2))
    order, empty = dict(stations), room.copy()
    # Names that find only dear places may have them at the last tries.
    for most in TRIES:
        room.back_to(empty)
        plates = {s: _plate(room, grid, size, s, order[s], most=most) for s in order}
        missing = {s: order[s] for s in order if plates[s] is None and order[s] is not Sort.SPARE}
        if not missing:
            break
        # A name for which others left no room comes before them at the next try.
        order = missing | order
    return tuple(plate for plate in plates.values() if plate is not None)


def _plate(
    room: Room, grid: Grid, size: int, station: Station, sort: Sort, *, most: float
) -> Plate | None:
    """Return the plate at the best place for a name that costs less than most; keep it free."""
    best, most = None, SPARE if sort is Sort.SPARE else most
    spot, pitch = grid.at(station), grid.pitch
    place = partial(_box, room, spot)

    def cost(slot: LabelSlot) -> float:
        return room.cost(box) if room.holds(box := place(slot)) else math.inf

    def last(slot: LabelSlot) -> float:
        box = place(slot)
        if not is_clear(pitch, station, moved(box, -spot[0], -spot[1]), is_off=slot.is_off):
            return math.inf
        if slot.is_off and not _is_led(room, grid, station, box):
            return math.inf
        # The mean weight of a large box says little of a thin piece under it.
        weight = room.most(box)
        return next((extra for least, extra in OVER if weight >= least), 0.0)

    for level, (_, extra) in enumerate(AWAY):
        # Levels come by cost: later ones cannot be better.
        if extra >= most:
            break
        slots = label_slots(pitch, size, station, level, is_open=sort in {Sort.OPEN, Sort.NEXT})
        choice = cheapest(slots, cost, last, most=most)
        if choice is not None:
            best, most = choice
    if best is None:
        return None
    box = place(best)
    if best.is_off:
        room.line(_tail(grid, station, box), 2 * COARSE, FULL)
    room.put(grown(box, 1))
    return Plate(station, sort, best.lines, box, best.is_off)


def _box(room: Room, spot: tuple[int, int], slot: LabelSlot) -> Box:
    """Return the box of a slot; one that reaches a little beyond the map is moved inwards."""
    left, _, right, _ = box = moved(slot.box, *spot)
    inward = max(0, room.box[0] - left) - max(0, right - room.box[2])
    return moved(box, inward, 0) if abs(inward) <= INWARD else box


def _is_led(room: Room, grid: Grid, station: Station, box: Box) -> bool:
    """Return whether the line to a name crosses no name, letter or number."""
    leader = leader_to(box, grid.at(station), _edge(grid, station))
    return room.most_along(_tail(grid, station, box)) < FULL and not any(
        runs_through(leader, grown(number, COARSE)) for number in room.numbers
    )


def draw_plates(canvas: Canvas, grid: Grid, size: int, plates: Iterable[Plate]) -> None:
    """Draw names, those of open destinations light on dark."""
    plates = tuple(plates)
    for plate in plates:
        if plate.is_off:
            edge = _edge(grid, plate.station)
            (ax, ay), (bx, by) = leader_to(plate.box, grid.at(plate.station), edge)
            canvas.stamp(leader_stamp(bx - ax, by - ay, LEADER, theme.SOFT_INK), ax, ay)
    for plate in plates:
        draw_plate(canvas, plate, size)


def draw_plate(canvas: Canvas, plate: Plate, size: int) -> None:
    """Draw a name on its ground."""
    left, top, _, _ = plate.box
    is_open = plate.sort in {Sort.OPEN, Sort.NEXT}
    rim = theme.RULE if not is_open else inks.STEP if plate.sort is Sort.NEXT else theme.CARD
    grow = 4 if plate.sort is Sort.NEXT else 2
    canvas.card(grown(plate.box, grow), rim, 9)
    canvas.card(plate.box, inks.CHIP if is_open else theme.CARD, 7)
    ink = theme.INK
    if is_open:
        is_express = STATIONS[plate.station].kind is StationKind.EXPRESS
        ink = inks.CHIP_EXPRESS if is_express else inks.CHIP_INK
    canvas.stamp(rows_stamp(plate.lines, size, 0, NAMES), left + PAD, top + PAD, ink)


def _tail(grid: Grid, station: Station, box: Box) -> Leader:
    """Return the line to a plate, as far as it is clear of its own station."""
    return leader_to(box, grid.at(station), CLEAR * _edge(grid, station) + 3 * COARSE)


def _edge(grid: Grid, station: Station) -> float:
    return reach(STATIONS[station].kind, grid.part(RADIUS))
