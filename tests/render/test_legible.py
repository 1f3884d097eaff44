"""Every kind of picture can be read at the width at which people see it first."""

from collections.abc import Callable, Iterable

import pytest
from PIL import Image

from render import theme
from render.canvas import Canvas, disc_stamp
from render.palette import COMMON
from render.signs import Role
from tests.legible.bounds import GOAL
from tests.legible.kinds import FEW, MANY, Course, KindPicture, pages, pictures
from tests.legible.measure import Findings, measured, scale


def beyond(shown: Iterable[KindPicture]) -> list[str]:
    """Return the pictures that are worse than the goal, with what is wrong."""
    found = ((each, measured(each.draw)) for each in shown)
    return [
        f"{each.title} {each.kind}: {what}" for each, what in found if not what.figures.within(GOAL)
    ]


@pytest.mark.long
@pytest.mark.parametrize("course", MANY, ids=str)
def test_pictures_of_games_are_within_their_bounds(course: Course) -> None:
    """Letters, hidden names and spots, cut texts: all numbers of players, all maps.

    At the start, in the middle and at the end; the largest game of each title more often.
    """
    assert beyond(pictures(course, is_brief=course not in FEW)) == []


@pytest.mark.long
def test_pictures_of_rules_and_lessons_are_within_their_bounds() -> None:
    assert beyond(pages()) == []


def drawn(*layers: str, size: tuple[int, int] = (800, 400)) -> Findings:
    """Draw a name, a spot and layers over them; return the faults of the picture."""

    def draw() -> None:
        canvas = Canvas(Image.new("RGB", size, theme.PAGE))
        canvas.text((100, 100), "Bank", 40)
        canvas.stamp(disc_stamp(20, theme.HOME).known_as(Role.SPOT), 300, 100)
        for layer in layers:
            _LAYERS[layer](canvas)
        COMMON.reduced(canvas.image)

    return measured(draw)


def spot(role: Role | None, x: int, y: int, radius: int = 20) -> Callable[[Canvas], None]:
    """Return a function that draws a disc, with a role or none."""

    def draw(canvas: Canvas) -> None:
        stamp = disc_stamp(radius, theme.BAD)
        canvas.stamp(stamp if role is None else stamp.known_as(role), x, y)

    return draw


def text(said: str, x: int, y: int, size: int = 40) -> Callable[[Canvas], None]:
    """Return a function that writes a text."""
    return lambda canvas: canvas.text((x, y), said, size)


def panel(*box: int) -> Callable[[Canvas], None]:
    """Return a function that draws a panel."""
    left, top, right, bottom = box
    return lambda canvas: canvas.card((left, top, right, bottom))


_LAYERS: dict[str, Callable[[Canvas], None]] = {
    "disc on the name": spot(None, 130, 85, 15),
    "disc on an edge of the name": spot(None, 100, 100, 8),
    "number on the spot": spot(Role.DISC, 310, 100),
    "number beside the spot": spot(Role.DISC, 345, 100),
    "a number elsewhere": spot(Role.DISC, 600, 200),
    "its own number": text("12", 580, 214),
    "name on that number": text("Acton Town", 560, 214),
    "sign on the spot": spot(None, 300, 100),
    "panel on half the name": panel(90, 90, 300, 200),
    "panel on all the name": panel(60, 60, 300, 200),
    "the name again": text("Bank", 100, 100),
    "name at the edge": text("Acton", 770, 300),
    "number at the edge": text("12", 790, 300),
    "small letters": text("small", 400, 300, 12),
    "letter of a line": text("K", 500, 300),
    "a short text cut": text("Bartholo…", 300, 300),
    "a long text cut": text("Bartholomew-Maximilian…", 100, 300),
    "sign on that letter": spot(None, 512, 286),
}


@pytest.mark.parametrize(
    ("layers", "covered", "discs", "cut"),
    [
        ((), 0, 0, 0),
        (("disc on the name",), 1, 0, 0),
        (("disc on an edge of the name",), 0, 0, 0),
        (("disc on the name", "the name again"), 0, 0, 0),
        (("number on the spot",), 0, 1, 0),
        (("number beside the spot",), 0, 0, 0),
        (("sign on the spot",), 0, 0, 0),
        (("a number elsewhere", "its own number"), 0, 0, 0),
        (("a number elsewhere", "name on that number"), 0, 1, 0),
        (("panel on half the name",), 0, 0, 1),
        (("panel on all the name",), 0, 0, 0),
        (("name at the edge", "number at the edge"), 0, 0, 2),
        (("letter of a line", "sign on that letter"), 1, 0, 0),
    ],
    ids=str,
)
def test_what_is_hidden_or_cut_is_found(
    layers: tuple[str, ...], covered: int, discs: int, cut: int
) -> None:
    """More than 15 % of a name by anything, a spot by a number, a number by a name; a text cut."""
    figures = drawn(*layers).figures

    assert (figures.covered, figures.discs, figures.cut) == (covered, discs, cut)


def test_the_smallest_letters_are_found() -> None:
    """Named, and as high as they are on a phone."""
    found = drawn("small letters")

    assert found.smallest == "small"
    assert found.figures.at_400 == pytest.approx(12 * 0.727 / 2, abs=0.01)


def test_tall_pictures_are_fitted_into_the_height() -> None:
    """500 px at most, whatever the width allows; others have the whole width."""
    assert scale((1600, 1000)) == 0.25
    assert scale((1000, 1250)) == 0.4
    assert scale((1000, 2000)) == 0.25


def test_texts_with_few_letters_left_are_found() -> None:
    assert drawn("a short text cut").short == ("Bartholo…",)
    assert drawn("a long text cut").short == ()
