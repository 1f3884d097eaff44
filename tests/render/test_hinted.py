"""A hint's picture: the planner's, with a band above it that can be read on a phone."""

import io

import pytest
from PIL import Image, ImageDraw

from metrobot.ui.words.catalogue import languages, words_for
from render.palette import SIZE
from render.png import LARGE, RADIUS, drawn_hinted, png_of
from render.text.lettering import Weight, fitted, least_size
from render.theme import CARD, HINT, INK, PAGE

WIDTHS = (1000, 1200, 1600)


def board(width: int) -> bytes:
    image = Image.new("RGB", (width, 400), PAGE)
    ImageDraw.Draw(image).rectangle((100, 100, 300, 300), fill=HINT, outline=INK, width=9)
    ImageDraw.Draw(image).rectangle((400, 100, 600, 300), fill=CARD)
    return png_of(image.quantize(SIZE))


def opened(file: bytes) -> Image.Image:
    """Return a picture as it is seen, its corners clear."""
    return Image.open(io.BytesIO(file)).convert("RGBA")


@pytest.mark.parametrize("width", WIDTHS)
def test_what_is_below_the_band_is_the_picture(width: int) -> None:
    """Pixel by pixel, but for its upper corners, behind which the band goes on."""
    plain, marked = (
        opened(board(width)),
        opened(drawn_hinted(lambda: board(width), "HINT: not chosen yet")),
    )
    tall = marked.height - plain.height
    below = (0, RADIUS, width, plain.height)

    assert 0 < tall < width // 10
    moved = (0, tall + RADIUS, width, marked.height)
    assert marked.crop(moved).tobytes() == plain.crop(below).tobytes()
    assert marked.getpixel((RADIUS, 3)) == (*HINT, 255)
    assert marked.getpixel((1, tall + 1)) == (*HINT, 255)
    for corner in ((0, 0), (width - 1, 0), (0, marked.height - 1), (width - 1, marked.height - 1)):
        pixel = marked.getpixel(corner)
        assert isinstance(pixel, tuple)
        assert pixel[3] == 0


@pytest.mark.few
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", sorted(languages()))
def test_the_words_fit_and_are_large_enough(width: int, language: str) -> None:
    said = words_for(language).say("hint.picture")
    size = round(LARGE * least_size(width))

    assert fitted(said, size, Weight.BOLD, width - 4 * RADIUS) == said
    assert (
        opened(drawn_hinted(lambda: board(width), said)).tobytes()
        != opened(drawn_hinted(lambda: board(width), "")).tobytes()
    )
