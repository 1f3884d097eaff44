"""Parts of the city, large: quarters, line ends, the choices of a planner."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.games.metromania.geometry import CITY_POINTS, CORNERS, Point
from metrobot.games.metromania.view import CompanyView, View
from render import theme
from render.boxes import Box
from render.canvas import Canvas, disc_stamp
from render.metromania.area import QUARTER_MARGIN, WHOLE, Area, around, grid_for
from render.metromania.board import GRID, SIZE, draw_city
from render.metromania.captions import Captions
from render.metromania.changes import NOTHING, Changes, Option, PlannerOption
from render.metromania.grid import Grid
from render.metromania.map.ground import draw_ground
from render.metromania.panels.panel import by_player
from render.palette import COMMON
from render.text.lettering import SEEN, drawable_names, least_size

SQUARE: Final = (1000, 984)
"""Size of a planner's picture and of a part of the city, in px; the city has this shape."""
SEEN_TALL: Final = 500
"""Greatest height to which a phone shrinks a picture, in px."""
STRIP: Final = 52
"""Height of the strip of players at the bottom, in px."""
PAD: Final = 14


def zoomed(
    view: View,
    people: Sequence[str],
    captions: Captions,
    area: Area,
    *,
    changes: Changes | None = None,
) -> Image.Image:
    """Draw a part of the board, as large as it fits."""
    grid = part_grid(area)
    canvas = Canvas(draw_ground(view.layout, grid, SQUARE))
    draw_city(canvas, grid, view, captions, changes or NOTHING)
    return _with_strip(canvas, view, people, captions)


def part_grid(area: Area) -> Grid:
    """Return the grid of a part of the city on its picture."""
    return grid_for(area, (SQUARE[0], SQUARE[1] - STRIP), _unit(SQUARE), QUARTER_MARGIN)


def enlarges(area: Area) -> float:
    """Return the scale of a part beside that of the board, on a phone."""
    board = phone_scale(SIZE) * GRID.edge
    return part_grid(area).edge * phone_scale(SQUARE) / board


def phone_scale(size: tuple[int, int]) -> float:
    """Return the scale at which a phone first shows a picture."""
    return min(SEEN / size[0], SEEN_TALL / size[1])


def draw_planner(
    view: View,
    people: Sequence[str],
    captions: Captions,
    options: Sequence[Option],
    *,
    changes: Changes | None = None,
    seat: Seat | None = None,
) -> Image.Image:
    """Draw a draft with its next choices, each with its number.

    Args:
        view: the draft so far, as its maker may see it.
        people: the players' names, in turn order.
        captions: the words.
        options: the next choices; without any, the new tunnels or the whole city are shown.
        changes: the changes of the draft so far.
        seat: the company that the draft is for; None: the one on turn.
    """
    own = view.to_act if seat is None else seat
    new = changes or NOTHING
    area = _concerned(view, options, new)
    grid = grid_for(area, (SQUARE[0], SQUARE[1] - STRIP), _unit(SQUARE))
    canvas = Canvas(draw_ground(view.layout, grid, SQUARE))
    seats = () if own is None else (own,)
    draw_city(canvas, grid, view, captions, new, options=options, seats=seats)
    return _with_strip(canvas, view, people, captions)


def _unit(size: tuple[int, int]) -> int:
    """Return the size of the smallest letters; phones shrink square pictures more."""
    return least_size(max(size[0], round(size[1] * 8 / 7)))


def _concerned(view: View, options: Sequence[Option], changes: Changes) -> Area:
    """Return the area of the choices and changes, with a little around."""
    points: set[Point] = set(changes.stations)
    for option in options:
        if isinstance(option, PlannerOption):
            # A line can start at any free gate, so the whole city must be visible.
            if option.start >= CITY_POINTS:
                return WHOLE
            points.update((option.start, option.end, *CORNERS[option.cell]))
        else:
            points.add(option.point)
    by_name = {(line.company, line.name): line for line in view.lines}
    for company, name, ix in changes.tunnels:
        points.update(by_name[company, name].points[ix : ix + 2])
    return around(points, 1 if options else 2) if points else WHOLE


def _with_strip(
    canvas: Canvas, view: View, people: Sequence[str], captions: Captions
) -> Image.Image:
    """Draw the strip of players with colours, letters and turn; return the picture."""
    size, names = canvas.image.size, drawable_names(people, captions.player)
    canvas.box((0, size[1] - STRIP, *size), theme.PAGE)
    groups = by_player(view)
    room = (size[0] - PAD) // len(groups)
    for n, (player, companies) in enumerate(groups.items()):
        left = PAD + n * room
        box = (left, size[1] - STRIP + 5, left + room - PAD // 2, size[1] - 7)
        acting = next((company.seat for company in companies if company.seat == view.to_act), None)
        x = _discs(canvas, captions, companies, acting, box)
        ink = theme.INK if acting is None else theme.CARD
        start, unit = (x, (box[1] + box[3]) // 2 + 1), _unit(size)
        canvas.text(start, names[player], unit, ink=ink, anchor="lm", room=box[2] - 5 - x)
    return COMMON.reduced(canvas.image)


def _discs(
    canvas: Canvas,
    captions: Captions,
    companies: Sequence[CompanyView],
    acting: Seat | None,
    box: Box,
) -> int:
    """Draw a player's companies as discs with their letters; return the px where they end."""
    left, top, _, bottom = box
    canvas.card(box, theme.CARD if acting is None else captions.liveries[acting].ink, 12)
    unit, middle, x = _unit(canvas.image.size), (top + bottom) // 2, left + 6
    for company in companies:
        core, sign_ink = captions.liveries[company.seat].ink, theme.CARD
        if company.seat == acting:
            core, sign_ink = sign_ink, core
        # A disc in its own colour would be lost on another company's ground.
        if acting is not None and company.seat != acting:
            canvas.stamp(disc_stamp(18, theme.CARD), x + 16, middle)
        canvas.stamp(disc_stamp(16, core), x + 16, middle)
        canvas.letter((x + 16, middle), captions.letters[company.seat], unit, sign_ink)
        x += 36
    return x
