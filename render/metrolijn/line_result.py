"""The result of a line of the day: points on their scale, the sheet, and a tile for each line."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.games.metrolijn.line_state import line_states
from metrobot.games.metrolijn.view import View
from render import theme
from render.banner import BannerPlayer, draw_banner
from render.boxes import Box
from render.canvas import Canvas, disc_stamp
from render.metrolijn import inks
from render.metrolijn.map.ground import Emphasis, draw_ground, draw_marked
from render.metrolijn.whole import GAP, PHONE, inset, phone_layout
from render.png import png_of
from render.text.lettering import SEEN, SEEN_HEIGHT, Weight, drawable_names, width
from render.theme import Colour

UNIT: Final = 27
HEAD: Final = (GAP, GAP, PHONE - GAP, GAP + 108)
SCALE: Final = (GAP, HEAD[3] + GAP, PHONE - GAP, HEAD[3] + GAP + 126)
TOP: Final = SCALE[3] + GAP
"""Upper edge of the map, in px."""
TILE: Final = 92
FOOT: Final = TILE + 2 * GAP
"""Px below the map, for the tiles."""
SIDE: Final = 60
"""Px beside the ends of the scale."""

Mark = tuple[int, str]
"""Points, and what stands there on the scale."""


@dataclass(frozen=True, slots=True)
class LineResult:
    """Words of a result.

    Attributes:
        line: the line's number and network.
        headline: whose result it is, and their points.
        levels: points of computers and the best possible, the most important first.
        people: points and names; the first is whose sheet it is.
        player: replaces a name that cannot be drawn, with a number.
        done: how many lines are finished.
        empty: how many stations are empty.
    """

    line: str
    headline: str
    levels: tuple[Mark, ...]
    people: tuple[Mark, ...]
    player: str
    done: str
    empty: str


def draw_result(view: View, result: LineResult) -> bytes:
    """Draw the result of one sheet, as PNG."""
    layout = phone_layout(str(view.rules["map"]), PHONE * SEEN_HEIGHT // SEEN - TOP - FOOT)
    foot = TOP + layout.size[1]
    canvas = Canvas(Image.new("RGB", (PHONE, foot + FOOT), theme.PAGE))
    draw_banner(canvas, HEAD, UNIT, BannerPlayer(result.headline, result.line))
    canvas.card(SCALE)
    _draw_scale(canvas, result)
    canvas.box((0, TOP, PHONE, foot), inks.MAP)
    map_ = inset(canvas, layout, TOP)
    draw_ground(map_, layout, is_special=bool(view.rules["special"]))
    draw_marked(map_, view, view.sheets[0], layout, Emphasis())
    _draw_tiles(canvas, view, foot + GAP, result)
    return png_of(inks.PALETTE.reduced(canvas.image))


def _draw_scale(canvas: Canvas, result: LineResult) -> None:
    """Draw the scale with levels above and people below, the first person's disc dark."""
    points = [value for value, _ in (*result.levels, *result.people)]
    low, high = min(points), max(points)
    left, right, y = SCALE[0] + SIDE, SCALE[2] - SIDE, (SCALE[1] + SCALE[3]) // 2

    def across(value: int) -> int:
        return left + round((right - left) * ((value - low) / (high - low) if high > low else 0.5))

    canvas.card((left - 12, y - 5, right + 12, y + 5), theme.RULE, 5)
    for value, _ in result.levels:
        canvas.box((across(value) - 2, y - 16, across(value) + 2, y + 16), theme.INK)
    for n, (value, _) in reversed(list(enumerate(result.people))):
        canvas.stamp(disc_stamp(17, theme.CARD), across(value), y)
        canvas.stamp(disc_stamp(14, theme.FAINT_INK if n else inks.PEOPLE[0]), across(value), y)
    names = drawable_names([name for _, name in result.people], result.player)
    people = ((across(value), name) for (value, _), name in zip(result.people, names, strict=True))
    levels = ((across(value), word) for value, word in result.levels)
    _write_apart(canvas, levels, SCALE[1] + 26, theme.SOFT_INK, Weight.SEMIBOLD)
    _write_apart(canvas, people, SCALE[3] - 26, theme.INK, Weight.BOLD)


def _write_apart(
    canvas: Canvas, words: Iterable[tuple[int, str]], y: int, ink: Colour, weight: Weight
) -> None:
    """Write words around their px; those without room beside earlier ones are left out."""
    spans = list[tuple[int, int]]()
    for x, word in words:
        wide = width(word, UNIT, weight)
        first = min(max(x - wide // 2, SCALE[0] + GAP), SCALE[2] - GAP - wide)
        if all(first + wide + GAP < a or b + GAP < first for a, b in spans):
            spans.append((first, first + wide))
            canvas.text((first, y), word, UNIT, ink=ink, weight=weight, anchor="lm")


def _draw_tiles(canvas: Canvas, view: View, top: int, result: LineResult) -> None:
    """Draw a tile for each line, in its colour if it is finished, and how many are."""
    states = line_states(view, Seat(0))
    words = max(width(word, UNIT, Weight.BOLD) for word in (result.done, result.empty))
    step = min(TILE + GAP, (PHONE - words - 5 * GAP) // len(states))
    for n, state in enumerate(states):
        left, code = 2 * GAP + n * step, state.site.colour
        box = (left, top, left + step - GAP, top + TILE)
        canvas.card(box, theme.INK if state.is_finished else theme.RULE)
        inner: Box = (box[0] + 3, box[1] + 3, box[2] - 3, box[3] - 3)
        canvas.card(inner, inks.LINES[code] if state.is_finished else theme.QUIET_CARD, 11)
        ink = inks.LINE_INKS[code] if state.is_finished else theme.SOFT_INK
        canvas.letter(((box[0] + box[2]) // 2, top + TILE // 2), state.site.letter, 44, ink)
    x = 3 * GAP + len(states) * step
    canvas.text((x, top + 38), result.done, UNIT, weight=Weight.BOLD)
    canvas.text((x, top + 76), result.empty, UNIT, ink=theme.SOFT_INK)
