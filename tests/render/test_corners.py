"""Outer corners: round, clear, smooth."""

import io

from PIL import Image

from render import theme
from render.palette import COMMON
from render.png import RADIUS, png_of


def opened(colour: theme.Colour) -> Image.Image:
    """Return a plain picture as a reader's program opens it."""
    return Image.open(
        io.BytesIO(png_of(COMMON.reduced(Image.new("RGB", (200, 120), colour))))
    ).convert("RGBA")


def test_what_lies_outside_the_corners_is_clear() -> None:
    alpha = opened(theme.CARD).getchannel("A")
    clear = {(x, y) for x in range(200) for y in range(120) if alpha.getpixel((x, y)) == 0}

    assert {(0, 0), (199, 0), (0, 119), (199, 119)} <= clear
    assert all(
        (x < RADIUS or x >= 200 - RADIUS) and (y < RADIUS or y >= 120 - RADIUS) for x, y in clear
    )


def test_the_corners_are_smooth() -> None:
    """Between clear and opaque lie the steps in between, the same in each corner."""
    alpha = opened(theme.PAGE).getchannel("A")

    assert set(alpha.crop((0, 0, RADIUS, RADIUS)).tobytes()) == {0, 64, 128, 192, 255}
    for turned in (Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM):
        assert alpha.transpose(turned).tobytes() == alpha.tobytes()


def test_the_colours_inside_stay() -> None:
    for colour in (theme.INK, theme.HINT, theme.COMPANIES[3]):
        assert opened(colour).getpixel((100, 60)) == (*colour, 255)
