"""Strips: whatever changes, each picture comes out as it was drawn."""

import base64
import io
import json
from functools import partial
from typing import Any

from PIL import Image, ImageDraw

from render.film.strip import EVERY, Strip
from render.palette import SIZE
from render.png import png_of
from render.theme import INK, PAGE


def drawn(number: int, height: int = 90) -> bytes:
    """Return a picture with a square in a place of its own, and a growing bar."""
    image = Image.new("P", (120, height), 0)
    image.putpalette([*PAGE, *INK, 200, 30, 40])
    draw = ImageDraw.Draw(image)
    draw.rectangle((30 + 3 * number, 30, 40 + 3 * number, 40), fill=1)
    draw.rectangle((30, 60, 32 + number, 64), fill=2)
    return png_of(image)


def strip(*pngs: bytes) -> list[dict[str, Any]]:
    reel = Strip(partial(bytes, each) for each in pngs)
    for _ in reel.steps():
        pass
    assert b"<" not in (reel.data or b"")
    made: list[dict[str, Any]] = json.loads(reel.data or b"")
    return made


def opened(part: dict[str, Any]) -> Image.Image:
    """Return the picture in a part of a strip."""
    data = base64.b64decode(part["file"].partition(",")[2])
    return Image.open(io.BytesIO(data)).convert("RGBA")


def laid(parts: list[dict[str, Any]]) -> list[Image.Image]:
    """Return each picture as a page shows it, one part laid over the others."""
    shown, made = Image.new("RGBA", (1, 1)), list[Image.Image]()
    for part in parts:
        if part["whole"]:
            shown = Image.new("RGBA", tuple(part["size"]))
        shown = shown.copy()
        shown.alpha_composite(opened(part), tuple(part["at"]))
        made.append(shown)
    return made


def test_each_picture_is_shown_as_it_was_drawn() -> None:
    """Changed, unchanged, and in another size; the corners stay see-through."""
    pngs = [drawn(0), drawn(1), drawn(1), drawn(5), drawn(6, height=100), drawn(7, height=100)]
    shown = laid(strip(*pngs))
    wanted = [Image.open(io.BytesIO(png)).convert("RGBA") for png in pngs]

    assert [each.size for each in shown] == [each.size for each in wanted]
    assert [each.convert("RGBa").tobytes() for each in shown] == [
        each.convert("RGBa").tobytes() for each in wanted
    ]
    assert shown[0].getpixel((0, 0))[3] == 0  # type: ignore[index]  # four numbers
    assert SIZE < 256


def test_without_a_picture_the_one_before_stands() -> None:
    shown = laid(strip(b"", drawn(1), b""))

    assert shown[0].tobytes() == bytes(4)
    assert shown[2].tobytes() == shown[1].tobytes()


def test_what_is_as_before_is_left_out() -> None:
    """A part is no larger than what has changed; now and then a picture is whole."""
    parts = strip(*(drawn(number % 5) for number in range(EVERY + 2)))

    assert [n for n, part in enumerate(parts) if part["whole"]] == [0, EVERY]
    assert opened(parts[1]).size == (14, 35)
    assert parts[1]["at"] == [30, 30]
    assert len(parts[1]["file"]) < len(parts[0]["file"])
