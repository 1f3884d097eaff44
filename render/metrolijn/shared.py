"""The map that all players share, with each player's stations and the new marks."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from metrobot.games.metrolijn.board import Station
from render import theme
from render.canvas import Canvas
from render.metrolijn import glyphs, inks
from render.metrolijn.glyphs import Share
from render.metrolijn.layout import Layout, fitted, laid_out
from render.metrolijn.map.ground import draw_station, ends_at
from render.metrolijn.panels.person import WIDE, Person, parted
from render.text.lettering import Weight

BOX: Final = 0.4
"""Distance from a station's middle to the edge of its box, in cells."""
TRACK: Final = 0.21
"""Width of a track, in cells."""
STRETCH: Final = 1.25
"""Greatest height of a cell, in widths."""


def shared_layout(map_id: str, room: int) -> Layout:
    """Return the layout of the map: as wide as the picture, at most `room` px tall."""
    cell, stretch = fitted(map_id, (WIDE, room), STRETCH, is_shared=True)
    return laid_out(map_id, cell, box=BOX, label=0, stretch=stretch, track=TRACK, is_shared=True)


def draw_shared(
    canvas: Canvas, layout: Layout, people: Sequence[Person], *, is_since: bool = False
) -> None:
    """Draw all players' marks on the shared map, whose ground is drawn already.

    Up to four players have a part of each station in their colour. With more, each
    station has the number of players who marked it.

    Args:
        canvas: canvas of the map.
        layout: layout of the map.
        people: all players.
        is_since: whether only new marks are drawn.
    """
    new = frozenset[Station]().union(*(person.new.marked for person in people))
    if new and not is_since:
        _draw_contours(canvas, layout, new, is_special=bool(people[0].view.rules["special"]))
    if not people[0].is_coloured:
        _draw_counts(canvas, layout, people, is_since=is_since)
        return
    shares = defaultdict[Station, list[Share]](list)
    for person in people:
        for station, share in _shares(person, is_all_new=is_since or not new, is_since=is_since):
            shares[station].append(share)
    for station in sorted(shares):
        stamp = glyphs.shares_stamp(_parted(layout, station), tuple(shares[station]))
        canvas.stamp(stamp, *layout.at(layout.map.stations[station].at))


def _draw_contours(
    canvas: Canvas, layout: Layout, new: AbstractSet[Station], *, is_special: bool
) -> None:
    spots = {Station(n): layout.at(site.at) for n, site in enumerate(layout.map.stations)}
    for stamp in glyphs.contour_stamps(layout.half):
        for station in sorted(new):
            canvas.stamp(stamp, *spots[station])
    # Contours run over boxes near by, so these are drawn once more.
    near = 2 * layout.half + 12
    for station, (x, y) in spots.items():
        if any(max(abs(x - spots[n][0]), abs(y - spots[n][1])) < near for n in new):
            draw_station(canvas, layout, station, is_special=is_special)


def _shares(person: Person, *, is_all_new: bool, is_since: bool) -> Iterator[tuple[Station, Share]]:
    """Yield a player's stations with their part of them; old marks are paler."""
    numbers, old = dict(person.sheet.numbers), inks.OLD[person.sheet.seat]
    for station in person.new.marked if is_since else person.sheet.marked:
        is_new = is_all_new or station in person.new.marked
        yield station, Share(person.part, person.colour if is_new else old, station in numbers)


def _parted(layout: Layout, station: Station) -> int:
    return parted(layout.half, is_end=bool(ends_at(layout.map_id, station, is_dim=False)))


def _draw_counts(
    canvas: Canvas, layout: Layout, people: Sequence[Person], *, is_since: bool
) -> None:
    """Write into each station how many players marked it; a full box if all did."""
    size = round(layout.half * 1.45)
    for n, site in enumerate(layout.map.stations):
        sheets = (each.new.marked if is_since else each.sheet.marked for each in people)
        count = sum(Station(n) in marked for marked in sheets)
        if count:
            is_full, at = count == len(people), layout.at(site.at)
            if is_full:
                half = _parted(layout, Station(n))
                whole = Share((0, 0), theme.INK, is_hollow=False)
                canvas.stamp(glyphs.shares_stamp(half, (whole,)), *at)
            ink = inks.BOX if is_full else theme.INK
            canvas.text(at, str(count), size, ink=ink, weight=Weight.BOLD, anchor="mm")
