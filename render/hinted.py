"""A picture with a band above it that says what it is: a hint, not a board that was played."""

import io
from collections.abc import Callable
from typing import Final

from PIL import Image

from render.canvas import Canvas
from render.corners import RADIUS, corner
from render.palette import SIZE
from render.png import encoded
from render.text.lettering import Weight, least_size
from render.theme import HINT, INK

LARGE: Final = 1.5
"""Size of the words beside the smallest letters."""
TALL: Final = 1.9
"""Height of the band, in sizes."""


def drawn_hinted(draw: Callable[[], bytes], said: str) -> bytes:
    """Return a picture that is drawn now, with a band above it.

    Args:
        draw: returns the picture's file.
        said: what stands in the band; only drawable characters.
    """
    return hinted(draw(), said)


def hinted(png: bytes, said: str) -> bytes:
    """Return a finished picture with a band above it, in the same colours.

    Args:
        png: the picture's file.
        said: what stands in the band; only drawable characters.
    """
    with Image.open(io.BytesIO(png)) as board:
        board.load()
        marked = _with_band(board, said)
    return encoded(marked)


def _with_band(board: Image.Image, said: str) -> Image.Image:
    """Return a picture in a palette's colours with a band above it."""
    size = round(LARGE * least_size(board.width))
    height = round(TALL * size)
    band = _band(board, (board.width, height + RADIUS), size, height, said)
    whole = Image.new("P", (board.width, board.height + height))
    whole.putpalette(board.getpalette() or [])
    whole.paste(band, (0, 0))
    # The board's own upper corners are see-through: the band shows there.
    whole.paste(board, (0, height), board.point(_OPAQUE, "L"))
    whole.paste(board.crop((0, RADIUS, *board.size)), (0, height + RADIUS))
    for quarter, x in enumerate((0, board.width - RADIUS)):
        colours, where = corner(quarter)
        whole.paste(colours, (x, 0), where)
    return whole


_OPAQUE: Final = [255 if number < SIZE else 0 for number in range(256)]
"""Which colours of a finished picture hide what is behind them."""


def _band(
    board: Image.Image, box: tuple[int, int], size: int, height: int, said: str
) -> Image.Image:
    """Return the band in the board's colours."""
    image = Image.new("RGB", box, HINT)
    at, room = (board.width // 2, height // 2), board.width - 4 * RADIUS
    Canvas(image).text(at, said, size, ink=INK, weight=Weight.BOLD, anchor="mm", room=room)
    plain = Image.new("P", (1, 1))
    shades = (board.getpalette() or [])[: 3 * SIZE]
    plain.putpalette(shades + shades[-3:] * (256 - len(shades) // 3))
    return image.quantize(palette=plain, dither=Image.Dither.NONE)
