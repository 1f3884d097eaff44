"""Names along bright lines: each beside its station, or off it at the end of a leader.

No name lies on a bright line, a station, a wagon or a letter. Where some lines are lit, the
rest of the sheet is pale and small, but still counts: a name may cross a pale track, not lie
along it.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations, count, islice
from operator import itemgetter
from typing import Final

from PIL import Image, ImageDraw

from metrobot.games.metrolijn.board import MAP_IDS, Line, Station
from render.boxes import Box, anchored, grown, holds, meet, nearest
from render.metrolijn.glyphs import contour_reach
from render.metrolijn.labels.names import (
    ACROSS,
    EDGE,
    NAMES,
    Choice,
    Name,
    coupling_boxes,
    forms,
    is_nearest,
    options_beside,
)
from render.metrolijn.layout import Layout
from render.metrolijn.lines.tracks import bends, on_leg, track_legs
from render.placing.choice import cheapest
from render.placing.leaders import Leader, Place, cross, runs_through, spots_along

ROUNDS: Final = 8
"""Most rounds in which clashing names get more places, further and further off."""
PASSES: Final = 3
"""Passes over all names in each round."""
MORE: Final = 40
"""Places off its station that a name gets in a round."""
REACH: Final = 5
"""Greatest distance of a name, in cells."""
PARTS: Final = 4
"""Steps between neighbouring places, per cell, so that some lie between two rows..."""
WIDER: Final = 3
"""...and on halves, whose cells have room for a name."""
LEAD: Final = 30.0
"""Cost of a leader."""
FAR: Final = 15.0
"""Cost of each cell of a leader's length."""
CLASH: Final = 1000.0
"""Cost of two names, or their leaders, in each other's way."""
CLOSE: Final = 40.0
"""Cost of two names one above the other that may read as one of two rows."""
ROOM: Final = 2
"""Px from a name to a box."""
APART: Final = 10
"""Px between two names side by side: nearer ones read as one."""
BETWEEN: Final = 14
"""Px between two names one above the other: nearer ones may read as one of two rows."""
LEAST: Final = 8
"""Least px between them, which the tails of letters need."""
TAIL: Final = 0.22
"""Height of a letter's part below its row, in letters."""
CLEAR: Final = 1
"""Px from a leader to all that it passes."""
OVER: Final = 3.0
"""Cost of each px of a track under a leader..."""
PALE: Final = 0.2
"""...and of a pale one, where only some lines are lit."""
SHORTEST: Final = 8
"""Least length of a leader, in px: a shorter one is not seen as a line."""


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The obstacles on a sheet with lit lines.

    Attributes:
        layout: layout of the sheet.
        stations: boxes of the stations.
        inner: box within which names may lie.
        obstacle_mask: mask of the px where no name may lie.
        solid: mask of the px where no leader may run, except at its own station.
        tracks: mask of the tracks; a name may cross pale ones, and a leader all.
    """

    layout: Layout
    stations: dict[Station, Box]
    inner: Box
    obstacle_mask: Image.Image
    solid: Image.Image
    tracks: Image.Image

    def has_room(self, name: Box) -> bool:
        """Return whether any station's name can lie in a box."""
        # Asked thousands of times a sheet, and `holds` has ruled out what `Image.crop` checks.
        return holds(self.inner, name) and not self.obstacle_mask.im.crop(name).getbbox()

    def passes(self, leader: Leader, own: Box) -> bool:
        """Return whether a leader runs clear of everything but its own station."""
        left, top, right, bottom = grown(own, CLEAR)
        return not any(
            not (left <= x < right and top <= y < bottom) for x, y in _under(self.solid, leader)
        )

    def cost(self, name: Box, leader: Leader | None = None) -> float:
        """Return the cost of the tracks under a name and its leader."""
        under = self.tracks.crop(name).histogram()[-1] / self.layout.label * ACROSS
        over = OVER if self.layout.is_named else PALE
        return under + over * len([*_under(self.tracks, leader)]) if leader else under

    def crosses(self, leader: Leader | None) -> bool:
        """Return whether a leader crosses a bright line, which another place may spare."""
        return bool(leader and self.layout.is_named and any(_under(self.tracks, leader)))


def _under(mask: Image.Image, leader: Leader) -> Iterator[Place]:
    """Yield the px of a mask along a leader."""
    pixels = mask.load()
    # `load` may return None by its type, but not for a mask that was drawn here.
    assert pixels is not None
    return (spot for spot in spots_along(leader) if pixels[spot])


# The size is the number of halves.
@lru_cache(maxsize=2 * len(MAP_IDS))
def placed_names(layout: Layout) -> tuple[Name, ...]:
    """Return the names of all stations that half a map shows, on which all lines are bright."""
    sites = enumerate(layout.map.stations)
    stations = (Station(n) for n, site in sites if layout.shows(site.at))
    return lit_names(layout, stations, map(Line, range(len(layout.map.lines))), ())


