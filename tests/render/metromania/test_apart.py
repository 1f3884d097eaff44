"""Signs of MetrOmania that mean two things look like two things, to everybody."""

from collections.abc import Callable
from itertools import combinations

import pytest
from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.city import Ground, Marker
from metrobot.games.metromania.geometry import CORNERS, Cell
from metrobot.games.metromania.view import LineView
from render import theme
from render.canvas import Canvas
from render.metromania.board import GRID, SIZE
from render.metromania.glyphs import (
    cross_stamp,
    disc_contour_stamp,
    open_stamp,
    station_stamp,
    tick_stamp,
    warning_stamp,
)
from render.metromania.lines.network import draw_badge
from render.metromania.lines.tracks import ghost as ghost_stamps
from render.metromania.lines.tracks import track_legs
from render.metromania.panels.trip_table import draw_lake, draw_park
from render.metromania.places import draw_marker, spot_sign
from render.stamps import Drawing
from render.text.lettering import SEEN
from render.theme import Colour
from tests.render.difference import Lab, ciede2000
from tests.render.metromania.words import ENGLISH
from tests.render.test_theme import EYES, lab

CLEAR = 12
"""So far apart in CIE 2000 are colours that tell two things apart alone."""
SIDE = 66
"""Px of a picture with one sign."""
DARKER = 30
"""Levels of grey that are seen as different..."""
SPECKS = 10
"""...and on how many px of a sign as a phone shows it."""

Draw = Callable[[Canvas, tuple[int, int]], None]


def spot(kind: Ground) -> Draw:
    return lambda canvas, at: spot_sign(canvas, at, kind, GRID.round_sign(0.17), kind.value)


def badge(seat: int, name: LineName) -> Draw:
    line = LineView(Seat(seat), name, (), (), False, False, False, 18)
    return lambda canvas, at: draw_badge(canvas, at, line, ENGLISH, GRID.round_sign(0.165))


def marker(seat: int) -> Draw:
    """Return a function that draws one and the same marker of a company."""
    which = Marker("A", Ground.HOME)
    return lambda canvas, at: draw_marker(
        canvas, at, which, theme.LIVERIES[seat], GRID.round_sign(0.185)
    )


def ghost(seat: int, *, is_harmful: bool = False) -> Draw:
    """Return a function that draws a possible tunnel, with the badge at its line's end.

    Of two companies that one person runs, the letter there tells whose it is; a
    cross at its number tells that it does harm.
    """
    start, end, _ = CORNERS[0]
    (leg,) = track_legs((start, end), (Cell(0),))
    colours = (theme.GHOSTS[seat], theme.EDGES[seat])
    if is_harmful:
        colours = (theme.BAD_GHOST, theme.BAD)
    letter = badge(seat, LineName.SOLID)

    def draw(canvas: Canvas, at: tuple[int, int]) -> None:
        canvas.layers(ghost_stamps(leg, SIDE - 14, *colours), *at)
        letter(canvas, (at[0] - 16, at[1] - 14))
        if is_harmful:
            canvas.stamp(cross_stamp(13, theme.BAD), at[0] + 14, at[1] - 16)

    return draw


def gate(*, is_start: bool) -> Draw:
    """Return a function that draws a gate's triangle on the page."""
    colour = theme.GATE_START if is_start else theme.GATE_END

    def draw(canvas: Canvas, at: tuple[int, int]) -> None:
        drawing, (width, tall) = Drawing(28, theme.CITY_EDGE), (26, 22)
        for size, ink in ((1.0, theme.CITY_EDGE), (0.85, colour)):
            corners = [(-width * size, tall * size), (width * size, tall * size), (0, -tall * size)]
            drawing.polygon(corners, ink)
        canvas.stamp(drawing.stamp(), *at)

    return draw


