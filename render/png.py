"""From a finished picture to the bytes of a file.

Pillow would write the file as well, and take as long for it as for all else. ISA-L packs in a
fifth of the time; Python's own zlib does where that is not installed. Such a file has few
parts, which are put together here.
"""

import zlib
from collections.abc import Callable, Iterator
from struct import pack
from typing import Final

from PIL import Image

from render.corners import ALPHAS, rounded

LEVEL: Final = 1
"""Of packing: 2 takes longer for nothing."""
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS, _COLOURS_BY_NUMBER = 8, 3


def png_of(image: Image.Image) -> bytes:
    """Return a finished picture, in a palette's colours, as a PNG file with round corners."""
    return encoded(rounded(image))


def drawn_png(draw: Callable[[], Image.Image]) -> bytes:
    """Return the file of a picture that is drawn now."""
    return png_of(draw())


def encoded(image: Image.Image) -> bytes:
    """Return a picture, in 256 colours of which the last are its corners', as a PNG file."""
    return _SIGNATURE + b"".join(
        pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(data, zlib.crc32(kind)))
        for kind, data in _chunks(image)
    )


def _chunks(image: Image.Image) -> Iterator[tuple[bytes, bytes]]:
    """Yield kind and contents of each part of the file."""
    form = (_EIGHT_BITS, _COLOURS_BY_NUMBER, 0, 0, 0)
    yield b"IHDR", pack(">IIBBBBB", *image.size, *form)
    yield b"PLTE", bytes(image.getpalette() or ())
    yield b"tRNS", ALPHAS
    yield b"IDAT", PACKED(_rows(image), LEVEL)
    yield b"IEND", b""


def _rows(image: Image.Image) -> bytes:
    """Return the numbers of all colours, row by row, each after a 0: it is packed as it is."""
    rows = Image.new("P", (image.width + 1, image.height))
    rows.paste(image, (1, 0))
    return rows.tobytes()


def packing() -> Callable[[bytes, int], bytes]:
    """Return what packs bytes as zlib does, at a level: the fastest that is installed."""
    try:
        from isal import isal_zlib  # noqa: PLC0415 - there are none for some processors
    except ImportError:
        return zlib.compress
    return isal_zlib.compress


PACKED: Final = packing()
"""Packs bytes."""
