"""Text on pictures: fonts, safe characters, fitting, kept stamps.

Inter writes what is not Korean, a typeface made to go with it what is: each
run of a text has its own. The sign of a computer is drawn.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache, lru_cache
from itertools import groupby
from math import ceil, floor
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from render.robot import ROBOT, Robot
from render.signs import Role, Sign, moved
from render.stamps import Stamp, kept
from render.theme import INK, Colour

FONTS: Final = Path(__file__).parent / "fonts"
MOST_FONTS: Final = 24
"""Sizes and weights kept open, about 0.3 MB each. To open one takes 0.3 ms, and few are opened
for a picture, since what was written is kept."""
MOST_HANGUL_FONTS: Final = 6
"""The same of the Korean typeface, opened only where a text needs it."""
UNKNOWN: Final = "\N{WHITE SQUARE}"
ELLIPSIS: Final = "…"
Box = tuple[float, float, float, float]
Face = ImageFont.FreeTypeFont | Robot
"""What a run of a text is written with."""
CAP: Final = 0.727
"""Height of a capital, in sizes."""
LEAST_CAP: Final = 5
"""Px of a capital that can be read."""
SEEN: Final = 400
"""Px in which a phone shows a picture's width before it is tapped."""
_HANGUL: Final = (("\u3131", "\u3163"), ("\uac00", "\ud7a3"))
"""From the first letter and syllable to the last one."""


class Weight(StrEnum):
    """The three weights of each typeface."""

    REGULAR = "Regular"
    SEMIBOLD = "SemiBold"
    BOLD = "Bold"


def least_size(width: int) -> int:
    """Return the smallest letters that can be read on a picture so wide, in px."""
    return ceil(LEAST_CAP / CAP * width / SEEN)


