"""Images that are seldom looked at, packed: to unpack one takes far less than to draw it."""

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PIL import Image

from render.png import PACKED

LEVEL: Final = 1
"""Of packing: more takes longer for little."""
_AS_IT_IS: Final = ("L", "P")
"""Modes whose px Pillow has in memory as they are in bytes."""


@dataclass(frozen=True, slots=True)
class PackedImage:
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
    def of(cls, image: Image.Image) -> "PackedImage":
        """Pack an image."""
        return cls(image.mode, image.size, PACKED(image.tobytes(), LEVEL))

    def image(self) -> Image.Image:
        """Return the image; what is drawn on it is drawn on a copy."""
        px = _UNPACKED(self.data)
        if self.mode in _AS_IT_IS:
            return Image.frombuffer(self.mode, self.size, px, "raw", self.mode, 0, 1)
        return Image.frombytes(self.mode, self.size, px)


def _unpacking() -> Callable[[bytes], bytes]:
    """Return what unpacks bytes as zlib does: the fastest that is installed."""
    try:
        from isal import isal_zlib  # noqa: PLC0415 - there are none for some processors
    except ImportError:
        return zlib.decompress
    return isal_zlib.decompress


_UNPACKED: Final = _unpacking()
