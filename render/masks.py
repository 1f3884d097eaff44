"""Masks: the px that a shape covers, in parts that are pasted quickly."""

from dataclasses import dataclass
from typing import Final

from PIL import Image

from render.boxes import Box, moved

TALL: Final = 20
"""Height of each strip of a sparse shape, in px."""
LARGE_AREA: Final = 12_000
"""Px from which pasting a shape in strips is worth it."""
_OPAQUE: Final = 255
Strip = tuple[Box, Image.Image | None]


@dataclass(frozen=True, slots=True)
class Mask:
    """The px that a shape covers.

    Attributes:
        size: width and height of its box, in px.
        parts: the parts that are pasted, each with its box: one, or strips of a mask that is
            mostly empty or mostly full. A part without an image is full.
        is_cut: whether strips were looked for, or need not be.
    """

    size: tuple[int, int]
    parts: tuple[Strip, ...]
    is_cut: bool = True

    @property
    def image(self) -> Image.Image:
        """The whole mask, put together from its strips if it has several."""
        first = self.parts[0][1]
        if first is not None and first.size == self.size:
            return first
        image = Image.new("L", self.size, 0)
        for box, part in self.parts:
            image.paste(_OPAQUE if part is None else part, box)
        return image

    def cut(self) -> "Mask":
        """Return the same mask in strips, if that saves time."""
        return Mask(self.size, _core(self.image) or _strips(self.image) or self.parts)


def whole(image: Image.Image, *, is_cut: bool = True) -> Mask:
    """Return a mask in one part."""
    return Mask(image.size, (((0, 0, *image.size), image),), is_cut)


def uncut(image: Image.Image) -> Mask:
    """Return a new mask, whose strips are still to be looked for unless it is small."""
    return whole(image, is_cut=area(image.size) < LARGE_AREA)


def area(size: tuple[int, int]) -> int:
    """Return the px of a box of a size."""
    return size[0] * size[1]


def _strips(mask: Image.Image) -> tuple[Strip, ...]:
    """Return the parts of a mask that are not empty, or none if that saves little."""
    width, height = mask.size
    # A slanting line covers little of its box, and each px of a box takes time.
    found = list[Strip]()
    for top in range(0, height, TALL):
        row = mask.crop((0, top, width, min(top + TALL, height)))
        box = row.getbbox()
        if box is not None:
            found.append((moved(box, 0, top), row.crop(box)))
    covered = sum((box[2] - box[0]) * (box[3] - box[1]) for box, _ in found)
    # Each strip is a call, which pays only where a third of the px is saved.
    return tuple(found) if covered * 3 < width * height * 2 else ()


def _core(mask: Image.Image) -> tuple[Strip, ...]:
    """Return the full middle of a large shape and the parts around it; none if it is small."""
    width, height = mask.size
    # Filling a box takes a tenth of the time of pasting through a mask.
    left, right = _run(mask.crop((0, height // 2, width, height // 2 + 1)))
    top, bottom = _run(mask.crop((width // 2, 0, width // 2 + 1, height)))
    core = (left, top, right, bottom)
    if (
        2 * (right - left) * (bottom - top) < width * height
        # Its sides were found on two lines alone, so it may have holes beside them.
        or mask.crop(core).getextrema()[0] != _OPAQUE
    ):
        return ()
    around = (
        *((0, 0, width, top), (0, bottom, width, height)),
        *((0, top, left, bottom), (right, top, width, bottom)),
    )
    sides = [(box, mask.crop(box)) for box in around if box[0] < box[2] and box[1] < box[3]]
    return (core, None), *sides


def _run(line: Image.Image) -> tuple[int, int]:
    """Return the ends of the full part in the middle of a line of px."""
    values = line.tobytes()
    low = high = len(values) // 2
    while low and values[low - 1] == _OPAQUE:
        low -= 1
    while high < len(values) and values[high] == _OPAQUE:
        high += 1
    return low, high
