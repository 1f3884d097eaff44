"""The layers of stations: discs, symbols, ticks, destinations, the passenger."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from metrobot.games.underground.board import LINKS, STATIONS, Colour, Link, Station, StationKind
from metrobot.games.underground.view import View
from render import theme
from render.boxes import Box, grown, holds
from render.canvas import Canvas, ring_stamp
from render.underground import glyphs, inks
from render.underground.changes import Changes
from render.underground.grid import Grid, link_ends
from render.underground.labels.printed import RADIUS, label_box, toward
from render.underground.lines.order import Laid
from render.underground.lines.tracks import half_width, rim_of

PAWN: Final = 0.56
"""Height of the passenger, in pitches."""
RING: Final = 0.88
"""Distance from a station to the edge of its ring, in radii of a regular station."""
CHIP_EDGE: Final = 4
"""Px by which a chip is larger than its padding."""
AROUND: Final = 0.045
"""Distance from a station to the ring around it where lines meet, in pitches."""
GHOST: Final = 0.42
"""Height of the faint passenger at its former station, in pitches."""


def open_targets(view: View) -> tuple[Station, ...]:
    """Return the open destinations; there are none after the passenger has left."""
    return view.open_cards if view.passenger is not None else ()


def draw_stations(
    canvas: Canvas, grid: Grid, view: View, links: Iterable[Link], rings: Mapping[Station, int]
) -> None:
    """Draw the stations that differ from the ground, or are covered by lines.

    Args:
        canvas: to draw on.
        grid: the transform.
        view: the view that is drawn.
        links: links on which anything was drawn.
        rings: stations with a ring around them, with its radius in px.
    """
    open_now, visited = frozenset(open_targets(view)), frozenset(view.visited)
    symbols = dict(view.symbols)
    stations = {s for link in links for s in (LINKS[link].a, LINKS[link].b)}
    # Sorted, since rings of neighbours overlap and a set has no order.
    for station in sorted(stations | open_now | visited | symbols.keys()):
        kind, radius, centre = STATIONS[station].kind, grid.part(RADIUS), grid.at(station)
        if station in rings:
            ring = ring_stamp(rings[station], theme.INK, rim_of(grid.pitch), theme.CARD)
            canvas.stamp(ring, *centre)
        if station in open_now:
            canvas.stamp(glyphs.target_stamp(kind, radius), *centre)
        canvas.stamp(glyphs.station_stamp(kind, radius, is_visited=station in visited), *centre)
        if station in symbols:
            canvas.stamp(glyphs.symbol_stamp(symbols[station], glyphs.reach(kind, radius)), *centre)


def interchange_rings(grid: Grid, laid: Laid) -> dict[Station, int]:
    """Return the radius of the ring around each station where lines meet, in px."""
    lines, halves = defaultdict[Station, set[Colour]](set), defaultdict[Station, float](float)
    for (_, order), end in ((item, end) for item in laid.items() for end in link_ends(item[0])):
        lines[end].update(order)
        kind = STATIONS[end].kind
        # The corners of a terminus lie farther out than its sides.
        edge = RADIUS * (1.3 if kind is StationKind.TERMINUS else glyphs.reach(kind, 1.0))
        halves[end] = max(halves[end], half_width(len(order)), edge)
    meeting = [station for station in lines if len(lines[station]) > 1]
    return {station: round((halves[station] + AROUND) * grid.pitch) for station in meeting}


def draw_stops(canvas: Canvas, grid: Grid, changes: Changes) -> None:
    """Draw a ring around each station at which a trip of the newest turn ended."""
    for to in stops(changes):
        stamp = glyphs.stop_stamp(STATIONS[to].kind, grid.part(RADIUS), inks.STEP)
        canvas.stamp(stamp, *grid.at(to))


def stops(changes: Changes) -> tuple[Station, ...]:
    """Return the last stations of the trips of the newest turn that has any."""
    latest = next((step for step in reversed(changes.steps) if step.trips), None)
    return () if latest is None else tuple(trip.route.to for trip in latest.trips)


def name_fits(grid: Grid, station: Station, box: Box) -> bool:
    """Return whether a station's name lies within a box, with the ground of a chip."""
    return holds(box, grown(label_box(grid, station), grid.part(0.07) + CHIP_EDGE))


def rings(view: View, changes: Changes) -> tuple[Station, ...]:
    """Return the stations with a ring around them: open destinations and the newest stops."""
    return tuple(dict.fromkeys((*open_targets(view), *stops(changes))))


def ring_radius(grid: Grid, station: Station) -> int:
    """Return the px from a station's middle to the edge of its ring."""
    radius = grid.part(RADIUS)
    return round(glyphs.reach(STATIONS[station].kind, radius) + RING * radius)


def names_with_room(grid: Grid, view: View, box: Box) -> list[Station]:
    """Return the stations whose names fit at the data's places, without open destinations."""
    open_now = frozenset(open_targets(view))
    every = map(Station, range(len(STATIONS)))
    return [s for s in every if s not in open_now and name_fits(grid, s, box)]


def draw_passenger(canvas: Canvas, grid: Grid, station: Station, *, is_ghost: bool = False) -> None:
    """Draw the passenger, or its faint copy, on the side of a station without its name."""
    height = grid.part(GHOST if is_ghost else PAWN)
    canvas.stamp(glyphs.pawn_stamp(height, is_ghost=is_ghost), *pawn_foot(grid, station))


def pawn_foot(grid: Grid, station: Station) -> tuple[int, int]:
    """Return the spot of the passenger's foot."""
    x, y = grid.at(station)
    across, down = toward(station)
    if down < 0 and not across:
        return x - grid.part(0.2), y + grid.part(0.38)
    if down > 0 and not across:
        return x, y - grid.part(0.09)
    return x - grid.part(0.2 * across), y + grid.part(0.04 if down >= 0 else 0.2)
