"""The bars of a final count: what each player's points are of, the best player first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from render import theme
from render.boxes import Box
from render.canvas import Canvas
from render.stamps import Stamp
from render.text.lettering import Weight, width, with_minus
from render.theme import Colour

ROW: Final = 1.55
"""Distance between the rows of a few people, in sizes of the smallest letters."""
CLOSE: Final = 1.3
"""Distance between the rows of more people, likewise."""
FEW: Final = 5
BAR: Final = 1.1
"""Height of a bar, in sizes."""
LARGE: Final = 1.75
"""Size of a score's letters, in sizes of the smallest letters."""
NAMES: Final = 0.36
"""Most of the width that names take."""
RIM: Final = 2
PAD: Final = 16


@dataclass(frozen=True, slots=True)
class PointKind:
    """A kind of points.

    Attributes:
        word: its word in the legend.
        ground: colour of its bars.
        rim: colour of their rims.
        ink: colour of the numbers on them.
        signs: its shapes on the map, over each other, if these are what the legend has.
    """

    word: str
    ground: Colour
    rim: Colour = theme.INK
    ink: Colour = theme.CARD
    signs: tuple[Stamp, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end.

    Attributes:
        place: the place; 0: none.
        name: the name, drawable.
        points: points of each kind; those below 0 are drawn to the left.
        sign: draws the player's sign from a spot on rightwards, and returns its width in px.
        score: stands at the right in small letters; empty: the sum of the points.
    """

    place: int
    name: str
    points: tuple[int, ...]
    sign: Callable[[Canvas, tuple[int, int]], int]
    score: str = ""


def tally_height(unit: int, people: int) -> int:
    """Return the height of the bars of some players, in px, for this size of letters."""
    return 2 * PAD + round(unit * _row(people) * (people + 1))


def _row(people: int) -> float:
    return ROW if people <= FEW else CLOSE


def draw_tally(
    canvas: Canvas, box: Box, unit: int, kinds: Sequence[PointKind], people: Sequence[Standing]
) -> None:
    """Draw the legend, and below it each player's place, sign, name, bars and score."""
    canvas.card(box)
    left, right = box[0] + PAD, box[2] - PAD
    row = unit * _row(len(people))
    middles = [box[1] + PAD + round(row * (n + 0.5)) for n in range(len(people) + 1)]
    _draw_legend(canvas, (left, middles[0]), unit, kinds)
    starts = [
        _draw_head(canvas, (left, y), unit, player)
        for player, y in zip(people, middles[1:], strict=True)
    ]
    names = zip(starts, people, strict=True)
    names_end = max(start + width(player.name, unit, Weight.BOLD) for start, player in names)
    start = min(names_end, left + round((right - left) * NAMES))
    # Where rows are close, the letters of scores are as large as they can be.
    large = round(min(unit * LARGE, row * 1.15))
    wide = max(width(player.score, unit, Weight.BOLD) + unit for player in people)
    end = right - max(round(large * 1.9), wide)
    losses, gains = (max(_reach(player.points, sign) for player in people) for sign in (-1, 1))
    # After a short game nobody may have won or lost a point.
    scale = (end - start - unit) / max(1, losses + gains)
    zero, half = start + unit + round(losses * scale), round(unit * BAR / 2)
    for n, player in enumerate(people):
        y, ends = middles[n + 1], {1: zero, -1: zero}
        room = start - starts[n]
        canvas.text((starts[n], y), player.name, unit, weight=Weight.BOLD, anchor="lm", room=room)
        score, size = player.score, unit if player.score else large
        score = score or with_minus(sum(player.points))
        canvas.text((right, y), score, size, weight=Weight.BOLD, anchor="rm")
        for kind, points in zip(kinds, player.points, strict=True):
            side = 1 if points > 0 else -1
            first, ends[side] = ends[side], ends[side] + round(points * scale)
            low, high = sorted((first, ends[side]))
            _draw_bar(canvas, (low, y - half, high, y + half), unit, kind, points)
    canvas.box((zero - 1, middles[1] - half - 4, zero + 1, middles[-1] + half + 4), theme.INK)


def _reach(points: Sequence[int], sign: int) -> int:
    return sum(value * sign for value in points if value * sign > 0)


def _draw_head(canvas: Canvas, start: tuple[int, int], unit: int, player: Standing) -> int:
    """Draw a player's place and sign; return the px where the name begins."""
    x, y = start[0] + unit, start[1]
    canvas.text(start, str(player.place or ""), unit, ink=theme.SOFT_INK, anchor="lm")
    return x + player.sign(canvas, (x, y)) + unit // 4


def _draw_bar(canvas: Canvas, box: Box, unit: int, kind: PointKind, points: int = 0) -> None:
    """Draw a bar with its points; without a number if that would run into the next bar."""
    left, top, right, bottom = box
    if left == right:
        return
    canvas.box(box, kind.rim)
    if right - left > 2 * RIM:
        canvas.box((left + RIM, top + RIM, right - RIM, bottom - RIM), kind.ground)
    text = with_minus(points) if points else ""
    if right - left > width(text, unit, Weight.SEMIBOLD) + 4 * RIM:
        centre = (left + right) // 2, (top + bottom) // 2
        canvas.text(centre, text, unit, ink=kind.ink, anchor="mm")


def _draw_legend(
    canvas: Canvas, start: tuple[int, int], unit: int, kinds: Sequence[PointKind]
) -> None:
    """Draw each kind's signs, or a piece of its bar, and its word, in one row."""
    (x, y), half = start, round(unit * BAR / 2)
    for kind in kinds:
        canvas.layers(kind.signs, x + unit // 2, y)
        if not kind.signs:
            _draw_bar(canvas, (x, y - half, x + unit, y + half), unit, kind)
        x += round(unit * 1.3)
        canvas.text((x, y), kind.word, unit, ink=theme.SOFT_INK, anchor="lm")
        x += width(kind.word, unit, Weight.SEMIBOLD) + unit
