"""A game as a moving picture: one frame after the other, put into a GIF.

GIF and not WebP, since every client plays it; and for boards, of few colours
and little changing from turn to turn, it is the smaller one too: 36 turns of
On the Underground, 1,000 px wide, take 0.55 MB as GIF, 0.75 MB as lossy and
2.3 MB as lossless WebP, and about the same time.

Each frame holds only what has changed since the one before, so that no more
than two are ever kept; Pillow's own way would keep them all.
"""

import io
from functools import cached_property
from typing import Final

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from render.theme import INK, PAGE

BAR: Final = 8
"""Px at the head of each frame for how far the game has come."""
_CLEAR: Final = 255
"""Number of the colour that lets the frame before shine through."""
_KEEP: Final = 1
"""GIF's word for leaving a frame in place under the next one."""
_FOREVER: Final = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_END: Final = b";"


class GifWriter:
    """A GIF in the making, all frames at the scale of the first.

    A picture that is taller, such as a final one with its table, makes the film taller.

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
        self._scale = 1.0
        self._first: tuple[Image.Image, int] | None = None
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
                self._scale = min(1.0, self._width / picture.width)
                self._width = round(picture.width * self._scale)
            # What shines through at the corners has the page's colour: one conversion is enough.
            picture.load()
            picture.info.pop("transparency", None)
            frame = self._frame(picture.convert("RGB"), done)
        if self._first is None:
            self._first = frame, milliseconds
            self.size = len(_header(frame.size, self._palette))
        before = self._last if self._last is None else self._as_tall(self._last, frame.height)
        self._keep(_changes(before, frame, milliseconds))
        self._last = frame

    def finish(self) -> bytes:
        """Return the file: its first frame is as tall as the tallest one, where it starts again."""
        if self._first is None or self._last is None or self._palette is None:
            return _END
        first, milliseconds = self._first
        if self._last.height > first.height:
            whole = self._as_tall(first, self._last.height)
            self._parts[0] = _changes(None, whole, milliseconds)
        return b"".join((_header(self._last.size, self._palette), *self._parts, _END))

    def _as_tall(self, frame: Image.Image, height: int) -> Image.Image:
        """Return a frame as tall as another one, with the page below it."""
        if frame.height >= height:
            return frame
        whole = Image.new("L", (frame.width, height), self._page)
        whole.paste(frame, (0, 0))
        return whole

    @cached_property
    def _page(self) -> int:
        """Number of the page's colour."""
        page = Image.new("RGB", (1, 1), PAGE)
        return page.quantize(palette=self._palette, dither=Image.Dither.NONE).tobytes()[0]

    def _keep(self, part: bytes) -> None:
        """Add some bytes to what there is."""
        self._parts.append(part)
        self.size += len(part)

    def _frame(self, picture: Image.Image, done: float) -> Image.Image:
        """Return a picture at its size, with its bar, as numbers of colours."""
        scale = min(self._scale, self._width / picture.width)
        fitting = (round(picture.width * scale), round(picture.height * scale))
        least = 0 if self._last is None else self._last.height
        size = self._width, max(least, fitting[1] + BAR)
        frame = Image.new("RGB", size, PAGE)
        shown = picture.resize(fitting, Image.Resampling.HAMMING)
        frame.paste(shown, ((size[0] - shown.width) // 2, BAR))
        frame.paste(INK, (0, 0, round(size[0] * done), BAR))
        reduced = frame.quantize(palette=self._palette, dither=Image.Dither.NONE)
        return Image.frombytes("L", size, reduced.tobytes())


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
