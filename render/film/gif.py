"""Films of games as GIF files, written frame by frame.

Every client plays GIF. For boards, with few colours and few changes from turn to turn,
it is also smaller than WebP: 36 turns of On the Underground, 1,000 px wide, take
0.55 MB as GIF, 0.75 MB as lossy and 2.3 MB as lossless WebP, in about the same time.

Each frame holds only the changes since the previous one, so at most two frames are
kept; Pillow's own writer would keep them all. A film is made again, each time narrower,
until its file is small enough.
"""

import io
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from render.theme import INK, PAGE

BAR: Final = 8
"""Height of the bar at the head of each frame that shows the game's progress, in px."""
_CLEAR: Final = 255
"""Number of the colour through which the previous frame shows."""
_KEEP: Final = 1
"""GIF's disposal method for leaving a frame in place under the next one."""
_FOREVER: Final = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_END: Final = b";"
WIDEST: Final = 1200
NARROWEST: Final = 320
"""Least width of a film, in px: on a narrower one nothing could be recognised."""
_SAMPLE: Final = 6
"""Turns, spread over the game, by which the size of the whole film is known before."""
_ENDS: Final = 0.5
"""Size of a frame of the end, in sizes of the first frame."""
_SPARE: Final = 0.93
"""Share of the bytes that a film may be expected to take: turns differ."""
_SMOOTH: Final = 1.25
"""Size of a film with pictures made smaller, in sizes of one as wide with whole pictures."""
_SHRINKS: Final = 0.73
"""Power of the ratio of file sizes that gives the ratio of widths."""


