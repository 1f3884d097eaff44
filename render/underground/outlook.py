"""Why the passenger goes there: walks and lines of each open destination."""

from collections.abc import Iterable, Sequence
from typing import Final

from metrobot.games.underground.board import STATIONS, Colour
from metrobot.games.underground.forecast import Leg
from metrobot.games.underground.passenger import Cost, Target
from render import theme
from render.canvas import Box, Canvas
from render.lettering import Weight, width
from render.underground import inks
from render.underground.glyphs import arrow_stamp, ride_stamp, station_stamp, walk_stamp
from render.underground.grid import Grid
from render.underground.labels import toward
from render.underground.panel import GAP, PAD, Panel, draw_badge

MOST_ROUTES: Final = 2
"""Choices of lines that are drawn; more are only counted."""


def draw_costs(canvas: Canvas, grid: Grid, likely: Iterable[Leg]) -> None:
    """Draw at each open destination its walks and lines, on the side without its name."""
    for target in (target for leg in likely for target in leg.targets):
        x, y = grid.at(target.to)
        across, down = toward(target.to)
        x -= grid.part(0.42 * across)
        y -= grid.part(0.3 * (down or -1))
        half = grid.part(0.36), grid.part(0.11)
        _cost(canvas, (x, y), half, target.cost, is_next=target.is_best)


def _cost(
    canvas: Canvas, at: tuple[int, int], half: tuple[int, int], cost: Cost, *, is_next: bool
) -> None:
    """Draw a small plate: walks after three steps, lines after a ride."""
    (x, y), (across, down) = at, half
    paper, ink = (inks.STEP, theme.CARD) if is_next else (theme.CARD, theme.INK)
    canvas.card((x - across - 3, y - down - 3, x + across + 3, y + down + 3), theme.INK, down + 3)
    canvas.card((x - across, y - down, x + across, y + down), paper, down)
    size, quarter = round(down * 1.5), across // 2
    canvas.stamp(walk_stamp(down * 0.8, ink), x - round(quarter * 1.28), y)
    middle = x - round(quarter * 0.5), y + 1
    canvas.text(middle, str(cost.walks), size, ink=ink, weight=Weight.BOLD, anchor="mm")
    canvas.stamp(ride_stamp(down * 0.8, ink), x + round(quarter * 0.55), y)
    right = x + round(quarter * 1.45), y + 1
    canvas.text(right, str(cost.lines), size, ink=ink, weight=Weight.BOLD, anchor="mm")


def draw_outlook(panel: Panel, likely: Sequence[Leg], height: int) -> None:
    """Draw a card for each open destination, where the passenger goes first with an arrow."""
    targets = [target for leg in likely for target in leg.targets]
    if not targets:
        box = (panel.left, panel.top, panel.right, panel.top + height)
        panel.canvas.card(box)
        gone = panel.view.passenger is None and bool(panel.view.visited)
        words = panel.captions.gone if gone else panel.captions.no_destinations
        at = (box[0] + PAD, (box[1] + box[3]) // 2)
        panel.canvas.text(at, words, 32, anchor="lm", room=box[2] - box[0] - 2 * PAD)
        return
    column = (panel.right - panel.left + GAP) / max(len(targets), 3)
    for n, target in enumerate(targets):
        left, right = round(n * column), round((n + 1) * column) - GAP
        box = (panel.left + left, panel.top, panel.left + right, panel.top + height)
        _target(panel, target, box)


def _target(panel: Panel, target: Target, box: Box) -> None:
    """Draw one destination: its name, walks and lines, and by which lines."""
    canvas, captions = panel.canvas, panel.captions
    if target.is_best:
        rim = (box[0] - 5, box[1] - 5, box[2] + 5, box[3] + 5)
        canvas.card(rim, inks.STEP, 18)
    canvas.card(box)
    x, y = box[0] + 20, box[1] + 42
    if target.is_best:
        canvas.stamp(arrow_stamp(32, inks.STEP), x + 14, y)
        x += 44
    canvas.stamp(station_stamp(STATIONS[target.to].kind, 17), x + 18, y)
    name = STATIONS[target.to].name
    x += 46
    canvas.text((x, y + 1), name, 31, weight=Weight.BOLD, anchor="lm", room=box[2] - x - 14)
    cost = target.cost
    words = f"{captions.walks} {cost.walks} · {captions.lines} {cost.lines}"
    x, y = box[0] + 20, box[3] - 38
    canvas.text((x, y + 1), words, 28, ink=theme.SOFT_INK, anchor="lm")
    x += width(words, 28, Weight.SEMIBOLD) + 18
    _routes(canvas, [route.colours for route in target.routes], (x, y), box[2] - 14)


def _routes(
    canvas: Canvas, routes: Sequence[tuple[Colour, ...]], at: tuple[int, int], right: int
) -> None:
    """Draw the lines of each choice as badges, a stroke between choices, as far as they fit."""
    x, y = at
    for n, colours in enumerate(routes):
        needed = 40 * len(colours) + (20 if n else 0)
        is_last = n == len(routes) - 1
        if n == MOST_ROUTES or x + needed + (0 if is_last else 50) > right:
            canvas.text((x, y + 1), f"+{len(routes) - n}", 27, ink=theme.SOFT_INK, anchor="lm")
            return
        if n:
            canvas.text((x + 7, y), "/", 30, ink=theme.SOFT_INK, anchor="mm")
            x += 20
        for colour in colours:
            draw_badge(canvas, (x + 17, y), colour, 34)
            x += 40
