"""A game as a moving picture: one frame after the other, put into a GIF.

GIF and not WebP, since every client plays it; and for boards, of few colours
and little changing from turn to turn, it is the smaller one too: 36 turns of
On the Underground, 1,000 px wide, take 0.55 MB as GIF, 0.75 MB as lossy and
2.3 MB as lossless WebP, and about the same time.

Each frame holds only what has changed since the one before, so that no more
than two are ever kept; Pillow's own way would keep them all.
"""

import io
from typing import Final

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from render.theme import INK, PAGE

BAR: Final = 8
"""Px at the foot of each frame for how far the game has come."""
_CLEAR: Final = 255
"""Number of the colour that lets the frame before shine through."""
_KEEP: Final = 1
"""GIF's word for leaving a frame in place under the next one."""
_FOREVER: Final = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_END: Final = b";"


class GifWriter:
    """A GIF in the making, all frames of the size of the first.

    Attributes:
        size: how many bytes it takes by now.
    """

    def __init__(self, width: int) -> None:
        """Start a film without frames.

        Args:
            width: of each frame in px; smaller pictures stay as they are.
        """
        self.size = 0
        self._width = width
        self._parts = list[bytes]()
        self._palette: Image.Image | None = None
        self._last: Image.Image | None = None

    def add(self, png: bytes, milliseconds: int, done: float) -> None:
        """Add a frame.

        Args:
            png: the picture, in a palette that all frames share.
            milliseconds: for how long it is shown.
            done: how much of the game has been played, 0.0 to 1.0.
        """
        with Image.open(io.BytesIO(png)) as picture:
            if self._palette is None:
                self._palette = _palette_of(picture)
            frame = self._frame(picture.convert("RGBA").convert("RGB"), done)
        if self._last is None:
            self._keep(_header(frame.size, self._palette))
        self._keep(_changes(self._last, frame, milliseconds))
        self._last = frame

    def finish(self) -> bytes:
        """Return the file."""
        return b"".join((*self._parts, _END))

    def _keep(self, part: bytes) -> None:
        """Add some bytes to what there is."""
        self._parts.append(part)
        self.size += len(part)

    def _frame(self, picture: Image.Image, done: float) -> Image.Image:
        """Return a picture at its size, with its bar, as numbers of colours."""
        size = self._last.size if self._last else self._first_size(picture)
        frame = Image.new("RGB", size, PAGE)
        inner = (size[0], size[1] - BAR)
        scale = min(inner[0] / picture.width, inner[1] / picture.height)
        fitting = (round(picture.width * scale), round(picture.height * scale))
        shown = picture.resize(fitting, Image.Resampling.HAMMING)
        frame.paste(shown, ((inner[0] - shown.width) // 2, 0))
        frame.paste(INK, (0, inner[1], round(size[0] * done), size[1]))
        reduced = frame.quantize(palette=self._palette, dither=Image.Dither.NONE)
        return Image.frombytes("L", size, reduced.tobytes())

    def _first_size(self, picture: Image.Image) -> tuple[int, int]:
        """Return the size of all frames: that of the first picture, not enlarged."""
        width = min(self._width, picture.width)
        return width, round(picture.height * width / picture.width) + BAR


def _palette_of(picture: Image.Image) -> Image.Image:
    """Return an image that carries a picture's colours, with one number left free."""
    source = picture if picture.mode == "P" else picture.convert("RGB").quantize(_CLEAR)
    shades: list[int] = (source.getpalette() or [*INK])[: _CLEAR * 3]
    palette = Image.new("P", (1, 1))
    palette.putpalette(shades + shades[-3:] * (256 - len(shades) // 3))
    return palette


def _header(size: tuple[int, int], palette: Image.Image) -> bytes:
    """Return the beginning of a file that starts again when it has ended."""
    width, height = (side.to_bytes(2, "little") for side in size)
    colours = bytes(palette.getpalette() or ())
    return b"".join((b"GIF89a", width, height, b"\xf7\x00\x00", colours, _FOREVER))


def _changes(before: Image.Image | None, now: Image.Image, milliseconds: int) -> bytes:
    """Return a frame as it lies over the one before."""
    box, part = (0, 0, *now.size), now
    if before is not None:
        differs = ImageChops.difference(before, now).point(lambda value: 255 if value else 0)
        box = differs.getbbox() or (0, 0, 1, 1)
        clear = Image.new("L", now.size, _CLEAR)
        part = Image.composite(now, clear, differs).crop(box)
    data = getdata(part, box[:2], duration=milliseconds, transparency=_CLEAR, disposal=_KEEP)
    return b"".join(data)
