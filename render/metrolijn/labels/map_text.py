"""Drawing of names and of lines' letters on a sheet."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Final

from metrobot.games.metrolijn.board import Line, Station
from render import theme
from render.boxes import Box, grown, meet, square
from render.canvas import Canvas
from render.metrolijn import inks
from render.metrolijn.glyphs import contour_reach
from render.metrolijn.labels.lit_names import lit_names, placed_names
from render.metrolijn.labels.names import NAMES, Name
from render.metrolijn.layout import Layout
from render.metrolijn.lines.tracks import ARROW, TrackLeg, arrows, draw_letter, on_leg, track_legs
from render.placing.leaders import leader_stamp, spots_along
from render.text.rows import rows_stamp

RADIUS: Final = 0.125
"""Radius of the disc under a letter on a track, in cells."""
LEGIBLE: Final = 14
"""Least radius of that disc, in px, as far as small sheets have room."""
LEADER: Final = 3
"""Width of a leader, in px."""
EVERY: Final = 16
"""Least distance between letters of one line, in radii."""


def radius_of(layout: Layout) -> int:
    """Return the radius of the disc under a letter on a track, in px."""
    return min(layout.part(0.36), max(layout.part(RADIUS), LEGIBLE))


# A name keeps its place through a game: each line of each map is lit again and again.
@lru_cache(maxsize=512)
def few(layout: Layout, stations: frozenset[Station], lit: frozenset[Line]) -> tuple[Name, ...]:
    """Return the names of a few stations of a sheet whose ground has none.

    Args:
        layout: layout of the sheet.
        stations: stations to name.
        lit: lines lit end to end; all else is pale and small.
    """
    letters = [letter_box(layout, centre) for line, centre in spots(layout) if line in lit]
    return lit_names(layout, stations, lit, letters)


def draw_names(canvas: Canvas, layout: Layout, names: Sequence[Name]) -> None:
    """Write names with halos that keep them clear of tracks, and draw their leaders below."""
    leaders = [name.leader for name in names if name.leader]
    for wide, ink in ((LEADER + 2, inks.MAP), (LEADER, theme.INK)):
        for (ax, ay), (bx, by) in leaders:
            canvas.stamp(leader_stamp(bx - ax, by - ay, wide, ink), ax, ay)
    # All halos come before all letters, so that none cuts the tails of a name above.
    for is_halo, ink in ((True, inks.MAP), (False, theme.INK)):
        for name in names:
            stamp = rows_stamp(name.rows, layout.label, name.across, NAMES, is_halo=is_halo)
            canvas.stamp(stamp, *name.box[:2], ink)


@lru_cache(maxsize=8)
def spots(layout: Layout) -> tuple[tuple[Line, tuple[int, int]], ...]:
    """Return the places of lines' letters: on their tracks, clear of everything else."""
    obstacles = _taken(layout)
    placements: list[tuple[Line, tuple[int, int]]] = []
    # Bundled tracks come first: they have the least room.
    for pass_ in (True, False):
        for line in map(Line, range(len(layout.map.lines))):
            own = [centre for other, centre in placements if other == line]
            for leg in track_legs(layout.map_id, line):
                if leg.is_bundled is pass_:
                    _add(layout, leg, obstacles, own)
            old = [centre for other, centre in placements if other == line]
            placements.extend((line, centre) for centre in own if centre not in old)
    return tuple(placements)


def _add(layout: Layout, leg: TrackLeg, obstacles: list[Box], own: list[tuple[int, int]]) -> None:
    """Add a letter on a leg, if there is room and no other of the line is near."""
    radius = radius_of(layout)
    for share in _shares(leg):
        x, y = (round(part) for part in on_leg(layout, leg, share))
        box = square((x, y), radius)
        far = EVERY * radius * (0.6 if leg.is_bundled else 1)
        if any(max(abs(x - a), abs(y - b)) < far for a, b in own):
            continue
        if not any(meet(box, other) for other in obstacles):
            own.append((x, y))
            obstacles.append(box)
            return


def _shares(leg: TrackLeg) -> Iterator[float]:
    """Yield places along a leg, the best first."""
    if leg.is_bundled:
        # Neighbouring tracks of a bundle take different places, so that their letters fit.
        yield 0.5 + (0.11 if leg.shift * (1 if leg.a < leg.b else -1) > 0 else -0.11)
    low, high = leg.straight
    yield from (
        share for share in (0.5, 0.42, 0.58, 0.35, 0.65, 0.25, 0.75) if low <= share <= high
    )


def _taken(layout: Layout) -> list[Box]:
    """Return the boxes where no letter may stand: stations, wagons, names and arrows."""
    names, map_ = placed_names(layout) if layout.is_named else (), layout.map
    boxes: list[Box] = [name.box for name in names]
    leaders = (name.leader for name in names if name.leader)
    boxes += [square(spot, LEADER) for run in leaders for spot in spots_along(run, LEADER)]
    # A new station has a contour, which would hide a letter too near to it.
    contour = contour_reach(layout.half)
    boxes += [grown(layout.station(site.at), contour) for site in map_.stations]
    rings = (arrows(layout, Line(ix)) for ix in range(len(map_.lines)))
    boxes += [square(arrow.centre, layout.part(ARROW * 0.7)) for pair in rings for arrow in pair]
    return boxes + [layout.wagon(line) for line in map_.lines]


def letter_box(layout: Layout, centre: tuple[int, int]) -> Box:
    """Return the box of a letter's disc, in px."""
    return square(centre, radius_of(layout) + 3)


def draw_letters(canvas: Canvas, layout: Layout, lines: AbstractSet[Line]) -> None:
    """Write the letters of some lines on their tracks."""
    radius = radius_of(layout)
    for line, centre in spots(layout):
        # Half a map cuts letters at its edge: those are left out.
        if line in lines and radius < centre[0] < layout.size[0] - radius:
            draw_letter(canvas, centre, radius, layout.map.lines[line])
