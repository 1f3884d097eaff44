"""The chart of a review: the players' chances to win over the turns, or a score alone.

Chances add up to 100, so each is an area on top of the others, with its letter where it is
largest; colour is never the only sign. Areas are pale beside their neighbours, so that what is
sure stands out. A score is a line within the pale band of its interval.
The turns that changed most are numbered.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render import theme
from render.banner import BannerPlayer, banner_height, draw_banner
from render.canvas import Canvas, ring_stamp
from render.palette import SIZE
from render.signs import carried
from render.text.lettering import Weight, fitted, least_size, width
from render.theme import Colour, blend, hex_colour

WIDTH, HEIGHT = 1000, 760
"""Px of the whole picture."""

EDGE: Final = 24
UNIT: Final = least_size(WIDTH) + 4
"""Size of the smallest letters."""

SCALE_ROOM: Final = 98
"""Px left of the chart, for its scale."""

NAMES_ROOM: Final = 324
"""Px right of the chart, for the names."""

SMOOTH: Final = 2
"""Scale at which lines are drawn, to be reduced with smooth edges."""

STROKE, EDGE_LINE = 6, 3
"""Px of a line, and of the light edge between two areas."""

DISC: Final = 18
"""Radius of a numbered disc and of a letter's, in px."""

CAPTION: Final = 3.2
"""Distance from the chart to the caption of its turns, in sizes of the smallest letters."""

BAND, PALE = 0.16, 0.6
"""Opacity of a line's band, and of an area beyond what is sure of it."""

DASH: Final = 10
"""Px that a line through the chart is drawn, and then left out."""

COLOURS: Final[tuple[Colour, ...]] = (
    *theme.COMPANIES,
    *map(hex_colour, ("8A4B32", "4A5260", "5F7A12", "B3265C")),
)
"""Colours of players in games that give them none; neighbours are apart for every eye."""

MOST_MARKS: Final = 3
"""Most positions that are numbered."""

GRID: Final = 4
"""Number of parts of the scale."""
Way = list[tuple[float, float]]
"""The spots of one value at each position, in px."""


