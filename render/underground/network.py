"""The layers of lines: bands of trips, glows of new pieces, pieces, steps on foot."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from metrobot.games.underground.board import Colour, Link
from metrobot.games.underground.crossings import Crossing
from metrobot.games.underground.passenger import Trip
from metrobot.games.underground.view import View
from render.canvas import Canvas
from render.underground.changes import Changes
from render.underground.grid import Grid
from render.underground.tracks import (
    Lane,
    band_stamp,
    ghost_stamp,
    glow_stamp,
    lanes,
    piece,
    space,
    steps_stamp,
    whole,
)

Laid = Mapping[Link, frozenset[Colour]]
"""The colours on each link that has any."""


def laid_on(view: View, offered: Iterable[tuple[Colour, Link]] = ()) -> Laid:
    """Return the colours on each link that has any, those that could be laid included."""
    found: dict[Link, set[Colour]] = defaultdict(set)
    for colour, link in offered:
        found[link].add(colour)
    for line in view.lines:
        for link in line.track:
            found[link].add(line.colour)
    return {link: frozenset(found[link]) for link in sorted(found)}


def crossed(trips: Iterable[Trip]) -> dict[Link, Crossing]:
    """Return the links that trips crossed, as they are told; on foot if one of them did."""
    found = dict[Link, Crossing]()
    for trip in trips:
        for crossing in trip.way:
            if crossing.is_walk or crossing.link not in found:
                found[crossing.link] = crossing
    return found


def draw_lines(
    canvas: Canvas,
    grid: Grid,
    laid: Laid,
    *,
    changes: Changes,
    way: Mapping[Link, Crossing],
    offered: frozenset[tuple[Colour, Link]] = frozenset(),
) -> None:
    """Draw all pieces, from back to front.

    Args:
        canvas: to draw on.
        grid: where the map lies.
        laid: the colours on each link, those offered included.
        changes: what glows.
        way: the links of trips.
        offered: pieces that could be laid, drawn as dashes.
    """
    for link in way:
        canvas.stamp(band_stamp(whole(link), grid.pitch), *grid.middle(link))
    for link in way.keys() - laid.keys():
        for lane, _ in lanes(link, ()):
            canvas.layers(space(lane, grid.pitch), *grid.middle(link))
    new = changes.pieces
    placed = [(link, lane, colour) for link in laid for lane, colour in lanes(link, laid[link])]
    for link, lane, colour in placed:
        if colour is not None and (colour, link) in new:
            canvas.stamp(glow_stamp(lane, grid.pitch), *grid.middle(link))
    for link, lane, colour in placed:
        if colour is not None and (colour, link) in offered:
            canvas.stamp(ghost_stamp(lane, grid.pitch, colour), *grid.middle(link))
        else:
            _piece(canvas, grid, link, lane, colour, is_bare=link in way or _glows(new, laid, link))
    for link, crossing in way.items():
        if crossing.is_walk:
            canvas.stamp(steps_stamp(whole(link), grid.pitch), *grid.middle(link))


def _glows(new: frozenset[tuple[Colour, Link]], laid: Laid, link: Link) -> bool:
    """Return whether something new lies on a link, so that its ground is covered."""
    return any((colour, link) in new for colour in laid[link])


def _piece(
    canvas: Canvas, grid: Grid, link: Link, lane: Lane, colour: Colour | None, *, is_bare: bool
) -> None:
    """Draw one piece, or an empty space where something covers the ground's."""
    middle = grid.middle(link)
    if colour is not None:
        canvas.layers(piece(lane, grid.pitch, colour), *middle)
    elif is_bare:
        canvas.layers(space(lane, grid.pitch), *middle)
