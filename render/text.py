"""Text on pictures: fonts, safe characters, fitting, kept stamps.

Inter writes what it can, a typeface made to go with it what is Korean, Noto
all other scripts: each run of a text has its own. The sign of a computer is drawn.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache, lru_cache
from itertools import groupby
from math import ceil, floor
from pathlib import Path
from typing import Final, cast

from PIL import Image, ImageFont

from render.direction import ELLIPSIS, placed
from render.graphemes import graphemes
from render.robot import ROBOT, Robot
from render.run import Face, Run
from render.scripts import file_for, is_emoji, known_part, script_face
from render.signs import Role, Sign, moved
from render.stamps import Stamp, kept
from render.theme import INK, Colour

FONTS: Final = Path(__file__).parent / "fonts"
MOST_FONTS: Final = 24
"""Sizes and weights kept open, about 0.3 MB each. To open one takes 0.3 ms, and few are opened
for a picture, since what was written is kept."""
MOST_HANGUL_FONTS: Final = 6
"""The same of the Korean typeface, opened only where a text needs it."""
CAP: Final = 0.727
"""Height of a capital, in sizes."""
LEAST_CAP: Final = 5
"""Px of a capital that can be read."""
SEEN: Final = 400
"""Px in which a phone shows a picture's width before it is tapped."""
_CHOOSERS: Final = ("\ufe0e", "\ufe0f", "\u20e3")
"""Marks that choose how the sign before them looks."""
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
    """Open a typeface in a size in px; Pillow's own where its file is gone."""
    path = FONTS / f"{family}-{weight}.otf"
    try:
        return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
    except OSError:
        return cast("ImageFont.FreeTypeFont", ImageFont.load_default(size))


def is_hangul(character: str) -> bool:
    """Return whether a character is Korean."""
    return any(first <= character <= last for first, last in _HANGUL)


class Own(StrEnum):
    """What writes a sign without Noto."""

    INTER = "Inter"
    HANGUL = "Hangul"
    ROBOT = "robot"


def _is_plain(text: str) -> bool:
    """Return whether all of a text is Inter's to write, from left to right."""
    return text.isascii() or all(map(_is_inter, text))


@lru_cache(maxsize=4096)
def _is_inter(character: str) -> bool:
    """Return whether a character is Inter's to write."""
    return _writer(character) is Own.INTER


@lru_cache(maxsize=4096)
def _writer(sign: str) -> Own | str | None:
    """Return what writes a sign: one of our own, a file of Noto's, None: nothing does."""
    first = sign[0]
    if first == ROBOT:
        return Own.ROBOT
    if is_emoji(sign):
        return file_for(sign) or (Own.INTER if _has(first, is_korean=False) else None)
    if is_hangul(first) and _has(first, is_korean=True):
        return Own.HANGUL
    if first == " " or (not is_hangul(first) and _has(first, is_korean=False)):
        return Own.INTER
    return file_for(sign)


def _has(character: str, *, is_korean: bool) -> bool:
    """Return whether one of our two typefaces has a character."""
    mask = bytes((hangul if is_korean else font)(20, Weight.REGULAR).getmask(character))
    return any(mask) and mask != _missing_glyph(is_korean)


@cache
def _missing_glyph(is_korean: bool) -> bytes:
    """Return what a typeface draws for a character that it does not know."""
    face = (hangul if is_korean else font)(20, Weight.REGULAR)
    return bytes(face.getmask("\U0010fffe"))


def _face(writer: Own | str | None, size: int, weight: Weight) -> Face:
    """Return what a sign is written with."""
    if writer is Own.ROBOT:
        return Robot(size)
    if writer is Own.HANGUL:
        return hangul(size, weight)
    return font(size, weight) if writer in {Own.INTER, None} else script_face(str(writer), size)


def _runs(text: str, size: int, weight: Weight) -> Iterator[Run]:
    """Yield the parts of a text from left to right, each with what it is written with."""
    if _is_plain(text):
        yield Run(text, font(size, weight))
        return
    line = [(sign, is_left, _writer(sign)) for sign, is_left in placed(graphemes(text))]
    for (is_left, writer), part in groupby(line, lambda each: each[1:]):
        signs, face = [sign for sign, *_ in part], _face(writer, size, weight)
        yield _run(signs, face, is_left=is_left)


