"""The Thames under the map, placed by the stations on its banks."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from render.underground.grid import Grid, Spot

COURSE: Final = (
    *((-1.5, 9.9), (-0.4, 9.6), (0.7, 9.3), (1.35, 8.7), (1.8, 8.05), (2.5, 7.55), (3.3, 7.45)),
    *((4.1, 7.5), (4.5, 7.95), (4.85, 8.45), (5.5, 8.6), (6.3, 8.5), (7.2, 8.5), (7.9, 8.3)),
    *((8.3, 7.7), (9.0, 7.5), (9.6, 7.2), (10.2, 6.95), (10.8, 6.6), (11.5, 6.5), (12.2, 6.5)),
    *((12.6, 6.75), (12.6, 7.25), (12.95, 7.5), (13.4, 7.3), (13.55, 6.85), (13.95, 6.6)),
    *((14.3, 6.95), (14.7, 7.45), (15.5, 7.65), (16.5, 7.6), (17.5, 7.7)),
)
"""Columns and rows of the course, downstream.

It flows past Heathrow, between Hounslow and Richmond, around Kew, south of Hammersmith, north of
Putney, between Pimlico and Vauxhall, between Westminster and Waterloo, between Bank and London
Bridge, around the Isle of Dogs, north of Greenwich.
"""
WIDTH: Final = 0.3
"""Width of the river, in pitches."""
NAME: Final = (15.2, 8.05)
"""Column and row of the middle of its name, south of its last stretch."""
STEPS: Final = 8
"""Straight parts of each curve between two spots of the course."""
OVERSAMPLE: Final = 2


def river_mask(grid: Grid, size: tuple[int, int]) -> Image.Image:
    """Return the river's cover of each px of a picture of this size."""
    scale = OVERSAMPLE
    large = Image.new("L", (size[0] * scale, size[1] * scale), 0)
    draw, pitch = ImageDraw.Draw(large), grid.pitch * scale
    left, top = grid.left * scale, grid.top * scale
    way = [(left + x * pitch, top + y * pitch) for x, y in course()]
    draw.line(way, fill=255, width=round(WIDTH * pitch), joint="curve")
    return large.reduce(scale)


@cache
def course() -> tuple[Spot, ...]:
    """Return the course as a smooth path through all its spots."""
    ends = (COURSE[0], *COURSE, COURSE[-1])
    curves = (ends[n : n + 4] for n in range(len(ends) - 3))
    return (*(spot for curve in curves for spot in _curve(curve)), COURSE[-1])


def _curve(spots: Sequence[Spot]) -> Iterator[Spot]:
    """Yield the path from the second spot of four to the third (Catmull and Rom 1974)."""
    for step in range(STEPS):
        t = step / STEPS
        weights = (
            (-t + 2 * t**2 - t**3) / 2,
            (2 - 5 * t**2 + 3 * t**3) / 2,
            (t + 4 * t**2 - 3 * t**3) / 2,
            (-(t**2) + t**3) / 2,
        )
        x, y = (sum(w * s[axis] for w, s in zip(weights, spots, strict=True)) for axis in (0, 1))
        yield x, y