class Interval(NamedTuple):
    """A value with the ends of its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class PlayerCurve:
    """One player's line.

    Attributes:
        name: the player's name.
        letter: letter at the line's end.
        colour: colour of the line.
        points: one value for each position.
        end: the final value, in words.
    """

    name: str
    letter: str
    colour: Colour
    points: tuple[Interval, ...]
    end: str


class Moment(NamedTuple):
    """A position that is numbered.

    Attributes:
        position: the position.
        name: whom it moved most; empty for somebody who plays alone.
        shift: by how much, in words.
    """

    position: int
    name: str
    shift: str


@dataclass(frozen=True, slots=True)
class ChanceChart:
    """The values and words of a chart.

    Attributes:
        head: heading of the picture.
        small: a line above it.
        turns: caption below the scale of turns.
        strands: one line for each player.
        marks: the positions that are numbered, at most three, the first as number 1.
        is_share: whether values go from 0 to 1, as chances do; else they are points.
    """

    head: str
    small: str
    turns: str
    strands: tuple[PlayerCurve, ...]
    marks: tuple[Moment, ...]
    is_share: bool


@dataclass(frozen=True, slots=True)
class _Frame:
    """The transform from positions and values to px."""

    left: int
    top: int
    right: int
    bottom: int
    low: float
    high: float
    count: int

    def at(self, position: int, value: float) -> tuple[float, float]:
        """Return the spot of a value, in px."""
        across = self.left + (self.right - self.left) * position / max(1, self.count - 1)
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return across, self.bottom - (self.bottom - self.top) * share


def draw_chances(chances: ChanceChart) -> Image.Image:
    """Draw the whole picture."""
    image = Image.new("RGB", (WIDTH, HEIGHT), theme.PAGE)
    canvas = Canvas(image)
    top = EDGE + banner_height(UNIT, has_news=False) + EDGE
    draw_banner(
        canvas,
        (EDGE, EDGE, WIDTH - EDGE, top - EDGE),
        UNIT,
        BannerPlayer(chances.head, chances.small),
    )
    card = (EDGE, top, WIDTH - EDGE, HEIGHT - EDGE)
    canvas.card(card)
    frame = _frame(chances, top)
    ways = _stacked(frame, chances) if chances.is_share else []
    _shapes(image, frame, chances, ways)
    _scale(canvas, frame, chances)
    _letters(canvas, chances, ways)
    _numbers(canvas, frame, chances)
    _names(canvas, frame, chances, ways)
    return carried(image, image.quantize(SIZE, dither=Image.Dither.NONE))


def _frame(chances: ChanceChart, top: int) -> _Frame:
    low, high = (0.0, 1.0) if chances.is_share else _points_scale(chances)
    left, right = EDGE + SCALE_ROOM, WIDTH - EDGE - NAMES_ROOM
    top, bottom = top + 2 * DISC + 24, HEIGHT - EDGE - round((CAPTION + 0.6) * UNIT)
    return _Frame(left, top, right, bottom, low, high, len(chances.strands[0].points))


def _points_scale(chances: ChanceChart) -> tuple[float, float]:
    reaches = [reach for strand in chances.strands for reach in strand.points]
    low, high = min(r.low for r in reaches), max(r.high for r in reaches)
    step = 5 * GRID
    return float(min(0, -step * ceil(-low / step))), float(max(step, step * ceil(high / step)))


def _scale(canvas: Canvas, frame: _Frame, chances: ChanceChart) -> None:
    """Draw the scales, and a dashed line at each step of values and each marked turn."""
    for part in range(GRID + 1):
        value = frame.low + (frame.high - frame.low) * part / GRID
        y = round(frame.at(0, value)[1])
        for x in range(frame.left, frame.right, 2 * DASH):
            canvas.box((x, y - 1, min(x + DASH, frame.right), y + 1), theme.RULE)
        text = f"{round(100 * value)}%" if chances.is_share else str(round(value))
        canvas.text((frame.left - 12, y), text, UNIT, ink=theme.SOFT_INK, anchor="rm")
    for mark in chances.marks:
        x = round(frame.at(mark.position, 0)[0])
        for y in range(frame.top - DASH, frame.bottom, 2 * DASH):
            canvas.box((x - 1, y, x + 1, min(y + DASH, frame.bottom)), theme.INK)
    # Far enough below that the first turn and the lowest value are not read as one.
    line = frame.bottom + round(1.7 * UNIT)
    for position in _labelled(frame.count):
        x = round(frame.at(position, 0)[0])
        canvas.text((x, line), str(position), UNIT, ink=theme.SOFT_INK, anchor="ms")
    canvas.text((frame.right + DISC + 16, line), chances.turns, UNIT, ink=theme.SOFT_INK)


def _labelled(count: int) -> Iterator[int]:
    """Yield the positions whose numbers stand below the scale."""
    last = count - 1
    steps = (1, 2, 5, 10, 20, 50, 100, 200, 500)
    step = next((size for size in steps if last <= 8 * size), last)
    # A number too close to the last one would run into it.
    yield from (position for position in range(0, last, step) if last - position >= step * 0.7)
    yield last


def _stacked(frame: _Frame, chances: ChanceChart) -> list[Way]:
    """Return the upper edge of each player's area, the first player's at the top, and the floor."""
    columns = list(zip(*(strand.points for strand in chances.strands), strict=True))
    heights = list[list[float]]()
    for column in columns:
        values = [max(reach.value, 0.0) for reach in column]
        # Each chance is rounded by itself, and nobody may have won any of the games played on.
        whole = sum(values) or 1.0
        heights.append([*accumulate((value / whole for value in values), initial=0.0)])
    return [
        [frame.at(n, 1 - height) for n, height in enumerate(edge)]
        for edge in zip(*heights, strict=True)
    ]


def _shapes(image: Image.Image, frame: _Frame, chances: ChanceChart, ways: list[Way]) -> None:
    """Draw the areas of chances, or the line of a score in its band."""
    # Pillow draws no smooth edges: they are drawn enlarged, then reduced.
    large = image.resize((WIDTH * SMOOTH, HEIGHT * SMOOTH), Image.Resampling.NEAREST)
    pen = ImageDraw.Draw(large)
    enlarged = [[(x * SMOOTH, y * SMOOTH) for x, y in way] for way in ways]
    for n, strand in enumerate(chances.strands):
        if ways:
            pale, last = blend(strand.colour, theme.CARD, PALE), len(chances.strands) - 1
            pen.polygon([*enlarged[n], *reversed(enlarged[n + 1])], fill=pale)
            # What is sure is as high as the interval's lower end, and lies away from neighbours.
            above, edges = 0.5 * (n > 0) + 0.5 * (n == last), (enlarged[n], enlarged[n + 1])
            cuts = [
                (lower - upper) * (1 - min(max(reach.low, 0.0) / (reach.value or 1.0), 1.0))
                for (_, upper), (_, lower), reach in zip(*edges, strand.points, strict=True)
            ]
            top, floor = (
                [(x, y + share * cut) for (x, y), cut in zip(way, cuts, strict=True)]
                for way, share in zip(edges, (above, above - 1), strict=True)
            )
            pen.polygon([*top, *reversed(floor)], fill=strand.colour)
            continue
        low, value, high = (
            [(x * SMOOTH, y * SMOOTH) for x, y in map(frame.at, range(frame.count), reach)]
            for reach in zip(*((r.low, r.value, r.high) for r in strand.points), strict=True)
        )
        pen.polygon([*high, *reversed(low)], fill=blend(strand.colour, theme.CARD, BAND))
        pen.line(value, fill=strand.colour, width=STROKE * SMOOTH, joint="curve")
    for way in enlarged[1:-1]:
        pen.line(way, fill=theme.CARD, width=EDGE_LINE * SMOOTH, joint="curve")
    image.paste(large.reduce(SMOOTH))


def _letters(canvas: Canvas, chances: ChanceChart, ways: list[Way]) -> None:
    """Draw each player's letter where their area is highest, if it has room there."""
    for strand, (upper, lower) in zip(chances.strands, pairwise(ways), strict=False):
        high = [low - top for (_, top), (_, low) in zip(upper, lower, strict=True)]
        # Turns on both sides count: at a peak alone the letter would lie on its neighbours.
        inner = ((min(high[n - 1 : n + 2]), n) for n in range(1, len(high) - 1))
        height, index = max(inner, default=(0.0, 0))
        if height >= 2 * DISC + 4:
            middle = round(upper[index][0]), round((upper[index][1] + lower[index][1]) / 2)
            _letter(canvas, middle, strand)


