"""The chart of a review: each player's chance to win over the turns, or a score alone.

Each line has its own colour, dashes and letter, so that colour is never the only sign.
A pale band shows its interval. The turns that changed most are numbered.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, hypot
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render import theme
from render.banner import BannerPlayer, banner_height, draw_banner
from render.canvas import Canvas, ring_stamp
from render.palette import Palette
from render.text.lettering import Weight, least_size
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

STROKE, OUTLINE = 6, 10
"""Px of a line, and of the light outline that sets it off from its ground."""

DISC: Final = 18
"""Radius of a numbered disc and of a letter's, in px."""

BAND: Final = 0.16
"""Opacity of a line's band."""

DASHES: Final[tuple[tuple[int, ...], ...]] = (
    (),
    (30, 14),
    (10, 12),
    (34, 12, 10, 12),
    (50, 16),
    (18, 10),
    (34, 10, 10, 10, 10, 10),
    (8, 22),
)
"""Px that each line is drawn and left out, in turn; none: an unbroken line."""

COLOURS: Final[tuple[Colour, ...]] = (
    *theme.COMPANIES,
    *map(hex_colour, ("8A4B32", "4A5260", "B3265C", "5F7A12")),
)
"""Colours of players in games that give them none."""

GRID: Final = 4
"""Number of parts of the scale."""


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


@dataclass(frozen=True, slots=True)
class ChanceChart:
    """The values and words of a chart.

    Attributes:
        head: heading of the picture.
        small: a line above it.
        turns: caption below the scale of turns.
        strands: one line for each player.
        marks: the positions that are numbered, the first as number 1.
        is_share: whether values go from 0 to 1, as chances do; else they are points.
    """

    head: str
    small: str
    turns: str
    strands: tuple[PlayerCurve, ...]
    marks: tuple[int, ...]
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
    _scale(canvas, frame, chances)
    _lines(image, frame, chances)
    _numbers(canvas, frame, chances)
    _names(canvas, frame, chances)
    return _palette(chances).reduced(image)


def _frame(chances: ChanceChart, top: int) -> _Frame:
    low, high = (0.0, 1.0) if chances.is_share else _points_scale(chances)
    left, right = EDGE + SCALE_ROOM, WIDTH - EDGE - NAMES_ROOM
    top, bottom = top + 2 * DISC + 24, HEIGHT - EDGE - 3 * UNIT
    return _Frame(left, top, right, bottom, low, high, len(chances.strands[0].points))


def _points_scale(chances: ChanceChart) -> tuple[float, float]:
    reaches = [reach for strand in chances.strands for reach in strand.points]
    low, high = min(r.low for r in reaches), max(r.high for r in reaches)
    step = 5 * GRID
    return float(min(0, -step * ceil(-low / step))), float(max(step, step * ceil(high / step)))


def _scale(canvas: Canvas, frame: _Frame, chances: ChanceChart) -> None:
    for part in range(GRID + 1):
        value = frame.low + (frame.high - frame.low) * part / GRID
        y = round(frame.at(0, value)[1])
        canvas.box((frame.left, y - 1, frame.right, y + 1), theme.RULE)
        text = f"{round(100 * value)}%" if chances.is_share else str(round(value))
        canvas.text((frame.left - 12, y), text, UNIT, ink=theme.SOFT_INK, anchor="rm")
    line = frame.bottom + round(1.4 * UNIT)
    for position in _labelled(frame.count):
        x = round(frame.at(position, 0)[0])
        canvas.text((x, line), str(position), UNIT, ink=theme.SOFT_INK, anchor="ms")
    middle = (frame.left + frame.right) // 2
    at = middle, frame.bottom + round(2.6 * UNIT)
    canvas.text(at, chances.turns, UNIT, ink=theme.SOFT_INK, anchor="ms")


def _labelled(count: int) -> Iterator[int]:
    """Yield the positions whose numbers stand below the scale."""
    last = count - 1
    steps = (1, 2, 5, 10, 20, 50, 100, 200, 500)
    step = next((each for each in steps if last <= 8 * each), last)
    # A number too close to the last one would run into it.
    yield from (position for position in range(0, last, step) if last - position >= step * 0.7)
    yield last


def _lines(image: Image.Image, frame: _Frame, chances: ChanceChart) -> None:
    # Pillow draws no smooth lines: they are drawn enlarged, then reduced.
    large = image.resize((WIDTH * SMOOTH, HEIGHT * SMOOTH), Image.Resampling.NEAREST)
    for strand in chances.strands:
        _band(large, frame, strand)
    pen = ImageDraw.Draw(large)
    for position in chances.marks:
        x = frame.at(position, 0)[0] * SMOOTH
        ends = [(x, frame.top * SMOOTH - 12), (x, frame.bottom * SMOOTH)]
        for a, b in _dashed(ends, (10, 10)):
            pen.line((a, b), fill=theme.FAINT_INK, width=2 * SMOOTH)
    for number, strand in enumerate(chances.strands):
        way = [frame.at(n, reach.value) for n, reach in enumerate(strand.points)]
        _stroke(pen, [(x * SMOOTH, y * SMOOTH) for x, y in way], number, strand.colour)
    image.paste(large.reduce(SMOOTH))


def _band(image: Image.Image, frame: _Frame, strand: PlayerCurve) -> None:
    upper = [frame.at(n, reach.high) for n, reach in enumerate(strand.points)]
    lower = [frame.at(n, reach.low) for n, reach in enumerate(strand.points)]
    outline = [(x * SMOOTH, y * SMOOTH) for x, y in (*upper, *reversed(lower))]
    mask = Image.new("L", image.size, 0)
    ImageDraw.Draw(mask).polygon(outline, fill=round(255 * BAND))
    image.paste(strand.colour, (0, 0, *image.size), mask)


