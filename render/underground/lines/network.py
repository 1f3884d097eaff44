"""The layers of lines: old pieces, new ones in contours, letters, the passenger's routes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from metrobot.games.underground.board import LINKS, LINKS_AT, Colour, Link
from metrobot.games.underground.trips.passenger import Crossing, Trip
from metrobot.games.underground.view import View
from render.boxes import Box
from render.canvas import Canvas
from render.underground import inks
from render.underground.changes import Changes, NewStretch
from render.underground.grid import Grid, legs
from render.underground.lines import tracks, trips
from render.underground.lines.order import Laid, ordered

MOST_FULL: Final = 2
"""Trips of several turns that are drawn full; older ones are thin."""


@dataclass(frozen=True)
class Drawn:
    """The look of all lines on a picture.

    Attributes:
        changes: the changes: new pieces have contours, older ones are paler.
        offered: pieces that could be laid, drawn as dashes.
        own: the reader's colours, drawn wider than others; empty: all alike.
        size: size of the letters, in px.
    """

    changes: Changes
    size: int
    offered: frozenset[tuple[Colour, Link]] = frozenset()
    own: frozenset[Colour] = frozenset()

    @cached_property
    def new(self) -> frozenset[tuple[Colour, Link]]:
        """The pieces that have a contour."""
        return self.changes.pieces

    def look(self, colour: Colour, link: Link) -> tracks.PieceStyle:
        """Return the style of a piece."""
        if colour in self.own:
            return tracks.PieceStyle.OWN
        is_pale = bool(self.own or self.changes.steps) and (colour, link) not in self.new
        return tracks.PieceStyle.PALE if is_pale else tracks.PieceStyle.PLAIN


def laid_on(view: View, offered: Iterable[tuple[Colour, Link]] = ()) -> Laid:
    """Return the order of colours on each link that has any, with those offered."""
    return ordered(
        frozenset(offered).union((o.colour, link) for o in view.lines for link in o.track)
    )


def crossed(trips: Iterable[Trip]) -> dict[Link, Crossing]:
    """Return the links of trips with their crossings; on foot if any trip walked."""
    crossings = dict[Link, Crossing]()
    for trip in trips:
        for crossing in trip.way:
            if crossing.is_walk or crossing.link not in crossings:
                crossings[crossing.link] = crossing
    return crossings


def draw_lines(canvas: Canvas, grid: Grid, lanes: tracks.Lanes, style: Drawn) -> None:
    """Draw all pieces, from back to front.

    Args:
        canvas: to draw on.
        grid: the transform.
        lanes: the lanes of the pieces on each link, with those offered.
        style: the look of the lines.
    """
    pieces = [(colour, link, lane) for link in lanes for lane, colour in lanes[link]]
    solid = [piece for piece in pieces if piece[:2] not in style.offered]
    new = [piece for piece in solid if piece[:2] in style.new]
    for link, pairs in lanes.items():
        canvas.stamp(tracks.casing(link, len(pairs), grid.pitch), *grid.middle(link))
    # All rims before all papers, so that neighbouring new pieces share one contour.
    for part in range(2):
        for _, link, lane in new:
            canvas.stamp(tracks.contour(lane, grid.pitch)[part], *grid.middle(link))
    for link, pairs in lanes.items():
        count, spaces = len(pairs), LINKS[link].spaces
        if count < spaces:
            stamp = tracks.spaces_stamp(legs(link), count, spaces, grid.pitch)
            canvas.stamp(stamp, *grid.middle(link))
    for colour, link, lane in pieces:
        if (colour, link) in style.offered:
            canvas.layers(tracks.ghost(lane, grid.pitch, colour), *grid.middle(link))
    _draw_pieces(canvas, grid, style, (piece for piece in solid if piece[:2] not in style.new))
    _draw_pieces(canvas, grid, style, new)


def _draw_pieces(
    canvas: Canvas, grid: Grid, style: Drawn, pieces: Iterable[tuple[Colour, Link, tracks.Lane]]
) -> None:
    """Draw some pieces, the reader's own above others."""
    looks = ((style.look(colour, link), colour, link, lane) for colour, link, lane in pieces)
    for look, colour, link, lane in sorted(
        looks, key=lambda look: (look[0] is tracks.PieceStyle.OWN, look[2])
    ):
        canvas.layers(tracks.piece(lane, grid.pitch, colour, look), *grid.middle(link))


