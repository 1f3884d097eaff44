"""Placing of stations' names, on as many rows as they need; none is shortened."""

import math
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Final

from metrobot.games.metrolijn.board import Line, Station, StationSite
from render.boxes import Box, area, gap, grown, holds, meet, shared, square
from render.metrolijn.layout import Layout
from render.metrolijn.lines.tracks import coupling, on_leg, track_legs
from render.placing.choice import Priced, settled
from render.text.lettering import Weight, width

SIDES: Final = ("E", "W", "N", "S", "NE", "NW", "SE", "SW")
CORNERS: Final = frozenset(SIDES[4:])
REACHES: Final = (0.55, -1.0, -1.9)
"""Possible starts of a name at a corner, from its station's middle, in halves of its box."""
ROW: Final = 1.08
"""Distance between the rows of a name, in letters."""
CAP: Final = 0.76
"""Height of a capital letter, in letters."""
GAP: Final = 0.3
"""Distance from a station's box to its name, in letters."""
ORDERS: Final = 12
"""Orders in which `well_apart` goes through the names."""
PASSES: Final = 3
"""Most passes over all names, each of which may improve their places."""
EDGE: Final = 4
"""Px around a name that its halo takes."""
OUTSIDE: Final = 100_000.0
"""Cost of a name that is cut off at the edge of the sheet."""
MEETS: Final = 400.0
"""Least cost of a name that lies on another thing."""
ALONG: Final = 150.0
"""Cost of a name that lies along a level track."""
UNCLEAR: Final = 200.0
"""Cost of a name that seems to be another station's."""
CLEAR: Final = 3
"""Px by which its own station must be nearer, unless its middle is."""
ACROSS: Final = 2
"""Cost of each px of a track under a name, over the letters' size."""
MOST: Final = 24
"""Most places that are considered for each name."""
HYPHENS: Final = tomllib.loads(Path(__file__).with_name("hyphens.toml").read_text("utf-8"))
"""First parts of long words that may stand on two rows, by station id."""


Run = tuple[tuple[int, int], tuple[int, int]]
"""Both ends of a leader, in whole px: at its station and at its name."""


@dataclass(frozen=True, slots=True)
class Name:
    """A station's name in a place.

    Attributes:
        rows: its rows.
        side: compass side of the station on which it stands.
        box: its box, in px.
        leader: line from its station, in px; None: it stands beside the station.
    """

    rows: tuple[str, ...]
    side: str
    box: Box
    leader: Run | None = None

    @property
    def across(self) -> int:
        """Its side of the station: -1 left, 1 right, 0 above or below."""
        return ("E" in self.side) - ("W" in self.side)


Choice = Priced[Name]


@lru_cache(maxsize=8)
def placed_names(layout: Layout) -> dict[Station, Name]:
    """Return the names of all stations that a sheet shows.

    A name leaves the data's place, or breaks into rows, only to avoid a box, a wagon or
    another name.
    """
    sites = layout.map.stations
    shown = tuple(Station(n) for n, site in enumerate(sites) if layout.shows(site.at))
    solid = solid_boxes(layout, shown)
    options = [best_places(layout, each, solid) for each in shown]
    return dict(zip(shown, well_apart(layout, options), strict=True))


def apart(layout: Layout, options: list[list[Choice]]) -> tuple[Name, ...]:
    """Return a place for each name, as clear of the others as its places allow."""
    settled = _settled(layout, options, range(len(options)), [several[0] for several in options])
    return tuple(name for name, _ in settled)


