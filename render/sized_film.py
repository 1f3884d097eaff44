"""A film that is made again, narrower, until it is as small as it has to be."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Final

from render.gif import GifWriter

WIDEST: Final = 1200
NARROWEST: Final = 320
"""Px; where it would have to be narrower, nothing could be recognised."""
_SAMPLE: Final = 6
"""Frames after which it shows whether the whole will be too large."""
_ENDS: Final = 0.5
"""Size of a frame of the end beside the first one."""
_MARGIN: Final = 1.05
"""How much too large it has to seem: turns differ."""
_SHRINKS: Final = 0.75
"""Power of the sizes of two files that the widths of their frames differ by."""


@dataclass(frozen=True, slots=True)
class FilmFrame:
    """One frame.

    Attributes:
        draw: returns the PNG bytes.
        milliseconds: for how long it is shown.
        is_end: belongs to the end, of which each frame shows something else.
    """

    draw: Callable[[], bytes]
    milliseconds: int
    is_end: bool = False


class SizedFilm:
    """A film in the making, as wide as it can be.

    Attributes:
        data: the file once it is made; None if it cannot be as small as it has to be.
    """

    def __init__(
        self, stills: Callable[[], Iterator[FilmFrame]], count: int, most: int, end: int = 1
    ) -> None:
        """Begin a film.

        Args:
            stills: gives all frames, each time anew.
            count: how many they are.
            most: bytes that the film may have.
            end: how many of them belong to the end, at least 1.
        """
        self.data: bytes | None = None
        self._stills = stills
        self._count = count
        self._most = most
        self._end = end
        self._drawn = list[bytes]()

    def steps(self) -> Iterator[None]:
        """Draw a frame each time; the film is made when there are no more."""
        width = WIDEST
        while width >= NARROWEST:
            film = GifWriter(width)
            expected = yield from self._filmed(film)
            if expected <= self._most:
                self.data = film.finish()
                return
            width = int(width * min(0.9, 0.95 * (self._most / expected) ** _SHRINKS))

    def _filmed(self, film: GifWriter) -> Generator[None, None, float]:
        """Film turn by turn while there seems to be room; return how many bytes all turns take.

        What was drawn for a film that gets too large is not drawn again for the next one.
        """
        first = expected = 0.0
        turns = self._count - self._end
        for done, still in enumerate(self._stills(), start=1):
            if done > len(self._drawn):
                self._drawn.append(still.draw())
            film.add(self._drawn[done - 1], still.milliseconds, done / self._count)
            yield
            first = first or film.size
            # The last frame changes nearly as much as the first one: all is counted on it.
            if done <= max(turns, 1):
                ends = first * (2 + _ENDS * (self._end - 1))
                expected = ends + (film.size - first) * (turns - 1) / max(1, done - 1)
            if film.size >= self._most or (done >= _SAMPLE and expected > self._most * _MARGIN):
                return max(expected, film.size)
        return film.size
