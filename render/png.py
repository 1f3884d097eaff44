"""Writing of finished pictures as PNG files.

Pillow can write them too, but takes as long for it as for the rest of a picture. ISA-L packs in
a fifth of the time; Python's own zlib is used if it is not installed.
"""

import zlib
from collections.abc import Callable, Iterator
from struct import pack
from typing import Final

from PIL import Image

from render.corners import ALPHAS, rounded

LEVEL: Final = 1
"""Level of packing: 2 takes longer and saves nothing."""
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS, _COLOURS_BY_NUMBER = 8, 3


def png_of(image: Image.Image) -> bytes:
    """Return a finished picture, in a palette's colours, as a PNG file with round corners."""
    return encoded(rounded(image))


def drawn_png(draw: Callable[[], Image.Image]) -> bytes:
    """Draw a picture and return its PNG file."""
    return png_of(draw())


def encoded(image: Image.Image) -> bytes:
    """Return a picture as a PNG file; the last four of its 256 colours are its corners'."""
    return _SIGNATURE + b"".join(
        pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(data, zlib.crc32(kind)))
        for kind, data in _chunks(image)
    )


def _chunks(image: Image.Image) -> Iterator[tuple[bytes, bytes]]:
    """Yield the kind and contents of each part of the file."""
    form = (_EIGHT_BITS, _COLOURS_BY_NUMBER, 0, 0, 0)
    yield b"IHDR", pack(">IIBBBBB", *image.size, *form)
    yield b"PLTE", bytes(image.getpalette() or ())
    yield b"tRNS", ALPHAS
    yield b"IDAT", PACKED(_rows(image), LEVEL)
    yield b"IEND", b""


def _rows(image: Image.Image) -> bytes:
    """Return the colour numbers row by row, each row after a 0 for "no filter"."""
    rows = Image.new("P", (image.width + 1, image.height))
    rows.paste(image, (1, 0))
    return rows.tobytes()


def packing() -> Callable[[bytes, int], bytes]:
    """Return the fastest installed function that packs bytes at a level, as zlib does."""
    try:
        from isal import isal_zlib  # noqa: PLC0415 - there are none for some processors
    except ImportError:
        return zlib.compress
    return isal_zlib.compress


PACKED: Final = packing()
"""Function that packs bytes."""