@lru_cache(maxsize=MOST_FONTS)
def font(size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    """Return the typeface in a size in px.

    The basic layout engine is fast and everywhere the same; no language that
    the typeface knows needs more.
    """
    return _opened("Inter", size, weight)


@lru_cache(maxsize=MOST_HANGUL_FONTS)
def hangul(size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    """Return the typeface for Korean, which has its 2,350 common syllables, in a size in px."""
    return _opened("Hangul", size, weight)


def _opened(family: str, size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    """Open a typeface in a size in px."""
    path = FONTS / f"{family}-{weight}.otf"
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


def is_hangul(character: str) -> bool:
    """Return whether a character is Korean."""
    return any(first <= character <= last for first, last in _HANGUL)


def _is_plain(character: str) -> bool:
    """Return whether a character is Inter's to write."""
    return character != ROBOT and not is_hangul(character)


def _face(character: str, size: int, weight: Weight) -> Face:
    """Return what a character is written with."""
    if character == ROBOT:
        return Robot(size)
    return (hangul if is_hangul(character) else font)(size, weight)


def _runs(text: str, size: int, weight: Weight) -> Iterator[tuple[str, Face]]:
    """Yield the parts of a text, each with what it is written with."""
    for _, characters in groupby(text, lambda each: (each == ROBOT, is_hangul(each))):
        run = "".join(characters)
        yield run, _face(run[0], size, weight)


@cache
def _missing_glyph(is_korean: bool) -> bytes:
    """Return what a typeface draws for a character that it does not know."""
    face = (hangul if is_korean else font)(20, Weight.REGULAR)
    return bytes(face.getmask("\U0010fffe"))


@lru_cache(maxsize=4096)
def is_known(character: str) -> bool:
    """Return whether there is a sign for this character."""
    if character in {" ", ROBOT}:
        return True
    face = (hangul if is_hangul(character) else font)(20, Weight.REGULAR)
    mask = bytes(face.getmask(character))
    return any(mask) and mask != _missing_glyph(is_hangul(character))


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
    if any(sign not in {UNKNOWN, ROBOT, " "} for sign in drawn):
        return drawn.strip(UNKNOWN + " ")
    return f"{otherwise} {ROBOT}" if ROBOT in drawn else otherwise


def drawable_names(names: Iterable[str], otherwise: str) -> tuple[str, ...]:
    """Return players' names as they can be drawn, a word with a number where they cannot."""
    return tuple(safe_name(name, f"{otherwise} {n}") for n, name in enumerate(names, start=1))


def with_minus(points: int) -> str:
    """Return points with a minus sign as wide as a plus."""
    return str(points).replace("-", "\N{MINUS SIGN}")


@lru_cache(maxsize=2048)
def width(text: str, size: int, weight: Weight) -> int:
    """Return how wide a text is, in px."""
    return round(sum(face.getlength(run) for run, face in _runs(text, size, weight)))


@lru_cache(maxsize=1024)
def fitted(text: str, size: int, weight: Weight, room: int) -> str:
    """Return a text cut so that it is at most `room` px wide."""
    if width(text, size, weight) <= room:
        return text
    while text and width(text + ELLIPSIS, size, weight) > room:
        text = text[:-1].rstrip()
    return text + ELLIPSIS


def text_stamp(text: str, size: int, weight: Weight, colour: Colour, anchor: str) -> Stamp:
    """Return a line of text as a stamp, anchored as Pillow names it."""
    return letters(text, size, weight, anchor).inked(colour)


def written(stamp: Stamp, text: str, size: int, weight: Weight, colour: Colour) -> Stamp:
    """Return a shape with a line of text at its anchor, as one stamp."""
    return stamp.under(text_stamp(text, size, weight, colour, "mm"))


@kept
def letters(text: str, size: int, weight: Weight, anchor: str) -> Stamp:
    """Return a line of text whose colour is still to be chosen."""
    if not all(map(_is_plain, text)):
        return _mixed(text, size, weight, anchor)
    core, (left, top) = font(size, weight).getmask2(text, "L", anchor=anchor)
    wide, tall = core.size
    mask = Image.new("L", (max(1, wide), max(1, tall)), 0)
    mask.im.paste(core, (0, 0, wide, tall))
    return Stamp(INK, mask, left, top, (_sign(text, size, (left, top), mask),))


def _sign(text: str, size: int, at: tuple[int, int], mask: Image.Image) -> Sign:
    """Return a written line as a sign that takes what its letters cover."""
    return Sign(Role.TEXT, moved(mask.getbbox() or (0, 0, 1, 1), *at), text, size)


def _mixed(text: str, size: int, weight: Weight, anchor: str) -> Stamp:
    """Return a line in several typefaces, all on one baseline."""
    x, y = _start(text, size, weight, anchor)
    pen, placed, boxes = x, list[tuple[int, str, Face]](), list[Box]()
    for run, face in _runs(text, size, weight):
        left, top, right, bottom = _covered(run, face)
        boxes.append((pen + left, y + top, pen + right, y + bottom))
        placed.append((round(pen), run, face))
        pen += face.getlength(run)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, top = floor(min(lefts)) - 1, floor(min(tops)) - 1
    mask = Image.new("L", (ceil(max(rights)) - left + 2, ceil(max(bottoms)) - top + 2), 0)
    for at, run, face in placed:
        _write(mask, (at - left, round(y) - top), run, face)
    return Stamp(INK, mask, left, top, (_sign(text, size, (left, top), mask),))


def _covered(run: str, face: Face) -> Box:
    """Return what a run covers as seen from the start of its baseline."""
    return face.getbbox(run) if isinstance(face, Robot) else face.getbbox(run, anchor="ls")


def _write(mask: Image.Image, at: tuple[int, int], run: str, face: Face) -> None:
    """Write a run into a mask, the baseline beginning here."""
    if isinstance(face, Robot):
        face.draw(mask, at, run)
    else:
        ImageDraw.Draw(mask).text(at, run, 255, face, anchor="ls")


def _start(text: str, size: int, weight: Weight, anchor: str) -> tuple[float, float]:
    """Return where the baseline begins as seen from a text's anchor."""
    face = font(size, weight)
    across = {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * width(text, size, weight)
    down = face.getbbox("x", anchor=f"l{anchor[1]}")[1] - face.getbbox("x", anchor="ls")[1]
    return -across, down
