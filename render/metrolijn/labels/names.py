"""Placing of stations' names, on as many rows as they need; none is shortened."""

import math
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final

from metrobot.games.metrolijn.board import Line, StationSite
from render.boxes import SIDES, Box, anchored, gap, grown
from render.metrolijn.glyphs import contour_reach
from render.metrolijn.layout import Layout
from render.metrolijn.lines.tracks import coupling
from render.placing.choice import Priced
from render.placing.leaders import Leader
from render.text.rows import RowStyle

REACHES: Final = (0.55, -1.0, -1.9)
"""Possible starts of a name at a corner, from its station's middle, in halves of its box."""
NAMES: Final = RowStyle(row=1.08, cap=0.76, squeeze=1)
"""Look of the stations' names."""
EDGE: Final = 4
"""Px around a name that its halo takes."""
CLEAR: Final = 6
"""Px by which its own station must be nearer, unless its middle is."""
ACROSS: Final = 2
"""Cost of each px of a track under a name, over the letters' size."""
HYPHENS: Final = tomllib.loads(Path(__file__).with_name("hyphens.toml").read_text("utf-8"))
"""First parts of long words that may stand on two rows, by station id."""


@dataclass(frozen=True, slots=True)
class Name:
    """A station's name in a place.

    Attributes:
        rows: its rows.
        across: its side of the station: -1 left, 1 right, 0 above or below.
        box: its box, in px.
        leader: line from its station, in px; None: it stands beside the station.
    """

    rows: tuple[str, ...]
    across: int
    box: Box
    leader: Leader | None = None


Choice = Priced[Name]


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


def options_beside(layout: Layout, site: StationSite) -> Iterator[tuple[Name, float]]:
    """Yield all forms and places of a name, with the cost of leaving the data's."""
    (x, y), letters, half = layout.at(site.at), site.label_anchor, layout.half
    first = ("E" in letters) - ("W" in letters), ("S" in letters) - ("N" in letters)
    sides = (first, *(side for side in SIDES if side != first))
    for (n, rows), (across, down) in product(enumerate(forms(site)), sides):
        is_corner, size = bool(across and down), NAMES.size(rows, layout.label)
        effort = 4.0 * (n > 0) + ((across, down) != first) * (8.0 + 10.0 * is_corner)
        # Tails of letters reach below a name, so that one above its station is further off.
        away = half + contour_reach(half) + 1 + 2 * (down < 0)
        for k, reach in enumerate(REACHES if is_corner else REACHES[:1]):
            spot = x + across * (round(half * reach) if is_corner else away), y + down * away
            yield Name(rows, across, anchored(spot, (across, down), size)), effort + k


def forms(site: StationSite) -> tuple[tuple[str, ...], ...]:
    """Return a name's possible rows: as in the data, then one, two and three rows."""
    # A name may break behind a hyphen too, which then ends the upper row.
    words = site.name.replace("-", "- ").split()
    splits = [site.label, (_joined(words),)]
    splits += [(_joined(words[:n]), _joined(words[n:])) for n in range(1, len(words))]
    if len(words) > 2:
        splits.append(tuple(words))
    if site.id in HYPHENS:
        first = HYPHENS[site.id]
        splits.append((f"{first}-", site.name.removeprefix(first)))
    # The data's rows are often one of the other forms too.
    return tuple(dict.fromkeys(splits))


def _joined(words: list[str]) -> str:
    return " ".join(words).replace("- ", "-")


def coupling_boxes(layout: Layout, lines: Iterable[Line]) -> Iterator[Box]:
    """Yield the boxes of the couplings of some lines' wagons."""
    for line in lines:
        (ax, ay), (bx, by) = coupling(layout, line)
        lefts, tops = sorted((round(ax), round(bx))), sorted((round(ay), round(by)))
        yield grown((lefts[0], tops[0], lefts[1], tops[1]), layout.track // 2 + 1)
