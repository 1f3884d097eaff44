"""The key in the map's empty corner: kinds of stations in words."""

from typing import Final

from metrobot.games.underground.board import Kind
from render import theme
from render.canvas import Canvas
from render.underground.captions import Captions
from render.underground.glyphs import pawn_stamp, station_stamp
from render.underground.grid import Grid
from render.underground.labels import RADIUS

AT: Final = (14.25, 7.8)
"""Where it starts, in columns and rows."""
ROW: Final = 0.29
SIZE: Final = 0.175


def draw_legend(canvas: Canvas, grid: Grid, captions: Captions) -> None:
    """Draw the key where no station is."""
    kinds = (
        (Kind.EXPRESS, captions.express, False),
        (Kind.REGULAR, captions.regular, False),
        (Kind.TERMINUS, captions.terminus, False),
        (Kind.NATIONAL_RAIL, captions.rail, False),
        (Kind.CONNECTION, captions.connection, False),
        (Kind.START, captions.start, False),
        (Kind.REGULAR, captions.visited, True),
    )
    x, y = grid.left + grid.part(AT[0]), grid.top + grid.part(AT[1])
    size, room = grid.part(SIZE), grid.part(2.2)
    for kind, words, is_visited in kinds:
        canvas.stamp(station_stamp(kind, grid.part(RADIUS), is_visited=is_visited), x, y)
        _word(canvas, (x + grid.part(0.24), y), words, size, room)
        y += grid.part(ROW)
    canvas.stamp(pawn_stamp(grid.part(0.3)), x, y + grid.part(0.13))
    _word(canvas, (x + grid.part(0.24), y), captions.passenger, size, room)


def _word(canvas: Canvas, at: tuple[int, int], words: str, size: int, room: int) -> None:
    """Write what a sign means."""
    canvas.text(at, words, size, ink=theme.SOFT_INK, anchor="lm", room=room)
