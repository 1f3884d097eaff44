"""From a finished picture to the bytes of a file."""

import io
from typing import Final

from PIL import Image

from render.corners import cut_corners

LEVEL: Final = 6
"""Of compression: 9 takes several times as long for a few per cent."""


def png(image: Image.Image) -> bytes:
    """Return a finished picture, in a palette's colours, as a PNG file; its corners are cut."""
    cut_corners(image)
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=LEVEL)
    return buffer.getvalue()