def well_apart(layout: Layout, options: list[list[Choice]]) -> tuple[Name, ...]:
    """Return better places than `apart`: the best of several orders, then of forced moves."""
    count = len(options)
    step = max(1, count // ORDERS)
    orders = [[*range(n, count), *range(n)] for n in range(0, count, step)]
    # The first names take the best places, so the last ones are tried as the first.
    orders.append([*range(count - 1, -1, -1)])
    first = [several[0] for several in options]
    best = min((_settled(layout, options, order, first) for order in orders), key=_badness)
    for ix in range(count):
        # Names in good places need no forced moves, which are slow.
        if best[ix][1] < ALONG:
            continue
        others = [n for n in range(count) if n != ix]
        for forced in options[ix]:
            start = [*best[:ix], forced, *best[ix + 1 :]]
            again = _settled(layout, options, [*others, ix], start)
            best = min(best, again, key=_badness)
    return tuple(name for name, _ in best)


def _badness(chosen: list[Choice]) -> float:
    return sum(cost for _, cost in chosen)


def _settled(
    layout: Layout, options: list[list[Choice]], order: Sequence[int], start: list[Choice]
) -> list[Choice]:
    """Return places with their costs, improved one name after the other."""
    room = layout.label // 5

    def among(ix: int, chosen: Mapping[int, Choice]) -> Callable[[Name], float]:
        near = grown(chosen[ix][0].box, layout.cell * 4)
        others = [n.box for i, (n, _) in chosen.items() if i != ix and meet(n.box, near)]
        return lambda name: _on(grown(name.box, room), others)

    several = dict(enumerate(options))
    return [*settled(several, order, dict(enumerate(start)), among, PASSES).values()]


def best_places(layout: Layout, station: Station, solid: list[Box]) -> list[Choice]:
    """Return the cheapest places of a name, without regard to other names."""
    around = _around(layout, layout.map.stations[station])
    blocks = [box for box in solid if meet(box, around)]
    found = [(name, cost + _on(name.box, blocks)) for name, cost in _on_tracks(layout, station)]
    return sorted(found, key=lambda option: option[1])[:MOST]


@lru_cache(maxsize=300)
def _on_tracks(layout: Layout, station: Station) -> list[Choice]:
    """Return all places of a name, with the costs of tracks and stations alone."""
    site = layout.map.stations[station]
    around = _around(layout, site)
    tracks = [box for box in track_bars(layout) if meet(box, around)]
    flat = [box for box in track_bars(layout, is_flat=True) if meet(box, around)]
    others = [layout.station(each.at) for each in layout.map.stations if each is not site]
    # Only things near by can meet the name, so the rest is left out.
    others, own = [box for box in others if meet(box, around)], layout.station(site.at)
    found = list[Choice]()
    for name, effort in options_beside(layout, site):
        outside = OUTSIDE * (not holds((0, 0, *layout.size), grown(name.box, EDGE)))
        # Px of tracks under the name.
        covered = sum([area(shared(name.box, bar)) for bar in tracks if meet(name.box, bar)])
        cost = effort + covered / layout.label * ACROSS
        cost += ALONG * any(meet(name.box, box) for box in flat)
        cost += UNCLEAR * (not is_nearest(name.box, own, others))
        found.append((name, cost + outside))
    return found


@lru_cache(maxsize=600)
def is_told(layout: Layout, station: Station, name: Name) -> bool:
    """Return whether a name is clearly its station's: nearest to it, and along no track."""
    site = layout.map.stations[station]
    others = (layout.station(each.at) for each in layout.map.stations if each is not site)
    return is_nearest(name.box, layout.station(site.at), others) and not any(
        meet(name.box, bar) for bar in track_bars(layout, is_flat=True)
    )


def is_nearest(name: Box, own: Box, others: Iterable[Box]) -> bool:
    """Return whether a name's own station is the nearest, by middles if others are as near."""
    near, middle = gap(name, own), _between(name, own)
    gaps = ((gap(name, other), other) for other in others)
    return all(
        far >= near + CLEAR or (far >= near - 1 and middle <= _between(name, other))
        for far, other in gaps
    )


def _between(one: Box, other: Box) -> float:
    """Return twice the distance between the middles of two boxes, in px."""
    return math.hypot(one[0] + one[2] - other[0] - other[2], one[1] + one[3] - other[1] - other[3])


def _around(layout: Layout, site: StationSite) -> Box:
    """Return the box around a station that its name may reach."""
    return square(layout.at(site.at), layout.cell * 4)


def _on(box: Box, others: list[Box]) -> float:
    """Return the cost of a name that lies on other things."""
    edged = grown(box, 1)
    hidden = sum([area(shared(edged, other)) for other in others if meet(edged, other)])
    return hidden * 10 + MEETS if hidden else 0.0


def options_beside(layout: Layout, site: StationSite) -> Iterator[tuple[Name, float]]:
    """Yield all forms and places of a name, with the cost of leaving the data's."""
    sides = (site.label_anchor, *(side for side in SIDES if side != site.label_anchor))
    for (n, rows), (m, side) in product(enumerate(forms(site)), enumerate(sides)):
        effort = 4.0 * (n > 0) + (8.0 + 10.0 * (side in CORNERS) if m else 0.0)
        for k, reach in enumerate(REACHES if side in CORNERS else REACHES[:1]):
            yield Name(rows, side, _box(layout, site, rows, side, reach)), effort + k


def forms(site: StationSite) -> tuple[tuple[str, ...], ...]:
    """Return a name's possible rows: as in the data, then one, two and three rows."""
    # A name may break behind a hyphen too, which then ends the upper row.
    words = site.name.replace("-", "- ").split()
    found = [site.label, (_joined(words),)]
    found += [(_joined(words[:n]), _joined(words[n:])) for n in range(1, len(words))]
    if len(words) > 2:
        found.append(tuple(words))
    if site.id in HYPHENS:
        first = HYPHENS[site.id]
        found.append((f"{first}-", site.name.removeprefix(first)))
    # The data's rows are often one of the other forms too.
    return tuple(dict.fromkeys(found))


def _joined(words: list[str]) -> str:
    return " ".join(words).replace("- ", "-")


def _box(layout: Layout, site: StationSite, rows: tuple[str, ...], side: str, reach: float) -> Box:
    """Return the box of a name on a side of its station, in px."""
    wide, tall = name_size(layout, rows)
    across, down = ("E" in side) - ("W" in side), ("S" in side) - ("N" in side)
    (x, y), away = layout.at(site.at), layout.half + round(layout.label * GAP)
    near = round(layout.half * reach) if across and down else away
    left = x + across * near - wide * (1 - across) // 2
    top = y + down * away - tall * (1 - down) // 2
    return left, top, left + wide, top + tall


def name_size(layout: Layout, rows: tuple[str, ...]) -> tuple[int, int]:
    """Return width and height of a name, in px."""
    wide = max(width(row, layout.label, Weight.SEMIBOLD) for row in rows)
    return wide, round(layout.label * (ROW * (len(rows) - 1) + CAP))


def solid_boxes(
    layout: Layout, stations: Iterable[Station], lines: Iterable[Line] | None = None
) -> list[Box]:
    """Return the boxes of some stations, of wagons and of their couplings.

    Args:
        layout: layout of the sheet.
        stations: stations whose boxes are returned.
        lines: lines whose wagons are returned; None: all.
    """
    sites, map_ = layout.map.stations, layout.map
    served = sorted(map(Line, range(len(map_.lines))) if lines is None else lines)
    boxes = [grown(layout.station(sites[each].at), 1) for each in stations]
    boxes += [layout.wagon(map_.lines[line]) for line in served]
    for line in served:
        (ax, ay), (bx, by) = coupling(layout, line)
        lefts, tops = sorted((round(ax), round(bx))), sorted((round(ay), round(by)))
        boxes.append(grown((lefts[0], tops[0], lefts[1], tops[1]), layout.track // 2 + 1))
    return boxes


@lru_cache(maxsize=12)
def track_bars(layout: Layout, *, is_flat: bool = False) -> list[Box]:
    """Return small boxes that cover the tracks, or only the level ones."""
    half, found = layout.track // 2, []
    for line in range(len(layout.map.lines)):
        for leg in track_legs(layout.map_id, Line(line)):
            if is_flat and leg.a[1] != leg.b[1]:
                continue
            steps = max(1, round(max(abs(leg.a[0] - leg.b[0]), abs(leg.a[1] - leg.b[1])) * 4))
            for step in range(steps + 1):
                x, y = (round(part) for part in on_leg(layout, leg, step / steps))
                found.append((x - half, y - half, x + half, y + half))
    return found