def lit_names(
    layout: Layout, stations: Iterable[Station], lit: Iterable[Line], letters: Iterable[Box]
) -> tuple[Name, ...]:
    """Return the names of some stations; those without room are left out.

    Args:
        layout: layout of the sheet.
        stations: stations to name.
        lit: lit lines; their stations are large, all others small.
        letters: boxes of the letters on these lines; names on a ground have come before them.
    """
    sheet = _sheet(layout, frozenset(lit), letters)
    by_cost = itemgetter(1)
    # Stations are sorted, as a set has no order and early names take the best places.
    places = {station: sorted(_beside(sheet, station), key=by_cost) for station in sorted(stations)}
    # Places off a station are found lazily: most names need none.
    further = {station: _off(sheet, station) for station in places}
    trouble, attempts = Counter[Station](), list[dict[Station, Choice]]()
    for _ in range(ROUNDS):
        order = sorted(places, key=lambda station: (-trouble[station], len(places[station])))
        chosen = _settled(places, order)
        attempts.append(chosen)
        tight = {*(places.keys() - chosen.keys()), *_clashing(chosen)}
        tight.update(station for station, (name, _) in chosen.items() if sheet.crosses(name.leader))
        if not tight:
            break
        for station in tight:
            # Names with trouble choose first in the next round.
            trouble[station] += 1
            more = islice(further[station], MORE)
            places[station] = sorted([*places[station], *more], key=by_cost)
    names = list[Name]()
    # A later round may be worse, as each finds the best place for one name after the other.
    best = min(attempts, key=lambda chosen: sum(cost - CLASH for _, cost in chosen.values()))
    for name, _ in best.values():
        # A name that clashes with an earlier one is left out.
        if _is_free(name, names):
            names.append(name)
    return tuple(names)


def _is_free(name: Name, others: Iterable[Name]) -> bool:
    return all(_clash(name, other) < CLASH for other in others)


def _settled(
    places: Mapping[Station, Iterable[Choice]], order: Iterable[Station]
) -> dict[Station, Choice]:
    """Return a place for each name that has any, improved one name after the other."""
    chosen = dict[Station, Choice]()
    for _ in range(PASSES):
        before = dict(chosen)
        for station in order:
            others = [name for other, (name, _) in chosen.items() if other != station]
            best = cheapest(places[station], partial(_cost_among, others))
            if best is not None:
                chosen[station] = best
        # Names that have settled need no further pass.
        if chosen == before:
            break
    return chosen


def _cost_among(others: Iterable[Name], name: Name) -> float:
    """Return the cost of a name among those that it may clash with."""
    own = grown(_reach(name), BETWEEN)
    return sum(_clash(name, other) for other in others if meet(own, _reach(other)))


def _reach(name: Name) -> Box:
    """Return the box of a name with its leader: names whose boxes lie apart cannot clash."""
    (left, top, right, bottom), ((ax, ay), (bx, by)) = name.box, name.leader or (name.box[:2],) * 2
    return min(left, ax, bx), min(top, ay, by), max(right, ax, bx), max(bottom, ay, by)


def _sheet(layout: Layout, lit: frozenset[Line], letters: Iterable[Box]) -> _Sheet:
    boxes = station_boxes(layout, lit)
    solid = [*letters, *map(layout.wagon, layout.map.lines), *coupling_boxes(layout, lit)]
    # Where a line is lit, nothing is new, so no contour needs room.
    reach = contour_reach(layout.half) if layout.is_named else ROOM
    obstacle_mask = _mask(layout, (grown(box, reach) for box in boxes.values()))
    _draw_boxes(obstacle_mask, (grown(box, ROOM) for box in solid))
    # The tails of letters reach below a name's box, so tracks rise by as much.
    for rise in (0, round(layout.label * TAIL)):
        _draw_tracks(obstacle_mask, layout, lit, layout.track + ROOM, rise)
    tracks = _mask(layout, ())
    _draw_tracks(tracks, layout, map(Line, range(len(layout.map.lines))), layout.track)
    _draw_boxes(obstacle_mask, _level(layout))
    return _Sheet(
        layout,
        boxes,
        inner=(EDGE, EDGE, layout.size[0] - EDGE, layout.size[1] - EDGE),
        obstacle_mask=obstacle_mask,
        solid=_mask(layout, (grown(box, CLEAR) for box in (*boxes.values(), *solid))),
        tracks=tracks,
    )


def _level(layout: Layout) -> Iterator[Box]:
    """Yield the boxes of level tracks, up to where they would cross the tails of letters."""
    half, tail = layout.track // 2, round(layout.label * TAIL)
    for line in range(len(layout.map.lines)):
        for leg in track_legs(layout.map_id, Line(line)):
            (ax, y), (bx, _) = on_leg(layout, leg, 0), on_leg(layout, leg, 1)
            if leg.a[1] == leg.b[1]:
                left, right = sorted((round(ax), round(bx)))
                yield left - half, round(y) - half - tail, right + half, round(y) + half


