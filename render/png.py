"""Writing of finished pictures as PNG files.

Pillow can write them too, but takes as long for it as for the rest of a picture. ISA-L packs in
a fifth of the time; Python's own zlib is used if it is not installed.

Pictures have round outer corners, for dark and light pages: the last four colours of a file are
the page's, more and more opaque. So a smooth edge costs four places in the palette and no second
channel.
"""

import io
import zlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from struct import pack
from typing import Final

from PIL import Image, ImageDraw

from render.canvas import Canvas
from render.palette import SIZE
from render.text.lettering import Weight, least_size
from render.theme import HINT, INK, PAGE

RADIUS: Final = 20
"""Radius of a corner, in px, for a picture at its full size."""
_OPACITIES: Final = (0, 64, 128, 192)
ALPHAS: Final = bytes((*[255] * SIZE, *_OPACITIES))
"""Opacity of each colour of a finished picture, as its file says."""
_SMOOTH: Final = 4
_OPAQUE: Final = 255
LEVEL: Final = 1
"""Level of packing: 2 takes longer and saves nothing."""
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS, _COLOURS_BY_NUMBER = 8, 3
LARGE: Final = 1.5
"""Size of the words beside the smallest letters."""
TALL: Final = 1.9
"""Height of the band, in sizes."""
_HIDES: Final = [255 if number < SIZE else 0 for number in range(256)]
"""Which colours of a finished picture hide what is behind them."""


def rounded(image: Image.Image) -> Image.Image:
    """Return a picture in a palette's colours with round outer corners."""
    shades = (image.getpalette() or [])[: 3 * SIZE]
    # The picture itself may be used again, so its palette must not change.
    copy = image.copy()
    copy.putpalette(shades + shades[-3:] * (SIZE - len(shades) // 3) + [*PAGE] * len(_OPACITIES))
    right, bottom = image.width - RADIUS, image.height - RADIUS
    for quarter, top_left in enumerate(((0, 0), (right, 0), (right, bottom), (0, bottom))):
        colours, where = corner(quarter)
        copy.paste(colours, top_left, where)
    return copy


@lru_cache(maxsize=4)
def corner(quarter: int) -> tuple[Image.Image, Image.Image]:
    """Return a corner's colour numbers and its mask; quarters count clockwise from the top left."""
    side = RADIUS * _SMOOTH
    large = Image.new("L", (side, side), 0)
    ImageDraw.Draw(large).ellipse((0, 0, 2 * side, 2 * side), fill=_OPAQUE)
    cover = large.reduce(_SMOOTH).rotate(-90 * quarter)
    step = (_OPAQUE + 1) // len(_OPACITIES)
    numbers = cover.point([SIZE + value // step for value in range(_OPAQUE + 1)])
    return numbers, cover.point([_OPAQUE if value < _OPAQUE else 0 for value in range(256)])


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


def drawn_hinted(draw: Callable[[], bytes], text: str) -> bytes:
    """Return a picture that is drawn now, with a band above it in the same colours.

    Args:
        draw: returns the picture's file.
        text: what stands in the band; only drawable characters.
    """
    with Image.open(io.BytesIO(draw())) as board:
        board.load()
    size = round(LARGE * least_size(board.width))
    height = round(TALL * size)
    band = _band(board, (board.width, height + RADIUS), size, height, text)
    whole = Image.new("P", (board.width, board.height + height))
    whole.putpalette(board.getpalette() or [])
    whole.paste(band, (0, 0))
    # The board's own upper corners are see-through: the band shows there.
    whole.paste(board, (0, height), board.point(_HIDES, "L"))
    whole.paste(board.crop((0, RADIUS, *board.size)), (0, height + RADIUS))
    for quarter, x in enumerate((0, board.width - RADIUS)):
        colours, where = corner(quarter)
        whole.paste(colours, (x, 0), where)
    return encoded(whole)


def _band(
    board: Image.Image, box: tuple[int, int], size: int, height: int, text: str
) -> Image.Image:
    image = Image.new("RGB", box, HINT)
    centre, room = (board.width // 2, height // 2), board.width - 4 * RADIUS
    Canvas(image).text(centre, text, size, ink=INK, weight=Weight.BOLD, anchor="mm", room=room)
    plain = Image.new("P", (1, 1))
    shades = (board.getpalette() or [])[: 3 * SIZE]
    # Without the colours of the corners, which are partly see-through in the file.
    plain.putpalette(shades + shades[-3:] * (256 - len(shades) // 3))
    return image.quantize(palette=plain, dither=Image.Dither.NONE)
