"""Where names and numbers stand on random positions, measured from what was drawn."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from metrobot.games.underground.board import LINKS, STATIONS, Link, Station
from metrobot.games.underground.view import View
from render.boxes import Box, grown
from render.placing.leaders import leader_stamp
from render.text.rows import rows_stamp
from render.underground.changes import Changes
from render.underground.glyphs import number_stamp, reach, tag_stamp
from render.underground.grid import Grid, Spot
from render.underground.labels.label_slots import PAD
from render.underground.labels.printed import NAMES, RADIUS
from render.underground.lines.network import laid_on
from render.underground.lines.tracks import Lane, centre_lane, lane_way
from render.underground.lines.trips import ways_of
from render.underground.map.places import interchange_rings, open_targets, ring_radius
from render.underground.zoom import INNER
from tests.render.shown import Shown

Line = tuple[Spot, Spot]


GRAZED = 7
"""Px of a ring that a name without any other place may hide."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name on a plate."""

    station: Station
    box: Box
    leader: Line | None


def names_on(picture: Shown, grid: Grid) -> list[Name]:
    """Return the names of stations on a picture, those at its edges left out."""
    leaders = [
        (each.at, (each.at[0] + each.of["dx"], each.at[1] + each.of["dy"]))
        for each in picture.stamped(leader_stamp)
    ]
    found = []
    for each in picture.stamped(rows_stamp):
        if each.of["is_halo"]:
            continue
        called = " ".join(each.of["rows"])
        own = next(Station(n) for n, site in enumerate(STATIONS) if site.name == called)
        (left, top), lines, size = each.at, each.of["rows"], each.of["size"]
        wide, tall = NAMES.size(lines, size)
        # As on plates: letters that reach below the line lie in the padding.
        box = grown((left, top, left + wide, top + tall), PAD)
        mine = (
            one
            for one in leaders
            if far(box, one[1]) < 4 and math.dist(one[0], grid.at(own)) < grid.part(0.4)
        )
        found.append(Name(own, box, next(mine, None)))
    return found


def far(box: Box, at: Spot) -> float:
    dx = max(box[0] - at[0], at[0] - box[2], 0)
    return math.hypot(dx, max(box[1] - at[1], at[1] - box[3], 0))


def along(line: Line, count: int = 60) -> Iterator[Spot]:
    """Yield spots of a line, both ends included."""
    (ax, ay), (bx, by) = line
    for n in range(count + 1):
        yield ax + (bx - ax) * n / count, ay + (by - ay) * n / count


def crossed_stations(name: Name, grid: Grid) -> list[Station]:
    """Return the other stations that the line to a name runs through."""
    if name.leader is None:
        return []
    spots, regular = list(along(name.leader)), grid.pitch * RADIUS
    return [
        other
        for other in map(Station, range(len(STATIONS)))
        if other != name.station
        and min(math.dist(grid.at(other), at) for at in spots)
        < reach(STATIONS[other].kind, regular)
    ]


def crossed_numbers(name: Name, picture: Shown) -> list[Spot]:
    """Return the numbers of choices and of turns that the line to a name runs through."""
    if name.leader is None:
        return []
    numbers = [*picture.stamped(number_stamp), *picture.stamped(tag_stamp)]
    return [each.at for each in numbers if any(far(each.box, at) == 0 for at in along(name.leader))]


def is_doubtful(name: Name, grid: Grid) -> bool:
    """Return whether a name without a line is nearer to another station than to its own."""
    if name.leader is not None:
        return False
    own = far(name.box, grid.at(name.station))
    others = (Station(n) for n in range(len(STATIONS)) if n != name.station)
    return any(far(name.box, grid.at(other)) < own for other in others)


def covered_stations(name: Name, grid: Grid) -> list[Station]:
    """Return the stations whose edge a name's plate lies over."""
    return [
        station
        for station in map(Station, range(len(STATIONS)))
        if far(name.box, grid.at(station)) < reach(STATIONS[station].kind, grid.pitch * RADIUS) - 1
    ]


def covered_links(name: Name, grid: Grid, links: frozenset[int]) -> list[int]:
    """Return the links with pieces that a name's plate lies over."""
    return [
        link
        for link in links
        if any(
            far(name.box, at) == 0 for at in along((grid.at(LINKS[link].a), grid.at(LINKS[link].b)))
        )
    ]


def on_newest_way(names: list[Name], view: View, changes: Changes, grid: Grid) -> list[Name]:
    """Return the names whose plate lies over the middle of the passenger's newest routes."""
    laid = laid_on(view)
    newest = next((step.trips for step in reversed(changes.steps) if step.trips), ())
    spots = [
        (x + dx * grid.pitch, y + dy * grid.pitch)
        for link, way in ways_of(newest, laid)
        for x, y in (grid.middle(link),)
        for two in pairwise(way)
        for dx, dy in along(two, 8)
    ]
    return [name for name in names if any(far(name.box, at) == 0 for at in spots)]


def ringed(names: list[Name], view: View, grid: Grid) -> list[Name]:
    """Return the names whose plate lies over the ring of an open destination."""
    return [
        name
        for name in names
        if any(
            far(name.box, grid.at(each)) < ring_radius(grid, each) - GRAZED
            for each in open_targets(view)
        )
    ]


def struck(picture: Shown, grid: Grid, view: View, changes: Changes) -> list[Spot]:
    """Return the names without a plate through which a piece, a ring or the newest route runs."""
    laid = laid_on(view)
    lines = [(grid.middle(link), lane_way(centre_lane(link), grid.pitch)) for link in laid]
    lines += [
        (grid.middle(link), tuple((x * grid.pitch, y * grid.pitch) for x, y in way))
        for step in changes.steps
        for link, way in ways_of(step.trips, laid)
    ]
    spots = [
        (x + at[0], y + at[1])
        for (x, y), way in lines
        for two in pairwise(way)
        for at in along(two)
    ]
    for station, radius in interchange_rings(grid, laid).items():
        (x, y), around = grid.at(station), (math.tau * n / 60 for n in range(60))
        spots += [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in around]
    found = list[Spot]()
    for each in picture.stamped(rows_stamp):
        if each.of["is_halo"]:
            (left, top), lines_of, size = each.at, each.of["rows"], each.of["size"]
            wide, tall = NAMES.size(lines_of, size)
            inner = grown((left, top, left + wide, top + tall), -INNER)
            found += [each.at for at in spots if far(inner, at) == 0][:1]
    return found


def lane_distance(at: Spot, grid: Grid, link: Link, lane: Lane) -> float:
    """Return the distance of a spot from a piece on a lane, in px."""
    x, y = grid.middle(link)
    way = [(x + dx, y + dy) for dx, dy in lane_way(lane, grid.pitch)]
    return min(math.dist(at, spot) for line in pairwise(way) for spot in along(line, 20))
