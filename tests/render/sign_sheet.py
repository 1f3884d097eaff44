"""Every sign that pictures are made of, on one sheet: python -m tests.render.sign_sheet.

The sheet is kept as `tests/golden/signs.png`, to be looked at. After a sign was
changed on purpose this draws it anew.
"""

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from math import ceil
from pathlib import Path
from typing import Any, Final

from PIL import Image

import render
from metrobot.games.metromania.city import Ground
from metrobot.games.underground.board import COLOURS, Colour, StationKind
from render import canvas, theme
from render.canvas import Canvas
from render.metrolijn import glyphs as ml
from render.metrolijn import inks
from render.metrolijn.lines import tracks as ml_tracks
from render.metromania import glyphs as mm
from render.metromania.lines import tracks as mm_tracks
from render.metromania.lines.tracks import TrackLeg
from render.placing import leaders
from render.stamps import Stamp, kept
from render.text import lettering as text
from render.text import rows
from render.text.lettering import Weight
from render.underground import glyphs as ou
from render.underground.glyphs import ICONS
from render.underground.lines import tracks as ou_tracks
from render.underground.lines import trips as ou_trips
from render.underground.lines.marks import MARKS, mark_of
from render.underground.lines.tracks import Join, Lane

SHEET: Final = Path(__file__).parents[1] / "golden" / "signs.png"
CELL: Final = 64
COLUMNS: Final = 16
GROUND: Final = (120, 150, 130)
RED, BLUE, INK = theme.BAD, theme.COMPANIES[0], theme.INK
LEVEL, SLANT = Lane(((4, 0),), -0.1, 0.16), Lane(((2, 0), (2, -2)), 0.1, 0.16)
TURNING = LEVEL._replace(joins=(None, Join(1j, 0.1)))
WAY = ((-0.5, 0.0), (-0.25, 0.2), (0.25, 0.2), (0.5, 0.0))
ON, TURN, BACK = TrackLeg(0, 1), TrackLeg(1, 1), TrackLeg(5, -1)
PITCH: Final = 52
"""Of London's links, and of the city's edges, so that a whole one has room."""

