"""Images that are seldom looked at, packed: to unpack one takes far less than to draw it."""

import zlib
from dataclasses import dataclass
from typing import Final

from PIL import Image

LEVEL: Final = 1
"""Of packing: more takes longer for little."""
_BARE: Final = -15
"""Bytes of zlib without a head and a sum, which takes longer than to unpack them."""
_AS_IT_IS: Final = ("L", "P")
"""Modes whose px Pillow has in memory as they are in bytes."""


@dataclass(frozen=True, slots=True)
class Packed:
    """An image, packed, without a palette that it may have had.

    Attributes:
        mode: of the image, as Pillow names it.
        size: of the image, in px.
        data: its px.
    """

    mode: str
    size: tuple[int, int]
    data: bytes

    @property
    def weight(self) -> int:
        """How many bytes it takes packed."""
        return len(self.data)

    @classmethod
    def of(cls, image: Image.Image) -> "Packed":
        """Pack an image."""
        return cls(image.mode, image.size, zlib.compress(image.tobytes(), LEVEL, _BARE))

    def image(self) -> Image.Image:
        """Return the image; what is drawn on it is drawn on a copy."""
        px = zlib.decompress(self.data, _BARE)
        if self.mode in _AS_IT_IS:
            return Image.frombuffer(self.mode, self.size, px, "raw", self.mode, 0, 1)
        return Image.frombytes(self.mode, self.size, px)
