"""The legend in the map's empty corners, and the name of the river."""

from collections.abc import Callable
from typing import Final

from metrobot.games.underground.board import SYMBOLS, StationKind
from metrobot.games.underground.turn.pieces import PAIR_POINTS, RAIL_POINTS, TERMINUS_POINTS
from render import theme
from render.boxes import Box
from render.canvas import Canvas
from render.stamps import Stamp
from render.text.lettering import Weight, width
from render.theme import Colour
from render.underground import glyphs, inks
from render.underground.captions import Captions
from render.underground.changes import Changes, NewStretch
from render.underground.grid import Grid
from render.underground.map.discs import draw_tag, tag_size
from render.underground.map.ground import NAME

PLACES: Final = ((974, 1016), (196, 1017))
"""Px of the middle of each part's last sign."""
ROW: Final = 1.2
"""Distance between rows, in sizes of the letters."""
TAGS: Final = 1.5
"""The same between numbers of turns."""
RADIUS: Final = 0.4
"""Radius of a regular station, in sizes."""
TEXT: Final = 1.0
"""Distance from the middle of a sign to its words, in sizes."""

Sign = Callable[[Canvas, int, int, int], None]
"""Draws a sign on a canvas, at px across and down, for letters of this size."""


def draw_legend(
    canvas: Canvas, captions: Captions, size: int, changes: Changes, *, is_over: bool = False
) -> tuple[Box, ...]:
    """Draw the legend.

    Args:
        canvas: the whole board.
        captions: the words.
        size: size of the letters, in px.
        changes: the changes on the board.
        is_over: whether the game is over, so that bars below tell what scores.

    Returns:
        The boxes of its parts, in px.
    """
    boxes = []
    for (x, y), rows in zip(PLACES, _parts(captions, changes, is_over=is_over), strict=True):
        if not rows:
            continue
        # Numbers of turns stand in two rows, and are taller than other signs.
        row = size * (ROW if len(rows) > 2 else TAGS)
        top, right = y - round((len(rows) - 1) * row), x
        for n, (sign, words) in enumerate(rows):
            middle = top + round(n * row)
            sign(canvas, x, middle, size)
            start = x + round(TEXT * size), middle
            canvas.text(start, words, size, ink=theme.SOFT_INK, anchor="lm")
            right = max(right, start[0] + width(words, size, Weight.SEMIBOLD))
        bottom = y + round(0.6 * ROW * size)
        boxes.append((x - 2 * size, top - round(row / 2), right, bottom))
    return tuple(boxes)


def _parts(
    captions: Captions, changes: Changes, *, is_over: bool
) -> tuple[tuple[tuple[Sign, str], ...], ...]:
    """Return each part's signs with their words: those that score, and the passenger's."""
    scores = (
        (_station(StationKind.TERMINUS), f"{captions.terminus} +{TERMINUS_POINTS}"),
        (_station(StationKind.NATIONAL_RAIL), f"{captions.rail} +{RAIL_POINTS}"),
        (_pair, f"{captions.pair} +{PAIR_POINTS}"),
        (_station(StationKind.EXPRESS), captions.express),
    )
    # Grey stands for any player's colour, as it does for new pieces.
    ink = theme.SOFT_INK if changes.is_numbered else inks.STEP
    ways = (
        (_way(glyphs.walk_stamp, ink), captions.walk),
        (_way(glyphs.ride_stamp, ink), captions.ride),
    )
    if is_over and not changes.steps:
        return (), ()
    if changes.is_numbered:
        built = [step for step in changes.played if step.pieces][-1:]
        ridden = [step for step in changes.played if step.trips][-1:]
        tags = [(_tag(step), captions.piece.format(n=step.number)) for step in built]
        tags += [(_tag(step, is_trip=True), captions.trip.format(n=step.number)) for step in ridden]
        return (*(() if is_over else scores), *ways), tuple(tags)
    visits = (
        (_station(StationKind.REGULAR, is_visited=True), captions.visited),
        (_new, captions.new),
    )
    return (
        (ways, visits) if is_over else ((*scores, *ways), ((_open, captions.destination), *visits))
    )


def _station(kind: StationKind, *, is_visited: bool = False) -> Sign:
    return lambda canvas, x, y, size: canvas.stamp(
        glyphs.station_stamp(kind, size * RADIUS, is_visited=is_visited), x, y
    )


def _way(stamp: Callable[[float, Colour], Stamp], ink: Colour) -> Sign:
    return lambda canvas, x, y, size: canvas.stamp(stamp(size * 0.6, ink), x, y)


def _tag(step: NewStretch, *, is_trip: bool = False) -> Sign:
    def draw(canvas: Canvas, x: int, y: int, size: int) -> None:
        wide, _ = tag_size(step.number, size, is_trip=is_trip)
        draw_tag(canvas, (x + round(0.6 * size) - wide // 2, y), step, size, is_trip=is_trip)

    return draw


def _pair(canvas: Canvas, x: int, y: int, size: int) -> None:
    radius = size * RADIUS * 0.82
    for shift in (-0.36, 0.36):
        centre = x + round(shift * size), y
        canvas.stamp(glyphs.station_stamp(StationKind.CONNECTION, radius), *centre)
        canvas.stamp(
            glyphs.symbol_stamp(SYMBOLS[0], glyphs.reach(StationKind.CONNECTION, radius)), *centre
        )


def _open(canvas: Canvas, x: int, y: int, size: int) -> None:
    radius = size * RADIUS * 0.75
    canvas.stamp(glyphs.target_stamp(StationKind.REGULAR, radius), x, y)
    canvas.stamp(glyphs.station_stamp(StationKind.REGULAR, radius), x, y)


def _new(canvas: Canvas, x: int, y: int, size: int) -> None:
    wide, tall = round(size * 0.4), round(size * 0.14)
    gap, rim = theme.NEW_GAP - 1, theme.NEW_RIM - 1
    for grow, ink in ((gap + rim, theme.INK), (gap, inks.MAP), (0, theme.SOFT_INK)):
        box = (x - wide - grow, y - tall - grow, x + wide + grow, y + tall + grow)
        canvas.card(box, ink, min(tall + grow, 10))


def draw_river_name(canvas: Canvas, grid: Grid, captions: Captions, size: int) -> Box:
    """Write the river's name below its last stretch; return its box, in px."""
    wide = width(captions.thames, size, Weight.SEMIBOLD)
    x, y = grid.left + round(NAME[0] * grid.pitch), grid.top + round(NAME[1] * grid.pitch)
    canvas.text((x, y), captions.thames, size, ink=inks.RIVER_INK, anchor="mm")
    return x - wide // 2, y - size // 2, x + wide // 2, y + size // 2