def _stroke(
    pen: ImageDraw.ImageDraw, way: Sequence[tuple[float, float]], number: int, colour: Colour
) -> None:
    parts = list(_dashed(way, DASHES[number % len(DASHES)]))
    # The light outline comes first, so that crossing lines stay apart.
    for width, fill in ((OUTLINE, theme.CARD), (STROKE, colour)):
        for a, b in parts:
            pen.line((a, b), fill=fill, width=width * SMOOTH)
            for x, y in (a, b):
                half = width * SMOOTH / 2
                # Pillow leaves notches where wide lines meet at an angle.
                pen.ellipse((x - half, y - half, x + half, y + half), fill=fill)


Spot = tuple[float, float]


def _dashed(way: Sequence[Spot], dashes: tuple[int, ...]) -> Iterator[tuple[Spot, Spot]]:
    """Yield the drawn parts of a line."""
    if not dashes:
        yield from pairwise(way)
        return
    place, left = 0, float(dashes[0] * SMOOTH)
    for (x, y), (to_x, to_y) in pairwise(way):
        length, done = hypot(to_x - x, to_y - y), 0.0
        while done < length:
            step = min(left, length - done)
            if place % 2 == 0:
                across, down, end = to_x - x, to_y - y, done + step
                start = (x + across * done / length, y + down * done / length)
                yield start, (x + across * end / length, y + down * end / length)
            done, left = done + step, left - step
            if left <= 0:
                place = (place + 1) % len(dashes)
                left = float(dashes[place] * SMOOTH)


def _numbers(canvas: Canvas, frame: _Frame, chances: ChanceChart) -> None:
    """Draw the numbers of the marked turns above the chart, side by side."""
    placed, least = list[int](), 2 * DISC + 6
    # Marks come by how much they changed, but their discs are placed from left to right.
    for number, position in sorted(enumerate(chances.marks, start=1), key=lambda each: each[1]):
        x = round(frame.at(position, 0)[0])
        # Marked turns close together push later numbers to the right.
        x = max(x, placed[-1] + least) if placed else x
        placed.append(x)
        y = frame.top - DISC - 16
        canvas.stamp(ring_stamp(DISC, theme.INK, 3, theme.INK), x, y)
        text = str(number)
        canvas.text((x, y), text, UNIT, ink=theme.CARD, weight=Weight.BOLD, anchor="mm")


def _names(canvas: Canvas, frame: _Frame, chances: ChanceChart) -> None:
    """Draw each line's letter at its end, with the player's name and the final value."""
    room_for_each = (frame.bottom - frame.top) // max(1, len(chances.strands) - 1)
    # With many players, names at their usual distance would need more than the chart's height.
    tall = min(round(2.5 * UNIT), room_for_each)
    last = frame.count - 1
    # From the top of the chart down, as `_apart` pushes names only downwards.
    order = sorted(chances.strands, key=lambda each: -each.points[-1].value)
    ends = [frame.at(last, strand.points[-1].value)[1] for strand in order]
    spots = _apart(ends, tall, frame)
    for strand, y in zip(order, spots, strict=True):
        x = frame.right + DISC + 16
        canvas.stamp(ring_stamp(DISC, strand.colour, 3, strand.colour), x, y)
        ink = theme.INK if _is_light(strand.colour) else theme.CARD
        canvas.text((x, y), strand.letter, UNIT, ink=ink, weight=Weight.BOLD, anchor="mm")
        left, room = x + DISC + 10, WIDTH - EDGE - 12 - (x + DISC + 10)
        canvas.text((left, y - 2), strand.name, UNIT, weight=Weight.BOLD, room=room)
        canvas.text((left, y + UNIT), strand.end, UNIT, ink=theme.SOFT_INK, room=room)


def _apart(ends: Sequence[float], tall: int, frame: _Frame) -> list[int]:
    """Return the heights of the names: near their lines' ends, without overlaps."""
    spots = list[float]()
    for end in ends:
        spots.append(max(end, spots[-1] + tall) if spots else max(end, frame.top))
    # Pushing names down may push the last ones off the chart: those move up again.
    over = spots[-1] - (frame.bottom - 4)
    # Backwards, since each moves to just above the one below it.
    for place in range(len(spots) - 1, -1, -1):
        below = spots[place + 1] - tall if place + 1 < len(spots) else frame.bottom - 4
        spots[place] = min(spots[place], below) if over > 0 else spots[place]
    return [round(spot) for spot in spots]


def _is_light(colour: Colour) -> bool:
    """Return whether dark ink is easier to read on a colour than white."""
    red, green, blue = colour
    return red * 0.3 + green * 0.59 + blue * 0.11 > 138


def _palette(chances: ChanceChart) -> Palette:
    fixed = (theme.PAGE, theme.CARD, theme.RULE, theme.INK, theme.SOFT_INK, theme.FAINT_INK)
    found = [*fixed]
    colours = [strand.colour for strand in chances.strands]
    for colour in colours:
        found += [colour, blend(colour, theme.CARD, BAND), blend(colour, theme.RULE, BAND)]
    texts = ((theme.CARD, theme.INK), (theme.CARD, theme.SOFT_INK), (theme.INK, theme.CARD))
    for under, over in texts:
        found += [blend(over, under, step / 8) for step in range(1, 8)]
    for colour in colours:
        found += [blend(colour, theme.CARD, step / 8) for step in range(2, 8)]
        found += [blend(theme.INK, colour, step / 3) for step in range(1, 3)]
        pale = blend(colour, theme.CARD, BAND)
        # Bands overlap, and each can be seen through the other.
        found += [blend(other, pale, BAND) for other in colours]
    found += [blend(theme.PAGE, theme.INK, step / 4) for step in range(1, 4)]
    return Palette(found)
