"""A film that is made again, each time narrower, until its file is small enough."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Final

from render.film.gif import GifWriter

WIDEST: Final = 1200
NARROWEST: Final = 320
"""Least width of a film, in px: on a narrower one nothing could be recognised."""
_SAMPLE: Final = 6
"""Frames after which the size of the whole film can be estimated."""
_ENDS: Final = 0.5
"""Size of a frame of the end, in sizes of the first frame."""
_MARGIN: Final = 1.05
"""Factor by which an estimate must be too large before the film is given up: turns differ."""
_SHRINKS: Final = 0.75
"""Power of the ratio of file sizes that gives the ratio of widths."""


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
        self._drawn = list[bytes]()

    def steps(self) -> Iterator[None]:
        """Draw one frame a step; the film is finished after the last step."""
        width = WIDEST
        while width >= NARROWEST:
            film = GifWriter(width)
            expected = yield from self._filmed(film)
            if expected <= self._most:
                self.data = film.finish()
                return
            # A tenth narrower at least, or a bad estimate would try many widths.
            width = int(width * min(0.9, 0.95 * (self._most / expected) ** _SHRINKS))

    def _filmed(self, film: GifWriter) -> Generator[None, None, float]:
        """Add frames while there seems to be room; return the estimated bytes of the whole film."""
        first = expected = 0.0
        turns = self._count - self._end
        for done, still in enumerate(self._stills(), start=1):
            # Frames of a film that got too large are used again for the next one.
            if done > len(self._drawn):
                self._drawn.append(still.draw())
            film.add(self._drawn[done - 1], still.milliseconds, done / self._count)
            yield
            first = first or film.size
            # The last frame changes nearly as much as the first one, so it counts as another.
            if done <= max(turns, 1):
                ends = first * (2 + _ENDS * (self._end - 1))
                expected = ends + (film.size - first) * (turns - 1) / max(1, done - 1)
            if film.size >= self._most or (done >= _SAMPLE and expected > self._most * _MARGIN):
                return max(expected, film.size)
        return film.size
