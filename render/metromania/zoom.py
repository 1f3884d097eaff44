"""Parts of the city, large: districts, line ends, the choices of a planner."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from metrobot.games.metromania.geometry import CORNERS, Point
from metrobot.games.metromania.view import View
from render import theme
from render.canvas import Canvas, disc_stamp
from render.lettering import Weight
from render.metromania.area import WHOLE, Area, around, grid_for
from render.metromania.board import draw_city
from render.metromania.captions import Captions
from render.metromania.changes import NOTHING, Changes
from render.metromania.choices import draw_numbers
from render.metromania.ground import draw_ground
from render.metromania.options import Option, PlannerOption
from render.metromania.panel import drawable_names
from render.palette import reduced

SIZE: Final = (1600, 1060)
STRIP: Final = 76
"""Height of the strip of companies at the bottom."""
PAD: Final = 20


def zoomed(
    view: View,
    people: Sequence[str],
    captions: Captions,
    area: Area,
    *,
    changes: Changes | None = None,
) -> Image.Image:
    """Return the picture of a part of the board, as large as it fits."""
    canvas = _city(view, captions, area, changes or NOTHING, ())
    _strip(canvas, view, drawable_names(people, captions), captions)
    return reduced(canvas.image)


def planner(
    view: View,
    people: Sequence[str],
    captions: Captions,
    options: Sequence[Option],
    *,
    changes: Changes | None = None,
) -> Image.Image:
    """Return the picture of what a player could do next, each choice with its number.

    Args:
        view: the draft so far, as its maker may see it.
        people: the players' names, in turn order.
        captions: the words.
        options: what is open; without any the new tunnels, or the whole city, are shown.
        changes: what the draft has done so far.
    """
    done = changes or NOTHING
    canvas = _city(view, captions, _concerned(view, options, done), done, options)
    _strip(canvas, view, drawable_names(people, captions), captions)
    return reduced(canvas.image)


def _city(
    view: View, captions: Captions, area: Area, changes: Changes, options: Sequence[Option]
) -> Canvas:
    """Return a canvas with the part of the city on it."""
    grid = grid_for(area, (SIZE[0], SIZE[1] - STRIP))
    canvas = Canvas(draw_ground(view.layout, grid, SIZE))
    draw_city(canvas, grid, view, captions, changes, options=options)
    draw_numbers(canvas, grid, options)
    return canvas


def _concerned(view: View, options: Sequence[Option], changes: Changes) -> Area:
    """Return what must be seen to choose: the choices, what is new, a little around."""
    points: set[Point] = set(changes.stations)
    for option in options:
        if isinstance(option, PlannerOption):
            points.update((option.start, option.end, *CORNERS[option.cell]))
        else:
            points.add(option.point)
    by_name = {(line.company, line.name): line for line in view.lines}
    for company, name, ix in changes.tunnels:
        points.update(by_name[company, name].points[ix : ix + 2])
    return around(points, 1 if options else 2) if points else WHOLE


def _strip(canvas: Canvas, view: View, names: tuple[str, ...], captions: Captions) -> None:
    """Draw who has which colour and letter, and whose turn it is."""
    top, count = SIZE[1] - STRIP, len(view.companies)
    canvas.box((0, top, *SIZE), theme.PAGE)
    room = (SIZE[0] - PAD) // count
    for n, company in enumerate(view.companies):
        left, is_to_act = PAD + n * room, view.to_act == company.seat
        colour, ink = theme.COMPANIES[company.seat], theme.COMPANY_INKS[company.seat]
        box = (left, top + 8, left + room - PAD, SIZE[1] - 10)
        canvas.card(box, colour if is_to_act else theme.CARD)
        middle = (top + SIZE[1]) // 2 - 1
        core = theme.CARD if is_to_act else colour
        canvas.stamp(disc_stamp(20, core), left + 34, middle)
        sign = captions.letters[company.seat]
        sign_ink = colour if is_to_act else ink
        at = left + 34, middle
        canvas.text(at, sign, 27, ink=sign_ink, weight=Weight.BOLD, anchor="mm")
        name = names[company.player]
        words_ink = ink if is_to_act else theme.INK
        at = left + 66, middle + 1
        canvas.text(at, name, 29, ink=words_ink, anchor="lm", room=room - PAD - 84)
