"""Masks: the px that a shape covers, in parts that are pasted quickly."""

from dataclasses import dataclass, field
from typing import Any, Final

from PIL import Image

from render.boxes import Box, moved

TALL: Final = 20
"""Height of each strip of a sparse shape, in px."""
LARGE_AREA: Final = 12_000
"""Px from which pasting a shape in strips is worth it."""
Strip = tuple[Box, Image.Image]


@dataclass(frozen=True, slots=True)
class Mask:
    """The px that a shape covers.

    Attributes:
        size: width and height of its box, in px.
        parts: the parts that are pasted, each with its box: one, or strips of a mask that is
            mostly empty.
        is_cut: whether strips were looked for, or need not be.
        cores: the parts as Pillow's core has them, each with its box.
    """

    size: tuple[int, int]
    parts: tuple[Strip, ...]
    is_cut: bool = True
    cores: tuple[tuple[Box, Any], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Ask Pillow for its cores once: they are pasted hundreds of times a picture."""
        # A frozen dataclass allows no plain assignment.
        object.__setattr__(self, "cores", tuple((box, part.im) for box, part in self.parts))

    @property
    def image(self) -> Image.Image:
        """The whole mask, put together from its strips if it has several."""
        first = self.parts[0][1]
        if first.size == self.size:
            return first
        image = Image.new("L", self.size, 0)
        for box, part in self.parts:
            image.paste(part, box)
        return image

    def cut(self) -> "Mask":
        """Return the same mask in strips, if that saves time."""
        return Mask(self.size, _strips(self.image) or self.parts)


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
    strips = list[Strip]()
    for top in range(0, height, TALL):
        row = mask.crop((0, top, width, min(top + TALL, height)))
        box = row.getbbox()
        if box is not None:
            strips.append((moved(box, 0, top), row.crop(box)))
    pixels = sum((box[2] - box[0]) * (box[3] - box[1]) for box, _ in strips)
    # Each strip is a call, which pays only where a third of the px is saved.
    return tuple(strips) if pixels * 3 < width * height * 2 else ()
