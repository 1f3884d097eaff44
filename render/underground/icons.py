"""The four symbols of connection stations, drawn around their middle."""

from collections.abc import Callable, Mapping
from typing import Final

from render.stamps import Drawing
from render.theme import Colour

Icon = Callable[[Drawing, float, Colour, Colour], None]
"""Draws on a drawing: the radius of the disc, the ink, and the disc's colour."""


def suitcase(drawing: Drawing, size: float, ink: Colour, hole: Colour) -> None:
    """Draw a suitcase with its handle and two straps."""
    drawing.rounded((-0.28 * size, -0.56 * size, 0.28 * size, 0), 0.1 * size, ink)
    drawing.rounded((-0.15 * size, -0.43 * size, 0.15 * size, 0), 0.05 * size, hole)
    drawing.rounded((-0.62 * size, -0.3 * size, 0.62 * size, 0.5 * size), 0.12 * size, ink)
    for x in (-0.34, 0.34):
        drawing.stroke([(x * size, -0.3 * size), (x * size, 0.5 * size)], 0.1 * size, hole)


def camera(drawing: Drawing, size: float, ink: Colour, hole: Colour) -> None:
    """Draw a camera with its lens."""
    drawing.rounded((-0.26 * size, -0.52 * size, 0.26 * size, 0), 0.1 * size, ink)
    drawing.rounded((-0.66 * size, -0.36 * size, 0.66 * size, 0.46 * size), 0.13 * size, ink)
    drawing.disc((0, 0.05 * size), 0.31 * size, hole)
    drawing.disc((0, 0.05 * size), 0.17 * size, ink)


def wine_glass(drawing: Drawing, size: float, ink: Colour, hole: Colour) -> None:
    """Draw a glass of wine, half full."""
    drawing.disc((0, -0.2 * size), 0.36 * size, ink)
    corners = [(-0.36, -0.64), (0.36, -0.64), (0.36, -0.2), (-0.36, -0.2)]
    drawing.polygon([(x * size, y * size) for x, y in corners], ink)
    inner = [(-0.26, -0.56), (0.26, -0.56), (0.27, -0.3), (-0.27, -0.3)]
    drawing.polygon([(x * size, y * size) for x, y in inner], hole)
    drawing.stroke([(0, 0.1 * size), (0, 0.6 * size)], 0.13 * size, ink)
    drawing.rounded((-0.33 * size, 0.5 * size, 0.33 * size, 0.64 * size), 0.06 * size, ink)


def laptop(drawing: Drawing, size: float, ink: Colour, hole: Colour) -> None:
    """Draw an open laptop."""
    drawing.rounded((-0.5 * size, -0.48 * size, 0.5 * size, 0.26 * size), 0.1 * size, ink)
    drawing.rounded((-0.38 * size, -0.36 * size, 0.38 * size, 0.14 * size), 0.04 * size, hole)
    base = [(-0.56, 0.3), (0.56, 0.3), (0.7, 0.5), (-0.7, 0.5)]
    drawing.polygon([(x * size, y * size) for x, y in base], ink)


ICONS: Final[Mapping[str, Icon]] = {
    "suitcase": suitcase,
    "camera": camera,
    "wine_glass": wine_glass,
    "laptop": laptop,
}
