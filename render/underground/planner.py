"""A draft's board: what could be laid, numbered, and where the passenger would go."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from PIL import Image

from metrobot.games.underground.board import LINKS
from metrobot.games.underground.forecast import sure_legs, sure_trips
from metrobot.games.underground.passenger import Trip
from metrobot.games.underground.view import View
from render import theme
from render.canvas import Canvas
from render.lettering import Weight
from render.underground import inks
from render.underground.area import window_for
from render.underground.board import draw_map
from render.underground.captions import Captions
from render.underground.changes import NOTHING, Changes
from render.underground.glyphs import number_stamp, tick_stamp, token_stamp
from render.underground.grid import Grid
from render.underground.ground import draw_ground
from render.underground.inks import PALETTE
from render.underground.network import laid_on
from render.underground.options import PlannerOption
from render.underground.outlook import draw_costs, draw_outlook
from render.underground.panel import Panel, draw_strip, drawable_names
from render.underground.tracks import lane_spot, lanes

SIZE: Final = (2000, 1230)
"""Of the map, in px."""
STRIP: Final = 64
OUTLOOK: Final = 132
MARGIN: Final = 14
LARGEST: Final = 240
WORTH: Final = 0.75
"""How much of its scale a map may lose to show the trips as well."""
NUMBER: Final = 0.125
"""Radius of a choice's badge, in pitches."""


def planner(
    view: View,
    people: Sequence[str],
    captions: Captions,
    options: Sequence[PlannerOption],
    *,
    changes: Changes | None = None,
) -> Image.Image:
    """Return the picture of what a player could do next, each choice with its number.

    Args:
        view: the draft so far.
        people: the players' names, in turn order.
        captions: the words.
        options: what is open; without any, what the draft has done and the trips are shown.
        changes: what the draft has done so far.
    """
    done, ahead, likely = changes or NOTHING, sure_trips(view), sure_legs(view)
    grid = _grid(options, done, ahead)
    height = SIZE[1] + OUTLOOK + STRIP + 3 * MARGIN
    box = (-20, -20, SIZE[0] + 20, SIZE[1])
    canvas = Canvas(draw_ground(grid, (SIZE[0], height), box))
    shown = replace(done, trips=done.trips + ahead)
    draw_map(canvas, grid, view, shown, options)
    draw_costs(canvas, grid, likely)
    draw_numbers(canvas, grid, view, options)
    canvas.box((0, SIZE[1], SIZE[0], height), theme.PAGE)
    top, names = SIZE[1] + MARGIN, drawable_names(people, captions)
    panel = Panel(canvas, view, names, captions, MARGIN, top, SIZE[0] - MARGIN)
    draw_outlook(panel, likely, OUTLOOK)
    draw_strip(replace(panel, top=top + OUTLOOK + MARGIN), STRIP)
    return PALETTE.reduced(canvas.image)


def _grid(options: Sequence[PlannerOption], changes: Changes, ahead: Sequence[Trip]) -> Grid:
    """Return where the map lies: choices and what is new must be seen.

    Trips are seen too without choices, or where that costs little.
    """
    links = {option.link for option in options} | {link for _, link in changes.pieces}
    built = {station for link in links for station in (LINKS[link].a, LINKS[link].b)}
    trips = (*changes.trips, *ahead)
    stops = {station for trip in trips for station in (trip.start, trip.route.to)}
    near, far = (
        window_for(stations, SIZE).grid((0, 0, *SIZE), LARGEST)
        for stations in (built, built | stops)
    )
    return near if options and far.pitch < WORTH * near.pitch else far


def _badges(
    grid: Grid, view: View, options: Sequence[PlannerOption]
) -> Iterator[tuple[PlannerOption, tuple[int, int]]]:
    """Yield each choice with the spot of its badge."""
    laid = laid_on(view, ((option.colour, option.link) for option in options))
    for option in options:
        spaces = lanes(option.link, laid[option.link])
        lane = next(lane for lane, colour in spaces if colour == option.colour)
        (x, y), (dx, dy) = grid.middle(option.link), lane_spot(lane, grid.pitch)
        yield option, (x + round(dx), y + round(dy))


def draw_numbers(canvas: Canvas, grid: Grid, view: View, options: Sequence[PlannerOption]) -> None:
    """Draw the number of each choice on its link, with two tokens where it is a branch."""
    radius = grid.part(NUMBER)
    for option, at in _badges(grid, view, options):
        for n in range(option.tokens):
            x = at[0] + round(radius * 1.44 * (n - (option.tokens - 1) / 2))
            canvas.stamp(token_stamp(radius * 0.68), x, at[1] + round(radius * 1.85))
        core = inks.HARM if option.harms else theme.INK
        canvas.stamp(number_stamp(radius, inks.LINES[option.colour], core), *at)
        words, size = str(option.number), round(radius * (1.2 if option.number < 10 else 1.05))
        canvas.text(at, words, size, ink=theme.CARD, weight=Weight.BOLD, anchor="mm")


def draw_tokens(canvas: Canvas, grid: Grid, view: View, options: Sequence[PlannerOption]) -> None:
    """Draw what each choice costs on its link: tokens, or a tick where it is free."""
    radius = grid.part(NUMBER)
    for option, (x, y) in _badges(grid, view, options):
        if not option.tokens:
            canvas.stamp(number_stamp(radius, inks.LINES[option.colour]), x, y)
            canvas.stamp(tick_stamp(radius * 0.9, theme.CARD), x, y)
        for n in range(option.tokens):
            shift = round(radius * 2.1 * (n - (option.tokens - 1) / 2))
            canvas.stamp(token_stamp(radius), x + shift, y)
