"""Names of stations: where they stand, shortened where there is no room for more."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from metrobot.games.metrolijn.board import Line, Station, StationSite
from render.canvas import Box
from render.lettering import Weight, width
from render.metrolijn.layout import Layout
from render.metrolijn.tracks import legs, on_leg

SIDES: Final = ("E", "W", "N", "S", "NE", "NW", "SE", "SW")
ROW: Final = 1.08
"""From one row of a name to the next, in letters."""
CAP: Final = 0.76
"""Height of a capital letter, in letters."""
GAP: Final = 0.3
"""From a station's box to its name, in letters."""
PASSES: Final = 3
"""Over all names, each time seeking a better place beside the others."""
FEWEST: Final = (7, 5, 4, 3)
"""Letters that are left of each word of a name, from long forms to short ones."""


@dataclass(frozen=True, slots=True)
class Name:
    """A station's name in a place.

    Attributes:
        rows: as written.
        side: compass side of the station.
        box: px that it takes.
    """

    rows: tuple[str, ...]
    side: str
    box: Box

    @property
    def across(self) -> int:
        """On which side of the station it stands: -1 left, 1 right, 0 above or below."""
        return ("E" in self.side) - ("W" in self.side)


@lru_cache(maxsize=8)
def placed(layout: Layout) -> tuple[Name, ...]:
    """Return all names of a sheet, by station.

    The data's places come first; a name moves, breaks, or is shortened only
    where it would lie on a box, a wagon or another name.
    """
    sites = layout.map.stations
    options = [tuple(_options(layout, site)) for site in sites]
    solid, bars = _boxes(layout), _bars(layout)
    chosen = [several[0][0] for several in options]
    for _ in range(PASSES):
        for ix, several in enumerate(options):
            near = _grown(chosen[ix].box, layout.cell * 6)
            others = [n.box for i, n in enumerate(chosen) if i != ix and _meet(n.box, near)]
            blocks = [*(box for box in solid if _meet(box, near)), *others]
            tracks = [box for box in bars if _meet(box, near)]
            chosen[ix] = min(several, key=lambda o: _cost(o, blocks, tracks))[0]
    return tuple(chosen)


def _cost(option: tuple[Name, float], blocks: list[Box], tracks: list[Box]) -> float:
    """Return how bad a place is: on other things, on tracks, away from the data's."""
    name, effort = option
    grown = _grown(name.box, 1)
    on_blocks = sum(_shared(grown, block) for block in blocks)
    on_tracks = sum(_shared(name.box, track) for track in tracks)
    return on_blocks * 10 + (400 if on_blocks else 0) + on_tracks * 0.06 + effort


def _options(layout: Layout, site: StationSite) -> Iterator[tuple[Name, float]]:
    """Yield every form and place of a name with how far it is from the data's."""
    sides = (site.label_anchor, *(side for side in SIDES if side != site.label_anchor))
    forms = list(dict.fromkeys((site.label, *_forms(site.name))))
    for (n, rows), (m, side) in product(enumerate(forms), enumerate(sides)):
        lost = len(site.name) - len(" ".join(rows))
        effort = 5.0 * (n > 0) + max(0, lost) * 9.0 + (12.0 if m else 0.0) + (4.0 if m > 4 else 0)
        yield Name(rows, side, _box(layout, site, rows, side)), effort


def _forms(name: str) -> Iterator[tuple[str, ...]]:
    """Yield a name whole, on two rows, and shortened."""
    words = name.replace("-", "- ").split()
    for most in (99, *FEWEST):
        short = [_short(word, most) for word in words]
        yield (_joined(short),)
        for n in range(1, len(short)):
            yield (_joined(short[:n]), _joined(short[n:]))


def _short(word: str, most: int) -> str:
    """Return a word with at most so many letters."""
    return word if len(word) <= most + 1 else word[:most].rstrip("'-.") + "."


def _joined(words: list[str]) -> str:
    """Return words as one row."""
    return " ".join(words).replace("- ", "-")


def _box(layout: Layout, site: StationSite, rows: tuple[str, ...], side: str) -> Box:
    """Return the px that a name takes on a side of its station."""
    size = layout.label
    wide = max(width(row, size, Weight.SEMIBOLD) for row in rows)
    tall = round(size * (ROW * (len(rows) - 1) + CAP))
    across, down = ("E" in side) - ("W" in side), ("S" in side) - ("N" in side)
    (x, y), away = layout.at(site.at), layout.half + round(size * GAP)
    near = round(layout.half * 0.55) if across and down else away
    left = x + across * near - wide * (1 - across) // 2
    top = y + down * away - tall * (1 - down) // 2
    return left, top, left + wide, top + tall


def _boxes(layout: Layout) -> list[Box]:
    """Return the boxes of stations and wagons."""
    half, found = layout.half + 1, []
    for site in layout.map.stations:
        x, y = layout.at(site.at)
        found.append((x - half, y - half, x + half, y + half))
    for line in layout.map.lines:
        left, top, right, bottom = line.wagon
        found.append((*layout.at((left, top)), *layout.at((right, bottom))))
    return found


def _bars(layout: Layout) -> list[Box]:
    """Return small boxes that cover the tracks."""
    half, found = layout.track // 2, []
    for line in range(len(layout.map.lines)):
        for leg in legs(layout.map_id, Line(line)):
            steps = max(1, round(max(abs(leg.a[0] - leg.b[0]), abs(leg.a[1] - leg.b[1])) * 4))
            for step in range(steps + 1):
                x, y = (round(part) for part in on_leg(layout, leg, step / steps))
                found.append((x - half, y - half, x + half, y + half))
    return found


def _grown(box: Box, by: int) -> Box:
    """Return a box grown on all sides."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _meet(one: Box, other: Box) -> bool:
    """Return whether two boxes share any px."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _shared(one: Box, other: Box) -> int:
    """Return how many px two boxes share."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if across > 0 and down > 0 else 0


def overlaps(layout: Layout) -> list[tuple[Station, Station | None]]:
    """Return the names that lie on a box or a wagon (None) or on another name."""
    names, found = placed(layout), list[tuple[Station, Station | None]]()
    for i, name in enumerate(names):
        if any(_meet(name.box, box) for box in _boxes(layout)):
            found.append((Station(i), None))
        pairs = (j for j in range(i) if _meet(name.box, names[j].box))
        found.extend((Station(i), Station(j)) for j in pairs)
    return found
