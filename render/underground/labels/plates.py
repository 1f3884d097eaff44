"""Plates: names large enough for a phone, each where it hides least."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from metrobot.games.underground.board import STATIONS, Station, StationKind
from metrobot.games.underground.view import View
from render import theme
from render.boxes import Box, grown, moved, nearest
from render.canvas import Canvas
from render.placing.leaders import leader_stamp
from render.placing.weights import COARSE
from render.underground import inks
from render.underground.changes import Changes
from render.underground.glyphs import reach
from render.underground.grid import Grid
from render.underground.labels.label_slots import (
    AWAY,
    PAD,
    LabelSlot,
    hides_station,
    is_clear,
    label_slots,
)
from render.underground.labels.printed import RADIUS, label_stamp
from render.underground.labels.room import FULL, ROUTE, TRACK, Room

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
        radius = reach(STATIONS[station].kind, grid.part(RADIUS))
        # Stations to be named must stay visible themselves.
        room.square(grid.at(station), radius + 2)
    order, weights = dict(stations), room.weights()
    # Names that find only dear places may have them at the last tries.
    for most in TRIES:
        room.back_to(weights)
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
    best, place = SPARE if sort is Sort.SPARE else most, None
    is_open = sort in {Sort.OPEN, Sort.NEXT}
    for level, (_, extra) in enumerate(AWAY):
        # Levels come by cost: later ones cannot be better.
        if extra >= best:
            break
        slots = label_slots(grid.pitch, size, station, level, is_open=is_open)
        choice = _best(room, grid, station, slots, best)
        if choice is not None:
            best, place = choice
    if place is None:
        return None
    if place.is_off:
        room.leader(*_tail(grid, station, place.box))
    room.put(place.box)
    return Plate(station, sort, place.lines, place.box, place.is_off)


def _best(
    room: Room, grid: Grid, station: Station, slots: Iterable[tuple[float, LabelSlot]], best: float
) -> tuple[float, LabelSlot] | None:
    """Return the cheapest slot with its cost; None if none costs less than `best`."""
    place, (x, y), (first, upper, last, lower) = None, grid.at(station), room.box
    for cost, slot in slots:
        if cost >= best:
            break
        left, top, right, bottom = slot.box
        # A box that reaches a little too far left or right is moved into the picture.
        inward = max(0, first - left - x) - max(0, right + x - last)
        shift = x + inward if abs(inward) <= INWARD else x
        box = left + shift, top + y, right + shift, bottom + y
        is_inside = first <= box[0] and upper <= box[1] and box[2] <= last and box[3] <= lower
        if not is_inside or (whole := cost + room.cost(box)) >= best:
            continue
        away = moved(box, -x, -y)
        # The mean weight of a large box says little of a thin piece under it.
        most = room.most_in(box)
        whole += next((extra for weight, extra in OVER if most >= weight), 0.0)
        if (
            whole < best
            and not hides_station(grid.pitch, station, away)
            and (not slot.is_off or _can_lead(room, grid, station, away, box))
        ):
            best, place = whole, LabelSlot(box, slot.lines, slot.is_off)
    return None if place is None else (best, place)


def _can_lead(room: Room, grid: Grid, station: Station, away: Box, box: Box) -> bool:
    """Return whether the line to a name crosses no other station, name or number.

    Args:
        room: weights of what must not be hidden.
        grid: the transform.
        station: the station.
        away: box of the name, in px from the station.
        box: the same on the picture.
    """
    if not is_clear(grid.pitch, station, away):
        return False
    edge = reach(STATIONS[station].kind, grid.part(RADIUS))
    whole = _line(grid.at(station), box, edge)
    return room.most(*_tail(grid, station, box)) < FULL and not room.crosses_number(*whole)


def draw_plates(canvas: Canvas, grid: Grid, size: int, plates: Iterable[Plate]) -> None:
    """Draw names, those of open destinations light on dark."""
    plates = tuple(plates)
    for plate in plates:
        if plate.is_off:
            edge = reach(STATIONS[plate.station].kind, grid.part(RADIUS))
            (ax, ay), (bx, by) = _line(grid.at(plate.station), plate.box, edge)
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
    canvas.stamp(label_stamp(plate.lines, size, 0).inked(ink), left + PAD, top + PAD)


def _tail(grid: Grid, station: Station, box: Box) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the line to a plate, as far as it is clear of its own station."""
    edge = reach(STATIONS[station].kind, grid.part(RADIUS))
    return _line(grid.at(station), box, CLEAR * edge + 3 * COARSE)


def _line(spot: tuple[int, int], box: Box, edge: float) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the line from a station's edge to the nearest spot of a box."""
    end = nearest(box, spot)
    dx, dy = end[0] - spot[0], end[1] - spot[1]
    share = min(1.0, edge / (math.hypot(dx, dy) or 1.0))
    return (spot[0] + round(dx * share), spot[1] + round(dy * share)), end