def letter_spots(grid: Grid, lanes: tracks.Lanes, style: Drawn) -> dict[tuple[Colour, Link], Box]:
    """Return the box of each laid piece's letter, in px."""
    reach, spots = round(style.size * tracks.DISC), dict[tuple[Colour, Link], Box]()
    for link, pairs in lanes.items():
        x, y = grid.middle(link)
        for ix, (lane, colour) in enumerate(pairs):
            if (colour, link) not in style.offered:
                # Neighbouring lanes have theirs at different places, so that they do not touch.
                share = 0.5 + (tracks.STAGGER * (-1) ** ix if len(pairs) > 1 else 0.0)
                dx, dy = map(round, tracks.spot_on(lane, grid.pitch, share))
                left, top = x + dx - reach, y + dy - reach
                spots[colour, link] = left, top, left + 2 * reach, top + 2 * reach
    return spots


def draw_letters(
    canvas: Canvas, grid: Grid, style: Drawn, spots: Mapping[tuple[Colour, Link], Box]
) -> None:
    """Draw the letters of some pieces."""
    for (colour, link), (left, top, right, bottom) in spots.items():
        is_pale = style.look(colour, link) is tracks.PieceStyle.PALE
        stamp = tracks.letter_stamp(colour, style.size, tracks.rim_of(grid.pitch), is_pale=is_pale)
        canvas.stamp(stamp, (left + right) // 2, (top + bottom) // 2)


def draw_trips(
    canvas: Canvas, grid: Grid, laid: Laid, changes: Changes
) -> Sequence[tuple[Link, trips.Way]]:
    """Draw the passenger's routes beside the links, the newest darker; return the newest ones.

    Those of several turns are in the colours of those who played.
    """
    newest: Sequence[tuple[Link, trips.Way]] = ()
    latest = next((step for step in reversed(changes.steps) if step.trips), None)
    groups = list[tuple[NewStretch, Sequence[Trip], float]]()
    for step in changes.steps:
        # All of one turn are full.
        full = (MOST_FULL if step is latest else 0) if changes.is_numbered else len(step.trips)
        at = max(0, len(step.trips) - full)
        groups += [(step, step.trips[:at], trips.OLDER), (step, step.trips[at:], 1.0)]
    for step, group, share in groups:
        on_foot = crossed(group)
        ways = trips.ways_of(group, laid)
        newest = ways or newest
        # All casings before all lines, so that no casing cuts the line of its neighbour. Those of
        # thin lines are as wide, so that they show what they cross.
        for link, way in ways:
            canvas.stamp(trips.casing(way, grid.pitch), *grid.middle(link))
        for link, way in ways:
            make = trips.steps_stamp if on_foot[link].is_walk else trips.ride_stamp
            ink = inks.STEP if step is latest else inks.OLD_STEP
            if changes.is_numbered and step.colour is not None:
                ink = inks.WAYS[step.colour]
            canvas.stamp(make(way, grid.pitch, share), *grid.middle(link), ink)
    return newest


def lettered(
    pieces: Iterable[tuple[Colour, Link]], certain: Iterable[tuple[Colour, Link]] = ()
) -> tuple[tuple[Colour, Link], ...]:
    """Return the pieces with a letter: each piece has one or is next to one of its line.

    If possible, a link has one letter. Most letters stay as a line grows.

    Args:
        pieces: the pieces with room for one.
        certain: those of them that have one in any case.
    """
    letters = set(certain)
    links = {link for _, link in letters}
    # Different colours prefer different links.
    order = sorted(pieces, key=lambda piece: ((piece[1] * 5 + piece[0] * 3) % 7, piece))
    for colour, link in order:
        if link not in links and not any((colour, peer) in letters for peer in _beside(link)):
            letters.add((colour, link))
            links.add(link)
    for colour, link in order:
        if not any((colour, peer) in letters for peer in (link, *_beside(link))):
            letters.add((colour, link))
    # Sorted, since each letter takes room from those after it and a set has no order.
    return tuple(sorted(letters))


@cache
def _beside(link: Link) -> tuple[Link, ...]:
    """Return the links that share a station with a link."""
    site = LINKS[link]
    return tuple(near for end in (site.a, site.b) for near in LINKS_AT[end] if near != link)
