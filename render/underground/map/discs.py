"""Numbers on the map: of choices on their links, of turns beside the pieces laid in them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from metrobot.games.underground.board import LINKS, Colour, Link
from metrobot.games.underground.view import View
from render import theme
from render.boxes import Box, square
from render.canvas import Canvas
from render.placing.choice import cheapest
from render.placing.room import FULL, Room
from render.text.lettering import Weight, width
from render.underground import glyphs, inks
from render.underground.changes import Changes, Laid, NewStretch, PlannerOption
from render.underground.grid import Grid, heading
from render.underground.labels.room import STATION
from render.underground.lines.network import laid_on
from render.underground.lines.tracks import lanes, spot_on, widest

SHARES = (0.5, 0.42, 0.58, 0.36, 0.64)
"""Places of a number along its link, the middle first."""
RIM = 1.3
"""Radius of a disc, in radii of its core."""
SIGN: Final = 0.85
"""Room for the pawn beside the number of a turn's trips, in sizes of the number."""
BESIDE: Final = ((0.0, 0.0), (0.18, 10.0), (0.4, 25.0))
"""Distances from a link's edge to a tag, in pitches, with their costs."""
ALONG: Final = ((0.0, 0.0), (-0.3, 6.0), (0.3, 6.0))
"""Distances from a link's middle to a tag along it, in lengths of the link, with their costs."""


@dataclass(frozen=True, slots=True)
class Disc:
    """The place of a number.

    Attributes:
        option: the option with this number.
        centre: its middle, in px.
        radius: radius of its dark core.
    """

    option: PlannerOption
    centre: tuple[int, int]
    radius: int


def core(number: int, size: int) -> int:
    """Return the radius of the core that a number needs."""
    wide = width(str(number), size, Weight.BOLD)
    return round(max(size * 0.56, math.hypot(wide / 2, size * 0.3) + 1))


def spread(
    grid: Grid, room: Room, view: View, options: Sequence[PlannerOption], size: int
) -> tuple[Disc, ...]:
    """Return the disc of each number, and keep names off them.

    Args:
        grid: the transform.
        room: weights of what must not be hidden; the discs are added.
        view: the draft.
        options: the options.
        size: size of the numbers, in px.
    """
    # Pieces on offer shift the lanes of others, as they do where lines are drawn.
    laid = laid_on(view, ((option.colour, option.link) for option in options))
    discs = []
    for option in options:
        radius, pieces = core(option.number, size), lanes(option.link, laid[option.link])
        lane = next(lane for lane, colour in pieces if colour == option.colour)
        reach = round(radius * RIM)
        x, y = grid.middle(option.link)
        away = (spot_on(lane, grid.pitch, share) for share in SHARES)
        spots = ((round(x + dx), round(y + dy)) for dx, dy in away)
        # Places off the middle cost a little more, so they are taken only to hide less.
        costs = ((n * 3 + room.cost(square(spot, reach)), n, spot) for n, spot in enumerate(spots))
        _, _, centre = min(costs)
        discs.append(Disc(option, centre, radius))
        room.put(square(centre, reach))
        room.numbers.append(square(centre, reach))
        if option.tokens:
            (x, y), low = centre, round(radius * 2.9)
            # Two tokens hang below the number of a branch.
            room.put((x - 2 * radius, y + radius, x + 2 * radius, y + low))
    return tuple(discs)


def draw_discs(canvas: Canvas, discs: Sequence[Disc], size: int) -> None:
    """Draw each number, with two tokens under it if it is a branch."""
    for disc in discs:
        option, (x, y), radius = disc.option, disc.centre, disc.radius
        for n in range(option.tokens):
            shift = round(radius * 1.7 * (n - (option.tokens - 1) / 2))
            canvas.stamp(glyphs.token_stamp(radius * 0.8), x + shift, y + round(radius * 1.95))
        ink = inks.HARM if option.harms else theme.INK
        canvas.stamp(glyphs.number_stamp(radius, inks.LINES[option.colour], ink), x, y)
        canvas.letter((x, y), str(option.number), size, theme.CARD)