def _letter(canvas: Canvas, centre: tuple[int, int], strand: PlayerCurve) -> None:
    canvas.stamp(ring_stamp(DISC, theme.CARD, 3, strand.colour), *centre)
    ink = theme.legible_on(strand.colour)
    canvas.text(centre, strand.letter, UNIT, ink=ink, weight=Weight.BOLD, anchor="mm")


def _numbers(canvas: Canvas, frame: _Frame, chances: ChanceChart) -> None:
    """Draw the numbers of the marked turns above the chart, side by side, and their key."""
    placed, least = list[int](), 2 * DISC + 6
    # Marks come by how much they changed, but their discs are placed from left to right.
    for number, mark in sorted(enumerate(chances.marks, start=1), key=lambda each: each[1]):
        x = round(frame.at(mark.position, 0)[0])
        # Marked turns close together push later numbers to the right.
        x = max(x, placed[-1] + least) if placed else x
        placed.append(x)
        _mark(canvas, (x, frame.top - DISC - 16), number)
    # Below the scale stands which turns they are, and what each has changed.
    y, wide = frame.bottom + round((CAPTION - 0.36) * UNIT), (WIDTH - 3 * EDGE) // MOST_MARKS
    for n, mark in enumerate(chances.marks):
        x = round(1.5 * EDGE) + n * wide
        _mark(canvas, (x + DISC, y), n + 1)
        x, end, weight = x + 2 * DISC + 8, x + wide - EDGE // 2, Weight.SEMIBOLD
        start = f"{mark.position} · "
        room = end - x - width(f"{start} {mark.shift}", UNIT, weight)
        words = f"{start}{fitted(mark.name, UNIT, weight, room)} {mark.shift}"
        canvas.text((x, y), " ".join(words.split()), UNIT, ink=theme.SOFT_INK, anchor="lm")


def _mark(canvas: Canvas, centre: tuple[int, int], number: int) -> None:
    canvas.stamp(ring_stamp(DISC, theme.INK, 3, theme.INK), *centre)
    canvas.text(centre, str(number), UNIT, ink=theme.CARD, weight=Weight.BOLD, anchor="mm")


def _names(canvas: Canvas, frame: _Frame, chances: ChanceChart, ways: list[Way]) -> None:
    """Draw each player's letter beside the end of their area or line, with name and points."""
    room_for_each = (frame.bottom - UNIT - frame.top) // max(1, len(chances.strands) - 1)
    # With many players, names at their usual distance would need more than the chart's height.
    tall = min(round(2.5 * UNIT), room_for_each)
    ends = [(upper[-1][1] + lower[-1][1]) / 2 for upper, lower in pairwise(ways)]
    ends = ends or [frame.at(0, strand.points[-1].value)[1] for strand in chances.strands]
    for strand, y in zip(chances.strands, _apart(ends, tall, frame), strict=True):
        x = frame.right + DISC + 16
        _letter(canvas, (x, y), strand)
        left, room = x + DISC + 10, WIDTH - EDGE - 12 - (x + DISC + 10)
        canvas.text((left, y - 2), strand.name, UNIT, weight=Weight.BOLD, room=room)
        canvas.text((left, y + UNIT), strand.end, UNIT, ink=theme.SOFT_INK, room=room)


def _apart(ends: Sequence[float], tall: int, frame: _Frame) -> list[int]:
    """Return the heights of the names: near their lines' ends, without overlaps."""
    spots = list[float]()
    for end in ends:
        spots.append(max(end, spots[-1] + tall) if spots else max(end, frame.top))
    # Pushing names down may push the last ones off the chart: those move up again.
    excess = spots[-1] - (frame.bottom - UNIT)
    # Backwards, since each moves to just above the one below it.
    for place in range(len(spots) - 1, -1, -1):
        limit = spots[place + 1] - tall if place + 1 < len(spots) else frame.bottom - UNIT
        spots[place] = min(spots[place], limit) if excess > 0 else spots[place]
    return [round(spot) for spot in spots]
