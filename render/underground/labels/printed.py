"""Names of stations beside their discs, at the data's places."""

from functools import cache, lru_cache
from typing import Final

from metrobot.games.underground.board import STATIONS, Station
from render.boxes import Box, anchored
from render.canvas import Canvas
from render.text.rows import RowStyle, rows_stamp
from render.underground import inks
from render.underground.glyphs import reach
from render.underground.grid import Grid
from render.underground.lines.order import directions
from render.underground.lines.tracks import widest

RADIUS: Final = 0.135
"""Radius of a regular station, in pitches."""
SIZE: Final = 0.156
"""Size of the letters, in pitches."""
NAMES: Final = RowStyle(row=1.06, cap=0.73, squeeze=0.84)
"""Look of the stations' names."""
SIDES: Final = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}


@cache
def toward(station: Station) -> tuple[int, int]:
    """Return the side of a station on which its name stands, -1, 0 or 1 across and down."""
    ways = [SIDES[letter] for letter in STATIONS[station].label_side]
    return sum(x for x, _ in ways), sum(y for _, y in ways)


@lru_cache(maxsize=512)
def label_box(grid: Grid, station: Station) -> Box:
    """Return the box of a station's name, in px."""
    site, size = STATIONS[station], grid.part(SIZE)
    across, down = toward(station)
    edge = reach(site.kind, grid.part(RADIUS))
    gap = 0.045 * grid.pitch
    x, y = grid.at(station)
    x, y = x + grid.px(site.label_shift[0]), y + grid.px(site.label_shift[1])
    share = 0.62 if across and down else 1.0
    beside = (0.0, _reach(station, 0, across)) if not across else (0.0, 0.0)
    if across and down:
        # A name at a corner must clear the lanes that leave on its own two sides only.
        beside = _reach(station, 1, down), _reach(station, 0, across)
    x += round(across * (max(edge * share, beside[0] * grid.pitch) + gap))
    y += round(down * (max(edge * share, beside[1] * grid.pitch) + gap))
    return anchored((x, y), (across, down), NAMES.size(site.label_lines, size))


def _reach(station: Station, axis: int, side: int) -> float:
    """Return the reach of the lanes of level or upright links to either side, in pitches.

    Args:
        station: the station at their end.
        axis: 0 for level links, 1 for upright ones.
        side: only links that leave to this side, -1 or 1; 0: to both.
    """
    links = (
        link
        for link, (octant, _) in directions(station)
        if (octant - 2 * axis) % 4 == 0 and (1 if octant == 2 * axis else -1) != -side
    )
    return max((widest(link) for link in links), default=0.0)


def draw_label(canvas: Canvas, grid: Grid, station: Station) -> None:
    """Write a station's name on the map, clear of what lies below."""
    left, top, _, _ = label_box(grid, station)
    lines, size, side = STATIONS[station].label_lines, grid.part(SIZE), toward(station)[0]
    canvas.stamp(rows_stamp(lines, size, side, NAMES, is_halo=True), left, top, inks.MAP)
    canvas.stamp(rows_stamp(lines, size, side, NAMES), left, top)