def _run(signs: list[str], face: Face, *, is_left: bool) -> Run:
    """Return signs that stand beside each other as what their typeface takes."""
    if isinstance(face, Robot) or face.layout_engine is ImageFont.Layout.BASIC:
        return Run("".join(map(_bare, signs)), face)
    if is_left:  # it turns them round itself
        return Run("".join(reversed(signs)), face, "rtl")
    return Run("".join(signs), face, "ltr")


def _bare(sign: str) -> str:
    """Return a sign for a typeface that joins nothing: without what only says how to."""
    seen = (each for each in sign if unicodedata.category(each) != "Cf" and each not in _CHOOSERS)
    return "".join(seen)


def is_known(sign: str) -> bool:
    """Return whether there is something to draw a sign with."""
    return _writer(sign) is not None


def _drawn(sign: str) -> str:
    """Return what can be drawn of a sign; where it is a letter in another guise, the letter."""
    writer, first = _writer(sign), sign[0]
    if writer is None:
        plain = unicodedata.normalize("NFKC", first)
        return plain if plain != first and all(map(is_known, plain)) else ""
    return known_part(sign, writer) if not isinstance(writer, Own) else first


def _drawable(text: str) -> Iterator[str]:
    """Yield the signs of a text that can be drawn."""
    for sign in graphemes(unicodedata.normalize("NFC", " ".join(text.split()))):
        kind = unicodedata.category(sign[0])
        if kind[0] not in "CMZ":
            yield _drawn(sign)
        elif kind[0] == "Z":
            yield " "


@lru_cache(maxsize=1024)
def safe(text: str) -> str:
    """Return what can be drawn of a text, on one line; the rest is left out."""
    return " ".join("".join(_drawable(text)).split())


def safe_name(name: str, otherwise: str) -> str:
    """Return what can be drawn of a name, or a substitute if that is nothing."""
    drawn = safe(name)
    if drawn.replace(ROBOT, "").strip():
        return drawn
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
    return round(sum(run.length for run in _runs(text, size, weight)))


@lru_cache(maxsize=1024)
def fitted(text: str, size: int, weight: Weight, room: int) -> str:
    """Return a text cut between its signs so that it is at most `room` px wide."""
    if width(text, size, weight) <= room:
        return text
    while text and width(text + ELLIPSIS, size, weight) > room:
        text = text[: -len(graphemes(text)[-1])].rstrip()
    return text + ELLIPSIS


def size_for(text: str, most: int, least: int, weight: Weight, room: int) -> int:
    """Return the largest size in px, of `least` to `most`, in which a text has room, or `least`."""
    sizes = range(most, least, -1)
    return next((size for size in sizes if width(text, size, weight) <= room), min(most, least))


def text_stamp(text: str, size: int, weight: Weight, colour: Colour, anchor: str) -> Stamp:
    """Return a line of text as a stamp, anchored as Pillow names it."""
    return letters(text, size, weight, anchor).inked(colour)


def written(stamp: Stamp, text: str, size: int, weight: Weight, colour: Colour) -> Stamp:
    """Return a shape with a line of text at its anchor, as one stamp."""
    return stamp.under(text_stamp(text, size, weight, colour, "mm"))


@kept
def letters(text: str, size: int, weight: Weight, anchor: str) -> Stamp:
    """Return a line of text whose colour is still to be chosen."""
    if not _is_plain(text):
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
    pen, spots, boxes = x, list[tuple[int, Run]](), list[tuple[float, float, float, float]]()
    for run in _runs(text, size, weight):
        left, top, right, bottom = run.box
        boxes.append((pen + left, y + top, pen + right, y + bottom))
        spots.append((round(pen), run))
        pen += run.length
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, top = floor(min(lefts)) - 1, floor(min(tops)) - 1
    mask = Image.new("L", (ceil(max(rights)) - left + 2, ceil(max(bottoms)) - top + 2), 0)
    for at, run in spots:
        run.write(mask, (at - left, round(y) - top))
    return Stamp(INK, mask, left, top, (_sign(text, size, (left, top), mask),))


def _start(text: str, size: int, weight: Weight, anchor: str) -> tuple[float, float]:
    """Return where the baseline begins as seen from a text's anchor."""
    face = font(size, weight)
    across = {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * width(text, size, weight)
    down = face.getbbox("x", anchor=f"l{anchor[1]}")[1] - face.getbbox("x", anchor="ls")[1]
    return -across, down