SIGNS: Final[dict[Callable[..., Stamp], list[tuple[Any, ...]]]] = {
    canvas.disc_stamp: [(20, RED)],
    leaders.leader_stamp: [(24, -12, 3, INK)],
    canvas.ring_stamp: [(20, RED, 6, BLUE)],
    text.letters: [("Äg5", 24, weight, "mm") for weight in Weight]
    + [("한", 24, Weight.BOLD, "ls")],
    ml.box_stamp: [
        (20, (), INK, inks.BOX, {"is_special": False}),
        (20, (RED, BLUE), INK, inks.FILLED, {"is_special": True}),
    ],
    ml.cross_stamp: [(24, INK), (24, inks.WOULD, inks.WOULD_GROUND)],
    ml.filled_stamp: [(20, inks.FILLED, RED)],
    ml.shares_stamp: [
        (20, (ml.Share((-1, 0), RED, is_hollow=False),)),
        (20, (ml.Share((1, -1), RED, is_hollow=False), ml.Share((-1, 1), BLUE, is_hollow=True))),
        (20, (ml.Share((0, 0), INK, is_hollow=False),)),
    ],
    ml._plate: [(20, 0.3), (20, 1.0)],
    ml.clock_stamp: [
        *((20, count, 8, {"is_special": False}) for count in (0, 3, 8)),
        (20, 3, 8, {"is_special": True}),
    ],
    ml.dot_stamp: [(20, {"is_marked": is_marked}) for is_marked in (False, True)],
    ml.would_stamp: [(20,)],
    ml.arrow_stamp: [(30, way, RED) for way in ((1, 0), (-1, 1), (0, -1))],
    ml.badge_stamp: [(20, RED, INK)],
    ml.window_stamp: [(20, inks.BOX, INK, {"is_dashed": is_dashed}) for is_dashed in (False, True)],
    ml.points_stamp: [(20, inks.BOX, RED, {"is_first": is_first}) for is_first in (False, True)],
    ml.ring_around_stamp: [(20, 5, RED)],
    ml.strike_stamp: [(20, RED)],
    ml.medal_stamp: [(24,)],
    ml.written_stamp: [(20, inks.FILLED, "4", 24)],
    ml.lettered_stamp: [(20, next(iter(inks.LINES)), "A")],
    ml.value_stamp: [(20, "5", 24, (inks.FILLED, INK, RED)), (20, "+", 24, (INK, inks.WOULD, RED))],
    ml_tracks.bar_stamp: [((40, -24), 8)],
    ml_tracks.bend_stamp: [(((-24.0, 0.0), (-8.0, 2.0), (4.0, 8.0), (14.0, 20.0)), 8)],
    ml_tracks.letter_stamp: [(20, RED)],
    mm.shape_stamp: [(spot, 20, BLUE) for spot in Ground if len(spot.value) == 1]
    + [(Ground.HOME, 18, theme.CARD, RED, 4)],
    mm.marker_stamp: [(spot, 18, BLUE) for spot in Ground if len(spot.value) == 1],
    mm.marker_contour_stamp: [(Ground.HOME, 14, 6, 2)],
    mm.disc_contour_stamp: [(14, 6, 2)],
    mm.station_stamp: [(20, 5)],
    mm.badge_stamp: [(20, BLUE, False), (20, BLUE, True)],
    mm._pill_stamp: [(56, 28, 0), (56, 28, 4), (30, 28, 0)],
    mm.tip_stamp: [(18, BLUE)],
    mm.warning_stamp: [(22,)],
    mm.arrow_stamp: [(direction, 40, RED) for direction in (0, 1.5, 4)],
    mm.tree_stamp: [(24,)],
    mm.waves_stamp: [(24,)],
    mm.number_stamp: [(50, 36, BLUE, False), (50, 36, BLUE, True)],
    mm._leader_stamp: [(24, -12, 4)],
    mm.cross_stamp: [(22, RED)],
    mm.open_stamp: [(22, INK)],
    mm.tick_stamp: [(22, theme.GOOD)],
    mm.wedge_stamp: [(direction, 40, RED) for direction in (0, 1, 3.5)],
    mm.card_stamp: [(44, INK)],
    mm_tracks._stroke_stamp: [
        (before, after, PITCH, 0.3)
        for before, after in ((None, ON), (ON, None), (ON, TURN), (BACK, ON), (ON, ON))
    ],
    mm_tracks._dashes_stamp: [(None, TURN, PITCH), (ON, TURN, PITCH)],
    mm_tracks.band_stamp: [
        (before, TURN, PITCH, 4, {"is_late": is_late})
        for before, is_late in ((ON, False), (None, False), (None, True))
    ],
    mm_tracks._ghost_stamp: [(ON, PITCH, 0.2), (BACK, PITCH, 0.2)],
    ou.station_stamp: [(kind, 18) for kind in StationKind]
    + [(StationKind.EXPRESS, 18, {"is_visited": True})],
    ou.symbol_stamp: [(symbol, 30) for symbol in ICONS],
    ou.stop_stamp: [(StationKind.TERMINUS, 14, RED)],
    ou.tag_stamp: [(48, 34), (48, 34, {"is_trip": True})],
    ou.passenger_stamp: [(28, RED)],
    ou.target_stamp: [(StationKind.REGULAR, 14)],
    ou.pawn_stamp: [(28, {"is_ghost": is_ghost}) for is_ghost in (False, True)],
    ou.badge_stamp: [(40, RED)],
    ou.token_stamp: [(24,), (24, theme.CARD, RED)],
    ou.number_stamp: [(18, BLUE), (18, BLUE, RED)],
    ou.arrow_stamp: [(44, RED)],
    ou.pointer_stamp: [(24, angle, RED) for angle in (0, 60, 225)],
    ou.pile_stamp: [(44, INK)],
    ou.walk_stamp: [(24, RED)],
    ou.ride_stamp: [(20, RED)],
    ou.tick_stamp: [(24, RED)],
    rows.rows_stamp: [
        (("Ab", "Cdefg"), 13, side, rows.RowStyle(1.06, 0.74, squeeze), {"is_halo": is_halo})
        for side, squeeze, is_halo in ((-1, 1, False), (0, 0.84, False), (1, 0.84, True))
    ],
    ou_tracks.spaces_stamp: [(((4, 0),), 1, 3, PITCH), (((2, 0), (2, -2)), 0, 2, 40)],
    ou_tracks.letter_stamp: [
        (Colour(n), 26, 2, {"is_pale": is_pale}) for n, is_pale in ((0, False), (1, True))
    ],
    ou_tracks._stroke_stamp: [(LEVEL, PITCH, 10), (SLANT, 44, 10), (TURNING, PITCH, 10)],
    ou_tracks._mark_stamp: [
        (LEVEL, PITCH, 16, mark)
        for n, colour in enumerate(COLOURS)
        if colour.id in MARKS and colour.id != "white"
        for mark, _ in [mark_of(Colour(n)) or (None, None)]
    ],
    ou_tracks._round_stamp: [(LEVEL, PITCH, 12)],
    ou_tracks._dashes_stamp: [(LEVEL, PITCH, 10)],
    ou_trips.ride_stamp: [(WAY, PITCH)],
    ou_trips.steps_stamp: [(WAY, PITCH)],
}
"""What each function that draws signs draws, by its arguments; those with names come last."""


def makers() -> Iterator[Callable[..., Stamp]]:
    """Yield every function of `render` whose signs are kept."""
    looked_up = kept(lambda: None).__code__  # type: ignore[arg-type,return-value]  # any function
    for module in pkgutil.walk_packages(render.__path__, "render."):
        for name, found in vars(import_module(module.name)).items():
            is_own = inspect.isfunction(found) and found.__module__ == module.name
            if is_own and found.__code__ is looked_up and found.__name__ == name:
                yield found


def cells() -> Iterator[tuple[str, Image.Image]]:
    """Yield the name of each sign with a picture of it."""
    for make, several in SIGNS.items():
        for n, given in enumerate(several):
            *args, named = given if isinstance(given[-1], dict) else (*given, {})
            image = Image.new("RGB", (CELL, CELL), GROUND)
            Canvas(image).stamp(make(*args, **named), CELL // 2, CELL // 2)
            yield f"{make.__module__.removeprefix('render.')}.{make.__name__} {n}", image


def place(n: int) -> tuple[int, int]:
    """Return the corner of a sign's cell on the sheet."""
    return n % COLUMNS * CELL, n // COLUMNS * CELL


def main() -> None:
    found = [image for _, image in cells()]
    sheet = Image.new("RGB", (COLUMNS * CELL, ceil(len(found) / COLUMNS) * CELL), GROUND)
    for n, image in enumerate(found):
        sheet.paste(image, place(n))
    sheet.quantize(128, dither=Image.Dither.NONE).save(SHEET, optimize=True)


if __name__ == "__main__":
    main()
