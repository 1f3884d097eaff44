"""From a finished picture to the bytes of a file."""

import io
from collections.abc import Callable
from typing import Final

from PIL import Image

from render.corners import rounded

LEVEL: Final = 3
"""Of compression: 6 takes twice as long, nearly half of all drawing, for a sixth less."""


def png(image: Image.Image) -> bytes:
    """Return a finished picture, in a palette's colours, as a PNG file with round corners."""
    buffer = io.BytesIO()
    rounded(image).save(buffer, "PNG", compress_level=LEVEL)
    return buffer.getvalue()


def drawn(draw: Callable[[], Image.Image]) -> bytes:
    """Return the file of a picture that is drawn now."""
    return png(draw())
