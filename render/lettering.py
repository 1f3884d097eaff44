"""Text on pictures: fonts, safe characters, fitting, kept stamps."""

import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from render.stamps import Stamp, kept
from render.theme import Colour

FONTS: Final = Path(__file__).parent / "fonts"
MOST_FONTS: Final = 36
"""Sizes and weights kept open, about 0.3 MB each; a board uses some thirty."""
UNKNOWN: Final = "\N{WHITE SQUARE}"
ELLIPSIS: Final = "…"


class Weight(StrEnum):
    """The three weights of the one typeface."""

    REGULAR = "Regular"
    SEMIBOLD = "SemiBold"
    BOLD = "Bold"


@lru_cache(maxsize=MOST_FONTS)
def font(size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    """Return the typeface in a size in px.

    The basic layout engine is fast and everywhere the same; no language that
    the typeface knows needs more.
    """
    path = FONTS / f"Inter-{weight}.otf"
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _missing_glyph() -> bytes:
    """Return what the typeface draws for a character that it does not know."""
    return bytes(font(20, Weight.REGULAR).getmask("\U0010fffe"))


@lru_cache(maxsize=4096)
def is_known(character: str) -> bool:
    """Return whether the typeface has a sign for this character."""
    if character == " ":
        return True
    mask = bytes(font(20, Weight.REGULAR).getmask(character))
    return any(mask) and mask != _missing_glyph()


def _drawable(text: str) -> Iterator[str]:
    """Yield what can be drawn of a text; a run of unknown signs yields one box."""
    last = ""
    for character in unicodedata.normalize("NFC", " ".join(text.split())):
        kind = unicodedata.category(character)
        if kind[0] == "C" or kind in {"Mn", "Me"}:
            continue
        sign = " " if kind[0] == "Z" else character if is_known(character) else UNKNOWN
        if sign != last or sign not in {UNKNOWN, " "}:
            yield sign
        last = sign


@lru_cache(maxsize=1024)
def safe(text: str) -> str:
    """Return a text of which every character can be drawn, on one line."""
    return "".join(_drawable(text)).strip()


def safe_name(name: str, otherwise: str) -> str:
    """Return a name that can be drawn, or a substitute if little of it can."""
    drawn = safe(name)
    known = sum(sign not in {UNKNOWN, " "} for sign in drawn)
    return drawn.strip(UNKNOWN + " ") or otherwise if known else otherwise


@lru_cache(maxsize=2048)
def width(text: str, size: int, weight: Weight) -> int:
    """Return how wide a text is, in px."""
    return round(font(size, weight).getlength(text))


@lru_cache(maxsize=1024)
def fitted(text: str, size: int, weight: Weight, room: int) -> str:
    """Return a text cut so that it is at most `room` px wide."""
    if width(text, size, weight) <= room:
        return text
    while text and width(text + ELLIPSIS, size, weight) > room:
        text = text[:-1].rstrip()
    return text + ELLIPSIS


@kept
def text_stamp(text: str, size: int, weight: Weight, colour: Colour, anchor: str) -> Stamp:
    """Return a line of text as a stamp, anchored as Pillow names it."""
    face = font(size, weight)
    left, top, right, bottom = (round(side) for side in face.getbbox(text, anchor=anchor))
    left, top = left - 1, top - 1
    mask = Image.new("L", (max(1, right - left + 2), max(1, bottom - top + 2)), 0)
    ImageDraw.Draw(mask).text((-left, -top), text, 255, face, anchor=anchor)
    return Stamp(colour, mask, left, top)