def _draw_tracks(
    mask: Image.Image, layout: Layout, lines: Iterable[Line], wide: int, rise: int = 0
) -> None:
    pen = ImageDraw.Draw(mask)
    for line in lines:
        for leg in track_legs(layout.map_id, line):
            (ax, ay), (bx, by) = (on_leg(layout, leg, share) for share in leg.straight)
            pen.line((ax, ay - rise, bx, by - rise), 255, wide)
        # A bend has less room around it: else a name inside of it has none.
        for way in bends(layout, line):
            pen.line([(x, y - rise) for x, y in way], 255, max(layout.track, wide - 1), "curve")


def _mask(layout: Layout, boxes: Iterable[Box]) -> Image.Image:
    mask = Image.new("L", layout.size, 0)
    _draw_boxes(mask, boxes)
    return mask


def _draw_boxes(mask: Image.Image, boxes: Iterable[Box]) -> None:
    for box in boxes:
        mask.paste(255, box)


@lru_cache(maxsize=8)
def station_boxes(layout: Layout, lit: frozenset[Line]) -> dict[Station, Box]:
    """Return the boxes of all stations: large on lit lines, small off them."""
    large = {station for line in lit for station in layout.map.lines[line].stations}
    return {
        station: (layout if station in large else layout.paled).station(site.at)
        for station, site in zip(map(Station, count()), layout.map.stations, strict=False)
    }


def _clashing(chosen: Mapping[Station, Choice]) -> Iterator[Station]:
    for (one, (name, _)), (other, (neighbour, _)) in combinations(chosen.items(), 2):
        if _clash(name, neighbour):
            yield from (one, other)


def _clash(one: Name, other: Name) -> float:
    """Return the cost of two names with their leaders in each other's way."""
    left, _, right, _ = grown(one.box, APART)
    gap = max(other.box[1] - one.box[3], one.box[1] - other.box[3])
    is_level = left < other.box[2] and other.box[0] < right
    if is_level and gap < LEAST:
        return CLASH
    for name, neighbour in ((one, other), (other, one)):
        if name.leader and runs_through(name.leader, grown(neighbour.box, CLEAR)):
            return CLASH
    if one.leader and other.leader and cross(one.leader, other.leader):
        return CLASH
    return CLOSE if is_level and gap < BETWEEN else 0.0


def _beside(sheet: _Sheet, station: Station) -> Iterator[Choice]:
    """Yield the places beside a station at which a name can only be its own."""
    layout, own = sheet.layout, sheet.stations[station]
    vicinity = grown(own, layout.cell * REACH)
    others = [box for box in sheet.stations.values() if box != own and meet(box, vicinity)]
    for name, effort in options_beside(layout, layout.map.stations[station]):
        if sheet.has_room(name.box) and is_nearest(name.box, own, others):
            yield name, effort + sheet.cost(name.box)


def _off(sheet: _Sheet, station: Station) -> Iterator[Choice]:
    """Yield places off a station with a clear leader, the nearest first."""
    own, cell = sheet.stations[station], sheet.layout.cell
    for rows, box in _spots(sheet.layout, station):
        if sheet.has_room(box):
            leader = _leader(own, box)
            long = math.dist(*leader)
            if long >= SHORTEST and sheet.passes(leader, own):
                cost = LEAD + FAR * long / cell + sheet.cost(box, leader)
                # The rows are flush with the station.
                across = (box[0] >= own[2]) - (box[2] <= own[0])
                yield Name(rows, across, box, leader), cost


def _spots(layout: Layout, station: Station) -> Iterator[tuple[tuple[str, ...], Box]]:
    """Yield the forms of a name with their possible boxes, the nearest first."""
    site = layout.map.stations[station]
    x, y = layout.at(site.at)
    names = [(rows, NAMES.size(rows, layout.label)) for rows in forms(site)]
    for across, down in _steps(WIDER if layout.is_named else PARTS):
        spot = x + across * layout.cell, y + down * layout.cell
        for rows, size in names:
            yield rows, anchored(spot, (0, 0), size)


@lru_cache(maxsize=2)
def _steps(parts: int) -> tuple[tuple[float, float], ...]:
    """Return the offsets of a name's middle, in cells, the nearest first."""
    shifts = range(-parts * REACH, parts * REACH + 1)
    steps = ((across / parts, down / parts) for across in shifts for down in shifts)
    return tuple(sorted(steps, key=lambda step: (math.hypot(*step), step)))


def _leader(own: Box, name: Box) -> Leader:
    """Return the shortest line from the edge of a station's box to a name."""
    x, y, half = (own[0] + own[2]) // 2, (own[1] + own[3]) // 2, (own[2] - own[0]) / 2
    to = nearest(name, (x, y))
    share = half / max(abs(to[0] - x), abs(to[1] - y), half)
    return (x + round((to[0] - x) * share), y + round((to[1] - y) * share)), to
