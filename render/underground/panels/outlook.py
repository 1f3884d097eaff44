"""The outlook: the passenger's walks and lines to each open destination."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from metrobot.games.underground.board import STATIONS, Colour
from metrobot.games.underground.forecast import Visit
from metrobot.games.underground.trips.passenger import Target
from render import theme
from render.boxes import Box, square
from render.canvas import Canvas
from render.text.lettering import Weight, width
from render.underground import inks
from render.underground.captions import Captions
from render.underground.glyphs import arrow_stamp, station_stamp
from render.underground.grid import Grid
from render.underground.labels.printed import toward
from render.underground.panels.panel import BADGE, GAP, PAD, Panel, broken, draw_badge

TIGHT: Final = 1.06
"""Side of a badge in a crowded row, in sizes of its letter."""
BESIDE: Final = 3
"""Px between two badges."""
EDGE: Final = 10
"""Px from a picture's edge to the words beside a destination."""
MOST_ROUTES: Final = 2
"""Routes that are drawn; more are only counted."""


def draw_ways(
    canvas: Canvas, grid: Grid, likely: Iterable[Visit], size: int, captions: Captions
) -> tuple[Box, ...]:
    """Draw the walks and lines to each open destination beside it, away from its name.

    Returns:
        The boxes of these, in px.
    """
    boxes, down = [], round(size * 0.8)
    for target in (target for leg in likely for target in leg.targets):
        across = (_way_width(target, size, captions) + size) // 2
        level, upright = toward(target.to)
        x, y = grid.at(target.to)
        x -= round(level * grid.part(0.2))
        # A destination at the picture's edge must not have its words cut.
        x = min(max(x, across + EDGE), canvas.image.width - across - EDGE)
        y -= round((upright or -1) * (grid.part(0.3) + down))
        left, top, right, bottom = x - across, y - down, x + across, y + down
        rim = inks.STEP if target.is_best else theme.INK
        canvas.card((left - 4, top - 4, right + 4, bottom + 4), rim, down + 4)
        canvas.card((left, top, right, bottom), theme.CARD, down)
        _draw_way(canvas, target, (left + size // 2, y), right, size, captions=captions)
        boxes.append((left - 4, top - 4, right + 4, bottom + 4))
    return tuple(boxes)


def _way_width(target: Target, unit: int, captions: Captions) -> int:
    """Return the width of a destination's words and badges, in px."""
    badges = sum((round(unit * BADGE) + BESIDE) * len(route.colours) for route in target.routes)
    badges += round(unit * 0.7) * (len(target.routes) - 1)
    words = _on_foot(target, captions)
    return badges + (width(words, unit, Weight.SEMIBOLD) + round(unit * 1.3) if words else 0)


def _on_foot(target: Target, captions: Captions) -> str:
    """Return the words for the links on foot; empty if the passenger rides all the way."""
    is_told = target.cost.walks or not target.cost.lines
    return captions.on_foot.format(n=target.cost.walks) if is_told else ""


def _draw_way(
    canvas: Canvas,
    target: Target,
    start: tuple[int, int],
    right: int,
    unit: int,
    *,
    captions: Captions,
) -> None:
    """Draw walks in words and lines as badges, from `start` to `right`, in px."""
    (x, y), words = start, _on_foot(target, captions)
    if words:
        canvas.text((x, y), words, unit, ink=theme.SOFT_INK, anchor="lm")
        x += width(words, unit, Weight.SEMIBOLD) + round(unit * 0.4)
        if target.cost.lines:
            canvas.text((x, y), "+", unit, ink=theme.SOFT_INK, anchor="lm")
            x += round(unit * 0.9)
    _routes(canvas, [route.colours for route in target.routes], (x, y), right, unit)


def outlook_height(unit: int) -> int:
    """Return the height of the row of destinations, in px."""
    return round(unit * 4.3)


def draw_outlook(panel: Panel, likely: Sequence[Visit]) -> None:
    """Draw a card for each open destination, with an arrow on the passenger's next one.

    Where two are visited in one turn, they have their numbers instead.
    """
    height, unit = outlook_height(panel.unit), panel.unit
    visits = [(n, target) for n, leg in enumerate(likely, start=1) for target in leg.targets]
    targets = [target for _, target in visits]
    if not targets:
        box = (panel.left, panel.top, panel.right, panel.top + height)
        panel.canvas.card(box)
        is_gone = panel.view.passenger is None and bool(panel.view.visited)
        words = panel.captions.gone if is_gone else panel.captions.no_destinations
        start = (box[0] + PAD, (box[1] + box[3]) // 2)
        panel.canvas.text(start, words, unit, anchor="lm", room=box[2] - box[0] - 2 * PAD)
        return
    column = (panel.right - panel.left + GAP) / max(len(targets), 3)
    for n, (visit, target) in enumerate(visits):
        left, right = round(n * column), round((n + 1) * column) - GAP
        box = (panel.left + left, panel.top, panel.left + right, panel.top + height)
        _target(panel, target, box, str(visit) if len(likely) > 1 else "")
    equal = [stop for leg in likely if not leg.is_sure for stop in leg.stops]
    for n, pair in enumerate(pairwise(targets), start=1):
        if all(target.to in equal for target in pair):
            _either(panel, panel.left + round(n * column) - GAP // 2)


def _either(panel: Panel, x: int) -> None:
    """Say between two cards that the player may choose among them."""
    words, half = panel.captions.either, round(panel.unit * 0.62)
    across = half + width(words, panel.unit, Weight.BOLD) // 2
    box = (x - across, panel.top - half, x + across, panel.top + half)
    panel.canvas.card(box, inks.STEP, half)
    panel.canvas.letter((x, panel.top), words, panel.unit, theme.CARD)


def _target(panel: Panel, target: Target, box: Box, visit: str) -> None:
    """Draw a destination's card, with the number of its visit if there are several."""
    canvas, unit = panel.canvas, panel.unit
    if target.is_best:
        rim = (box[0] - 5, box[1] - 5, box[2] + 5, box[3] + 5)
        canvas.card(rim, inks.STEP, 18)
    canvas.card(box)
    x, y = box[0] + 14, box[1] + round(unit * 1.35)
    if target.is_best:
        centre, half = (x + unit // 2, y), round(unit * 0.57)
        if visit:
            canvas.card(square(centre, half), inks.STEP, half)
            canvas.letter(centre, visit, unit, theme.CARD)
        else:
            canvas.stamp(arrow_stamp(unit, inks.STEP), *centre)
        x += round(unit * 1.2)
    radius = round(unit * 0.52)
    canvas.stamp(station_stamp(STATIONS[target.to].kind, radius), x + radius + 4, y)
    x += 2 * radius + 14
    room = box[2] - x - 8
    rows = broken(STATIONS[target.to].name, unit, room)
    for n, words in enumerate(rows):
        start = x, y + round((n - (len(rows) - 1) / 2) * unit * 1.1)
        canvas.text(start, words, unit, anchor="lm", room=room)
    start = box[0] + 14, box[3] - round(unit * 0.95)
    _draw_way(canvas, target, start, box[2] - 10, unit, captions=panel.captions)


def _routes(
    canvas: Canvas, ways: Sequence[tuple[Colour, ...]], spot: tuple[int, int], right: int, unit: int
) -> None:
    """Draw the lines of each route as badges, as many routes as fit.

    If not even the first one fits, its badges stand close together.
    """
    room = right - spot[0]
    loose, tight = (
        (round(unit * share), _fitting(ways, round(unit * share), room, unit))
        for share in (BADGE, TIGHT)
    )
    side, count = loose if loose[1] else tight
    x, y = spot
    for n, colours in enumerate(ways[: max(1, count)]):
        if n:
            canvas.text((x + unit // 3, y), "/", unit, ink=theme.SOFT_INK, anchor="mm")
            x += round(unit * 0.7)
        for colour in colours:
            draw_badge(canvas, (x + side // 2, y), colour, side, unit)
            x += side + BESIDE
    rest = len(ways) - max(1, count)
    if rest > 0 and any(ways):
        canvas.text((x, y), f"+{rest}", unit, ink=theme.SOFT_INK, anchor="lm")


def _fitting(routes: Sequence[tuple[Colour, ...]], side: int, room: int, unit: int) -> int:
    """Return the number of routes that fit with badges this large and a count of the rest."""
    count = length = 0
    for n, colours in enumerate(routes[:MOST_ROUTES]):
        length += (side + BESIDE) * len(colours) + (round(unit * 0.7) if n else 0)
        rest = len(routes) - n - 1
        if length + (width(f"+{rest}", unit, Weight.SEMIBOLD) if rest else 0) <= room:
            count = n + 1
    return count