LINES = (LineName.SOLID, LineName.STRIPED)
MARKERS: dict[str, tuple[Colour, Draw]] = {
    f"marker of {seat}": (colour, marker(seat)) for seat, colour in enumerate(theme.COMPANIES)
}
SIGNS: dict[str, tuple[Colour, Draw]] = {
    "residential, a house with R": (theme.HOME, spot(Ground.HOME)),
    "work, a case with W": (theme.WORK, spot(Ground.WORK)),
    "leisure, a ball with L": (theme.LEISURE, spot(Ground.LEISURE)),
    "park, a tree": (theme.PARK, lambda canvas, at: draw_park(canvas, at, 16)),
    "lake, waves": (theme.LAKE, lambda canvas, at: draw_lake(canvas, at, 16)),
    "finished, a tick": (
        theme.GOOD,
        lambda canvas, at: canvas.stamp(tick_stamp(13, theme.GOOD), *at),
    ),
    "blocked, a cross": (
        theme.BAD,
        lambda canvas, at: canvas.stamp(cross_stamp(13, theme.BAD), *at),
    ),
    "open, a ring": (
        theme.FAINT_INK,
        lambda canvas, at: canvas.stamp(open_stamp(13, theme.FAINT_INK), *at),
    ),
    "station, a thick ring": (
        theme.INK,
        lambda canvas, at: canvas.stamp(station_stamp(16, 3), *at),
    ),
    **{
        f"{name} line of {ENGLISH.letters[seat]}": (colour, badge(seat, name))
        for seat, colour in enumerate(theme.COMPANIES)
        for name in LINES
    },
    **MARKERS,
    **{
        f"open tunnel of {ENGLISH.letters[seat]}, pale, its letter": (colour, ghost(seat))
        for seat, colour in enumerate(theme.GHOSTS)
    },
    "open tunnel that does harm, a cross": (theme.BAD_GHOST, ghost(0, is_harmful=True)),
    "gate where lines begin, light": (theme.GATE_START, gate(is_start=True)),
    "gate where lines end, dark": (theme.GATE_END, gate(is_start=False)),
    "warning, a triangle": (theme.WARNING, lambda canvas, at: canvas.stamp(warning_stamp(12), *at)),
    "new station, a ring in a ring": (
        theme.INK,
        lambda canvas, at: canvas.layers(
            (disc_contour_stamp(16, GRID.gap, GRID.rim), station_stamp(16, 3)), *at
        ),
    ),
}
"""Each with its main colour; the name says by which shape or letter it is known."""


def seen(draw: Draw) -> bytes:
    """Return a sign in grey, as small as a phone shows the board."""
    canvas = Canvas(Image.new("RGB", (SIDE, SIDE), theme.CARD))
    draw(canvas, (SIDE // 2, SIDE // 2))
    side = round(SIDE * SEEN / SIZE[0])
    return canvas.image.convert("L").resize((side, side), Image.Resampling.BOX).tobytes()


def is_clear(one: Colour, other: Colour) -> bool:
    """Return whether colours alone tell two signs apart, for every kind of eye."""
    return all(ciede2000(lab(one, eye), lab(other, eye)) >= CLEAR for eye in EYES)


@pytest.mark.parametrize(("one", "other"), [*combinations(SIGNS, 2)])
def test_signs_differ_by_colour_or_in_grey(one: str, other: str) -> None:
    """If some eyes cannot tell the colours, shapes or letters differ at 400 px."""
    (first, draws_first), (second, draws_second) = SIGNS[one], SIGNS[other]
    if is_clear(first, second):
        return
    levels = zip(seen(draws_first), seen(draws_second), strict=True)

    assert sum(abs(a - b) >= DARKER for a, b in levels) >= SPECKS


def test_owners_are_told_by_colour_alone() -> None:
    """Markers of two companies have the same shape and letter."""
    assert all(is_clear(one, other) for one, other in combinations(theme.COMPANIES, 2))


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_differences_are_those_of_the_published_examples(one: Lab, other: Lab, far: float) -> None:
    """Sharma, Wu and Dalal 2005."""
    assert ciede2000(one, other) == pytest.approx(far, abs=0.0001)
