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
    """

    draw: Callable[[], bytes]
    milliseconds: int


class SizedFilm:
    """A film in the making, as wide as it can be.

    Attributes:
        data: the file once it is made; None if it cannot be as small as it has to be.
    """

    def __init__(self, stills: Callable[[], Iterator[FilmFrame]], count: int, most: int) -> None:
        """Begin a film.

        Args:
            stills: gives all frames, each time anew.
            count: how many they are.
            most: bytes that the film may have.
        """
        self.data: bytes | None = None
        self._stills = stills
        self._count = count
        self._most = most

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
        """Film turn by turn while there seems to be room; return how many bytes all turns take."""
        first = expected = 0.0
        for done, still in enumerate(self._stills(), start=1):
            film.add(still.draw(), still.milliseconds, done / self._count)
            yield
            first = first or film.size
            # The last frame changes nearly as much as the first one: all is counted on it.
            expected = 2 * first + (film.size - first) * (self._count - 2) / max(1, done - 1)
            if film.size >= self._most or (done >= _SAMPLE and expected > self._most * _MARGIN):
                return max(expected, film.size)
        return film.size
