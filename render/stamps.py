"""Stamps: small shapes that are drawn once at four times their size and kept.

A board has hundreds of shapes of few kinds. Each kind is drawn once, reduced, and pasted
from then on: smooth edges at the price of a copy.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from itertools import pairwise
from math import ceil, cos, floor, radians, sin
from operator import attrgetter
from threading import Lock
from typing import Final, ParamSpec, Self

from cachetools import FIFOCache
from PIL import Image, ImageDraw

from render.boxes import Box, Spot
from render.masks import Mask, area, uncut, whole
from render.signs import Role, Shape, Sign, is_noting
from render.theme import Colour

OVERSAMPLE: Final = 4
# Large shapes need less smoothing, and would take many megabytes while they are drawn.
LARGE: Final = 40
"""Reach in px from which shapes are drawn at three times their size only."""
MOST_BYTES: Final = 32_000_000
"""Bytes of all kept stamps together; the oldest go first."""

_EACH: Final = 700
"""Bytes of an image or a stamp beside its px."""
_COLOURED: Final = 4
"""Bytes of a px in full colour."""

Flip = Image.Transpose
P = ParamSpec("P")
_LOCK: Final = Lock()
"""Lock around `STAMPS`, since several threads draw."""
_Draw = Callable[[ImageDraw.ImageDraw, list[Spot], Colour | int, float], None]


# Pillow draws no smooth edges, so shapes are drawn enlarged and then reduced.
@dataclass(frozen=True, slots=True)
class Stamp:
    """A shape ready to be pasted.

    Attributes:
        fill: its colours, or one colour.
        cover: the px that it covers.
        left: px from the anchor to the shape's left edge.
        top: px from the anchor to the shape's top edge.
        signs: the signs on it, in px from the anchor.
        shape: the call that made it, if signs are noted.
    """

    fill: Image.Image | Colour
    cover: Mask
    left: int
    top: int
    signs: tuple[Sign, ...] = ()
    shape: Shape | None = None

    @property
    def weight(self) -> int:
        """Its approximate size in bytes."""
        masks = [part for _, part in self.cover.parts]
        fill = 0 if isinstance(self.fill, tuple) else _COLOURED * area(self.size)
        return sum([area(mask.size) + _EACH for mask in masks]) + fill + _EACH

    @property
    def size(self) -> tuple[int, int]:
        """Its width and height in px."""
        return self.cover.size

    @property
    def mask(self) -> Image.Image:
        """Its whole mask."""
        return self.cover.image

    def inked(self, colour: Colour) -> "Stamp":
        """Return the same shape in one colour; both share their mask."""
        return Stamp(colour, self.cover, self.left, self.top, self.signs, self.shape)

    def under(self, other: "Stamp") -> "Stamp":
        """Return a shape with a smaller one on it, as one stamp."""
        if isinstance(self.fill, tuple):
            fill = Image.new("RGB", self.size, self.fill)
        else:
            fill = self.fill.copy()
        fill.paste(other.fill, (other.left - self.left, other.top - self.top), other.mask)
        cover = whole(self.mask)
        return Stamp(fill, cover, self.left, self.top, (*self.signs, *other.signs))

    def widened(self, more: int) -> "Stamp":
        """Return a shape of one colour, widened in its middle by an even number of px."""
        mask, half = self.mask, self.mask.width // 2
        wide = Image.new("L", (mask.width + more, mask.height))
        wide.paste(mask, (0, 0))
        middle = mask.crop((half, 0, half + 1, mask.height))
        wide.paste(middle.resize((more, mask.height)), (half, 0))
        wide.paste(mask.crop((half, 0, *mask.size)), (half + more, 0))
        return Stamp(self.fill, uncut(wide), self.left - more // 2, self.top)

    def flipped(self, flip: Flip) -> "Stamp":
        """Return a shape of one colour, without signs, mirrored or upside down."""
        width, height = self.size
        left = self.left if flip is Flip.FLIP_TOP_BOTTOM else -self.left - width
        top = self.top if flip is Flip.FLIP_LEFT_RIGHT else -self.top - height
        return Stamp(self.fill, uncut(self.mask.transpose(flip)), left, top)

    def known_as(self, role: Role) -> "Stamp":
        """Return the same shape as a sign with a role."""
        width, height = self.size
        box = (self.left, self.top, self.left + width, self.top + height)
        return replace(self, signs=(*self.signs, Sign(role, box)))


# To note each use would take longer than a few stamps that are made again.
STAMPS: Final[FIFOCache[Hashable, Stamp]] = FIFOCache(MOST_BYTES, getsizeof=attrgetter("weight"))
"""The stamps made last, by function and arguments."""


def kept(make: Callable[P, Stamp]) -> Callable[P, Stamp]:
    """Return a function that keeps the stamps it makes, in strips from their second use on."""
    whose = make.__module__, make.__name__

    @wraps(make)
    def looked_up(*args: P.args, **kwargs: P.kwargs) -> Stamp:
        key = (whose, args, tuple(kwargs.items()) if kwargs else ())
        # `get` would hash the key once more, which takes as long as all else here.
        try:
            with _LOCK:
                stamp = STAMPS[key]
        except KeyError:
            stamp = None
        # Looking for strips takes as long as drawing, and many stamps are pasted only once.
        if stamp is None or not stamp.cover.is_cut:
            # Made outside the lock: two threads may make one stamp, but none waits for a drawing.
            if stamp is None:
                stamp = make(*args, **kwargs)
            else:
                stamp = replace(stamp, cover=stamp.cover.cut(), shape=None)
            with _LOCK:
                STAMPS[key] = stamp
        return replace(stamp, shape=Shape(make, args, kwargs)) if is_noting() else stamp

    return looked_up


class Drawing:
    """A drawing of a shape, in px around an anchor at (0, 0), y downwards.

    Its parts are only collected until the stamp is made. Then only the px that they cover
    are drawn, and colours only if there are several.
    """

    def __init__(self, reach: float, base: Colour, reach_y: float | None = None) -> None:
        """Start an empty drawing.

        Args:
            reach: px from the anchor to the left and right edges.
            base: the colour with which outer edges are smoothed.
            reach_y: px from the anchor to top and bottom; as `reach` if None.
        """
        self._half = (int(reach) + 2, int(reach if reach_y is None else reach_y) + 2)
        self._scale = OVERSAMPLE if reach < LARGE else OVERSAMPLE - 1
        self._base = base
        self._parts = list[_Part]()

    def polygon(self, corners: Iterable[Spot], colour: Colour | None) -> Self:
        """Fill a polygon, or cut it out of the shape if it has no colour."""
        self._parts.append(_Part(_polygon, tuple(corners), colour))
        return self

    def disc(self, centre: Spot, radius: float, colour: Colour) -> Self:
        """Fill a circle."""
        x, y = centre
        box = (x - radius, y - radius), (x + radius, y + radius)
        self._parts.append(_Part(_ellipse, box, colour))
        return self

    def rounded(self, box: tuple[float, float, float, float], radius: float, c: Colour) -> Self:
        """Fill a rectangle with round corners."""
        self._parts.append(_Part(_rounded, (box[:2], box[2:]), c, radius * self._scale))
        return self

    def plate(self, half: float, radius: float, colour: Colour, down: float | None = None) -> Self:
        """Fill a square with round corners around the anchor, or a rectangle if `down` is given.

        Args:
            half: half its width.
            radius: radius of its corners.
            colour: its colour.
            down: half its height; None: as wide.
        """
        high = half if down is None else down
        return self.rounded((-half, -high, half, high), radius, colour)

    def stroke(
        self, path: Sequence[Spot], width: float, colour: Colour, *, is_round: bool = False
    ) -> Self:
        """Draw a smooth line of even width, with flat ends or round ones."""
        for start, end in pairwise(path):
            self.polygon(_bar(start, end, width / 2), colour)
        for spot in path if is_round else path[1:-1]:
            self.disc(spot, width / 2, colour)
        return self

    def ribbon(
        self, path: Sequence[Spot], width: float, colour: Colour, *, is_round: bool = False
    ) -> Self:
        """Draw a line with flat or round ends as one polygon: faster, but wider at corners."""
        steps = [_bar(start, end, width / 2) for start, end in pairwise(path)]
        left, right = [steps[0][0]], [steps[0][3]]
        for (_, a, d, _), (b, _, _, c) in pairwise(steps):
            left.append(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
            right.append(((c[0] + d[0]) / 2, (c[1] + d[1]) / 2))
        for spot in (path[0], path[-1]) if is_round else ():
            self.disc(spot, width / 2, colour)
        return self.polygon((*left, steps[-1][1], steps[-1][2], *reversed(right)), colour)

    def _box(self) -> Box:
        """Return the box that the shape may cover, from the anchor."""
        spots = [spot for part in self._parts if part.colour for spot in part.spots]
        xs, ys = [x for x, _ in spots] or [0.0], [y for _, y in spots] or [0.0]
        across, down = self._half
        left, top = max(-across, floor(min(xs)) - 1), max(-down, floor(min(ys)) - 1)
        right, bottom = min(across, ceil(max(xs)) + 2), min(down, ceil(max(ys)) + 2)
        return left, top, max(right, left + 1), max(bottom, top + 1)

    def stamp(self) -> Stamp:
        """Return the finished shape, cut to its visible part."""
        scale, (left, top, right, bottom) = self._scale, self._box()
        size = (right - left) * scale, (bottom - top) * scale
        # With one colour no image of colours is drawn: the mask and the colour are enough.
        inks = tuple(dict.fromkeys(part.colour for part in self._parts if part.colour))
        large = Image.new("L", size, 0)
        self._draw(ImageDraw.Draw(large), (left, top), is_mask=True)
        mask = large.reduce(scale)
        box = mask.getbbox() or (0, 0, 1, 1)
        fill: Image.Image | Colour = inks[0] if inks else self._base
        if len(inks) > 1:
            colours = Image.new("RGB", size, self._base)
            self._draw(ImageDraw.Draw(colours), (left, top), is_mask=False)
            fill = colours.reduce(scale).crop(box)
        cut = mask.crop(box)
        # Only one colour can be pasted in strips: an image of colours would have to be cut as well.
        cover = uncut(cut) if isinstance(fill, tuple) else whole(cut)
        return Stamp(fill, cover, left + box[0], top + box[1])

    def _draw(self, pen: ImageDraw.ImageDraw, top_left: Spot, *, is_mask: bool) -> None:
        """Draw all parts enlarged, in their colours or as a mask: white, hidden parts black."""
        scale, (left, top) = self._scale, top_left
        for part in self._parts:
            spots = [((x - left) * scale, (y - top) * scale) for x, y in part.spots]
            if is_mask:
                part.draw(pen, spots, 255 if part.colour else 0, part.radius)
            elif part.colour:
                part.draw(pen, spots, part.colour, part.radius)


def discs(reach: float, base: Colour, *layers: tuple[float, Colour]) -> Drawing:
    """Return a drawing of discs around the anchor.

    Args:
        reach: px from the anchor to all edges.
        base: the colour with which outer edges are smoothed.
        layers: the radius and the colour of each disc, the largest first.
    """
    drawing = Drawing(reach, base)
    for radius, colour in layers:
        drawing.disc((0, 0), radius, colour)
    return drawing


def on_circle(angle: float, radius: float) -> Spot:
    """Return a spot on a circle, angle in degrees anticlockwise from east."""
    return radius * cos(radians(angle)), -radius * sin(radians(angle))


@dataclass(frozen=True, slots=True)
class _Part:
    """One part of a drawing.

    Attributes:
        draw: function that draws it.
        spots: its corners, or those of its box, in px from the anchor.
        colour: its colour; None: it hides what it covers.
        radius: radius of its corners, in enlarged px.
    """

    draw: _Draw
    spots: tuple[Spot, ...]
    colour: Colour | None
    radius: float = 0


def _polygon(pen: ImageDraw.ImageDraw, spots: list[Spot], ink: Colour | int, _: float) -> None:
    # Rounded down, since beyond the image's edge Pillow would round up.
    pen.polygon([(floor(x), floor(y)) for x, y in spots], fill=ink)


def _ellipse(pen: ImageDraw.ImageDraw, spots: list[Spot], ink: Colour | int, _: float) -> None:
    pen.ellipse(spots, fill=ink)


def _rounded(pen: ImageDraw.ImageDraw, spots: list[Spot], ink: Colour | int, r: float) -> None:
    pen.rounded_rectangle(spots, r, fill=ink)


def _bar(start: Spot, end: Spot, half: float) -> list[Spot]:
    dx, dy = end[0] - start[0], end[1] - start[1]
    # Two equal spots have no direction, and would divide by zero.
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    nx, ny = -dy / length * half, dx / length * half
    return [
        (start[0] + nx, start[1] + ny),
        (end[0] + nx, end[1] + ny),
        (end[0] - nx, end[1] - ny),
        (start[0] - nx, start[1] - ny),
    ]