class GifWriter:
    """Writer of one GIF, all frames at the scale of the first.

    A taller picture, such as a final one with its table, makes the film taller.

    Attributes:
        size: bytes written so far.
    """

    def __init__(self, width: int) -> None:
        """Start a film without frames.

        Args:
            width: width of each frame, in px; smaller pictures keep their size.
        """
        self.size = 0
        self._width = width
        self._parts = list[bytes]()
        self._palette: Image.Image | None = None
        self._scale = 1.0
        self._first: tuple[Image.Image, int] | None = None
        self._last: Image.Image | None = None

    def add(self, png: bytes, milliseconds: int, progress: float) -> None:
        """Add a frame.

        Args:
            png: the picture, in a palette that all frames share.
            milliseconds: time for which it is shown.
            progress: share of the game that has been played, 0.0 to 1.0.
        """
        with Image.open(io.BytesIO(png)) as picture:
            if self._palette is None:
                self._palette = _palette_of(picture)
                self._scale = min(1.0, self._width / picture.width)
                self._width = round(picture.width * self._scale)
            # Without transparency the corners get the page's colour in a single conversion.
            picture.load()
            picture.info.pop("transparency", None)
            frame = self._frame(picture.convert("RGB"), progress)
        if self._first is None:
            self._first = frame, milliseconds
            self.size = len(_header(frame.size, self._palette))
        before = self._last if self._last is None else self._as_tall(self._last, frame.height)
        self._parts.append(_changes(before, frame, milliseconds))
        self.size += len(self._parts[-1])
        self._last = frame

    @property
    def is_whole(self) -> bool:
        """Whether pictures keep their size."""
        return self._scale == 1.0

    def finish(self) -> bytes:
        """Return the finished file."""
        if self._first is None or self._last is None or self._palette is None:
            return _END
        first, milliseconds = self._first
        # The film starts again: a shorter first frame would leave the last one's lower part.
        if self._last.height > first.height:
            whole = self._as_tall(first, self._last.height)
            self._parts[0] = _changes(None, whole, milliseconds)
        return b"".join((_header(self._last.size, self._palette), *self._parts, _END))

    def _as_tall(self, frame: Image.Image, height: int) -> Image.Image:
        """Return a frame at another's height, with the page below it."""
        if frame.height >= height:
            return frame
        page = Image.new("RGB", (1, 1), PAGE)
        number = page.quantize(palette=self._palette, dither=Image.Dither.NONE).tobytes()[0]
        whole = Image.new("L", (frame.width, height), number)
        whole.paste(frame, (0, 0))
        return whole

    def _frame(self, picture: Image.Image, progress: float) -> Image.Image:
        """Return a picture at the film's size, with its bar, as numbers of colours."""
        scale = min(self._scale, self._width / picture.width)
        fitting = (round(picture.width * scale), round(picture.height * scale))
        # Frames never get shorter: GIF keeps one height.
        least = 0 if self._last is None else self._last.height
        size = self._width, max(least, fitting[1] + BAR)
        frame = Image.new("RGB", size, PAGE)
        # This filter takes a third of the time of a longer one.
        copy = picture.resize(fitting, Image.Resampling.HAMMING)
        frame.paste(copy, ((size[0] - copy.width) // 2, BAR))
        frame.paste(INK, (0, 0, round(size[0] * progress), BAR))
        # Dithering would change px that are the same in both pictures, and so fill the file.
        numbers = frame.quantize(palette=self._palette, dither=Image.Dither.NONE)
        return Image.frombytes("L", size, numbers.tobytes())


def _palette_of(picture: Image.Image) -> Image.Image:
    """Return an image with a picture's palette, whose last number is left free."""
    source = picture if picture.mode == "P" else picture.convert("RGB").quantize(_CLEAR)
    shades: list[int] = (source.getpalette() or [*INK])[: _CLEAR * 3]
    palette = Image.new("P", (1, 1))
    # Free places repeat a shade, so that no px gets the number that means "as before".
    palette.putpalette(shades + shades[-3:] * (256 - len(shades) // 3))
    return palette


def _header(size: tuple[int, int], palette: Image.Image) -> bytes:
    width, height = (side.to_bytes(2, "little") for side in size)
    colours = bytes(palette.getpalette() or ())
    return b"".join((b"GIF89a", width, height, b"\xf7\x00\x00", colours, _FOREVER))


def _changes(before: Image.Image | None, now: Image.Image, milliseconds: int) -> bytes:
    """Return a frame with only the px that differ from the previous one."""
    box, part = (0, 0, *now.size), now
    if before is not None:
        differs = ImageChops.difference(before, now).point(lambda value: 255 if value else 0)
        # A frame cannot be empty, even if nothing has changed.
        box = differs.getbbox() or (0, 0, 1, 1)
        clear = Image.new("L", now.size, _CLEAR)
        part = Image.composite(now, clear, differs).crop(box)
    data = getdata(part, box[:2], duration=milliseconds, transparency=_CLEAR, disposal=_KEEP)
    return b"".join(data)


@dataclass(frozen=True, slots=True)
class FilmFrame:
    """One frame.

    Attributes:
        draw: returns the PNG bytes.
        milliseconds: time for which it is shown.
        is_end: whether it belongs to the end, whose frames have little in common.
    """

    draw: Callable[[], bytes]
    milliseconds: int
    is_end: bool = False


class SizedFilm:
    """Maker of a film that is as wide as its bytes allow.

    Attributes:
        data: the file once it is made; None if it cannot be small enough.
    """

    def __init__(
        self, stills: Callable[[], Iterator[FilmFrame]], count: int, most: int, end: int = 1
    ) -> None:
        """Begin a film.

        Args:
            stills: returns all frames, anew for each film.
            count: number of frames.
            most: greatest size of the file, in bytes.
            end: number of frames of the end, at least 1.
        """
        self.data: bytes | None = None
        self._stills = stills
        self._count = count
        self._most = most
        self._end = end
        self._drawn = list[tuple[bytes, int]]()
        self._blurred = 1.0

    def steps(self) -> Iterator[None]:
        """Draw or film one frame a step; the film is finished after the last step."""
        for still in self._stills():
            self._drawn.append((still.draw(), still.milliseconds))
            yield
        width, expected = float(WIDEST), (yield from self._expected())
        while True:
            if expected > self._most * _SPARE:
                width *= (self._most * _SPARE / expected / self._blurred) ** _SHRINKS
                self._blurred = 1.0
            if width < NARROWEST:
                return
            film = GifWriter(int(width))
            for progress, frame in enumerate(self._drawn, start=1):
                film.add(*frame, progress / self._count)
                yield
                if film.size >= self._most:
                    # The estimate was too low by at least a tenth.
                    expected = max(film.size * self._count / progress, self._most * 1.1)
                    break
            else:
                self.data = film.finish()
                return

    def _expected(self) -> Generator[None, None, float]:
        """Return the bytes of the widest film, from some frames of turns and those before them."""
        turns, changes, first = max(1, self._count - self._end), list[int](), 0
        places = range(1, turns, max(1, turns // _SAMPLE)) if turns > 1 else range(1)
        for place in places:
            film = GifWriter(WIDEST)
            film.add(*self._drawn[max(0, place - 1)], 0.0)
            first = first or film.size
            before = film.size
            film.add(*self._drawn[place], 0.0)
            changes.append(film.size - before)
            yield
        if film.is_whole:
            # Narrower, it would have smooth edges, which pack worse.
            self._blurred = _SMOOTH
        # The last frame changes nearly as much as the first one, so it counts as another.
        ends = first * (2 + _ENDS * (self._end - 1))
        return ends + sum(changes) / len(changes) * (turns - 1)
