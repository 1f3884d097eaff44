"""The one palette of all pictures."""

from PIL import Image

from render import palette, theme
from tests.render.metromania.games import is_near, pixel


def test_fits_into_one_byte() -> None:
    wanted = {*palette._roles(), *palette._edges()}

    assert len(wanted) <= palette.SIZE
    assert set(palette.COMMON.colours) == wanted


def test_keeps_every_plain_surface() -> None:
    changed = [
        colour
        for colour in palette._roles()
        if not is_near(
            pixel(palette.COMMON.reduced(Image.new("RGB", (2, 2), colour)), (0, 0)), colour, 4
        )
    ]

    assert changed == []


def test_keeps_districts_apart() -> None:
    seen = [
        pixel(palette.COMMON.reduced(Image.new("RGB", (2, 2), colour)), (0, 0))
        for colour in theme.DISTRICTS
    ]

    assert len(set(seen)) == 6
