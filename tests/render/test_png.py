"""Files of pictures: any program reads the very picture from them, whatever packed it."""

import io
import random
import sys
import zlib
from importlib.util import find_spec

import pytest
from PIL import Image

from render import png as files
from render.palette import COMMON, SIZE
from render.png import ALPHAS, rounded

SIZES = ((1, 1), (2, 300), (300, 2), (255, 64), (1200, 803))


def noisy(size: tuple[int, int]) -> Image.Image:
    """Return a picture in which all 256 numbers of colours stand beside each other."""
    chance = random.Random(repr(size))
    image = Image.frombytes("P", size, chance.randbytes(size[0] * size[1]))
    image.putpalette(chance.randbytes(3 * 256))
    return image


def read(file: bytes) -> Image.Image:
    """Return the picture that Pillow, which checks each part's sum, reads from a file."""
    image = Image.open(io.BytesIO(file), formats=["PNG"])
    image.load()
    return image


@pytest.fixture(params=["isal", "zlib"])
def _packing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files be packed by one of the two."""
    if request.param == "zlib":
        monkeypatch.setitem(sys.modules, "isal", None)
    monkeypatch.setattr(files, "PACKED", files.packing())


@pytest.mark.usefixtures("_packing")
@pytest.mark.parametrize("size", SIZES)
def test_a_file_holds_the_very_picture(size: tuple[int, int]) -> None:
    image = noisy(size)
    found = read(files.encoded(image))

    assert (found.mode, found.size) == ("P", size)
    assert found.tobytes() == image.tobytes()
    assert found.getpalette() == image.getpalette()
    assert found.info["transparency"] == ALPHAS


@pytest.mark.usefixtures("_packing")
def test_it_is_the_picture_that_pillow_would_write() -> None:
    picture = rounded(COMMON.sheet((400, 300), COMMON.colours[3]))
    target = io.BytesIO()
    picture.save(target, "PNG", transparency=ALPHAS)

    file = files.encoded(picture)

    assert read(file).convert("RGBA").tobytes() == read(target.getvalue()).convert("RGBA").tobytes()
    assert read(file).convert("RGBA").getchannel("A").getextrema() == (0, 255)
    assert len(ALPHAS) == SIZE + 4


def test_what_packs_fastest_is_used_where_it_is_installed() -> None:
    """If it is not installed, nothing but time is lost."""
    assert (files.PACKED is zlib.compress) == (find_spec("isal") is None)