def draw_costs_of(canvas: Canvas, discs: Sequence[Disc]) -> None:
    """Draw the cost of each choice on its link: tokens, or a tick if it is free."""
    for disc in discs:
        (x, y), radius = disc.centre, disc.radius
        if not disc.option.tokens:
            canvas.stamp(glyphs.number_stamp(radius, inks.LINES[disc.option.colour]), x, y)
            canvas.stamp(glyphs.tick_stamp(radius * 0.9, theme.CARD), x, y)
        for n in range(disc.option.tokens):
            shift = round(radius * 2.1 * (n - (disc.option.tokens - 1) / 2))
            canvas.stamp(glyphs.token_stamp(radius), x + shift, y)


def tag_size(number: int, size: int, *, is_trip: bool = False) -> tuple[int, int]:
    """Return the size of a turn's tag, in px; that of its trips has a pawn beside the number."""
    pawn = round(size * SIGN) if is_trip else 0
    return width(str(number), size, Weight.BOLD) + 20 + pawn, round(size * 1.2)


def draw_tag(
    canvas: Canvas, centre: tuple[int, int], step: NewStretch, size: int, *, is_trip: bool = False
) -> None:
    """Draw the number of a turn or of its trips, on the colour of who played."""
    colour, (x, y) = step.colour, centre
    ground = theme.CARD if colour is None else inks.LINES[colour]
    ink = theme.INK if colour is None else inks.LINE_INKS[colour]
    wide, tall = tag_size(step.number, size, is_trip=is_trip)
    canvas.stamp(glyphs.tag_stamp(wide, tall, ground, is_trip=is_trip), x, y)
    if is_trip:
        foot = x - wide // 2 + round(size * SIGN * 0.8), y + round(size * 0.42)
        canvas.stamp(glyphs.passenger_stamp(size * 0.86, ink), *foot)
        x += round(size * SIGN * 0.42)
    canvas.letter((x, y), str(step.number), size, ink)


def draw_tags(canvas: Canvas, grid: Grid, room: Room, changes: Changes, size: int) -> None:
    """Draw the number of its turn beside each stretch of new pieces and each turn's trips."""
    if not changes.is_numbered:
        return
    for step in changes.played:
        route = [crossing.link for trip in step.trips for crossing in trip.way]
        stretches = [(stretch, False) for stretch in new_stretches(step.pieces)]
        for stretch, is_trip in (*stretches, *([(route, True)] if route else [])):
            tag = tag_size(step.number, size, is_trip=is_trip)
            boxes = [priced for link in stretch for priced in _tag_boxes(grid, link, *tag)]
            best = cheapest(
                [(box, cost) for cost, box in sorted(boxes) if room.holds(box)],
                room.cost,
                # A hidden station would be missed more than any piece.
                lambda box: FULL * (room.most(box) >= STATION),
            )
            # A tag without any room within the picture is left out.
            if best is None:
                continue
            left, top, right, bottom = best[0]
            centre = (left + right) // 2, (top + bottom) // 2
            draw_tag(canvas, centre, step, size, is_trip=is_trip)
            # Names keep off it.
            room.put(best[0])
            room.numbers.append(best[0])


def new_stretches(pieces: Laid) -> Iterator[list[Link]]:
    """Yield the links of each connected stretch of pieces of one colour."""
    rest = set[tuple[Colour, Link]](pieces)
    for piece in sorted(pieces):
        if piece not in rest:
            continue
        rest.remove(piece)
        stretch = [piece]
        # The list grows while it is gone through, until no further piece touches the stretch.
        for colour, link in stretch:
            ends = {LINKS[link].a, LINKS[link].b}
            more = [p for p in rest if p[0] == colour and ends & {LINKS[p[1]].a, LINKS[p[1]].b}]
            rest.difference_update(more)
            stretch += sorted(more)
        yield [link for _, link in stretch]


def _tag_boxes(grid: Grid, link: Link, wide: int, tall: int) -> Iterator[tuple[float, Box]]:
    """Yield boxes for a tag beside a link, each with its cost."""
    (x, y), (dx, dy) = grid.middle(link), heading(link)
    length = (dx * dx + dy * dy) ** 0.5
    nx, ny = -dy / length, dx / length
    reach = abs(nx) * wide / 2 + abs(ny) * tall / 2 + theme.NEW_GAP + theme.NEW_RIM
    for (away, cost), (share, more) in product(BESIDE, ALONG):
        far = (widest(link) + away) * grid.pitch + reach
        for side in (-1, 1):
            left = round(x + dx * share * grid.pitch / 4 + side * nx * far - wide / 2)
            top = round(y + dy * share * grid.pitch / 4 + side * ny * far - tall / 2)
            yield cost + more, (left, top, left + wide, top + tall)
