"""Text on pictures: fonts, safe characters, fitting, kept stamps.

Inter writes what it can; a matching typeface writes Korean, and Noto's typefaces write all
other scripts. Each run of a text has one typeface. The sign of a computer is drawn.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from math import ceil, floor
from pathlib import Path
from typing import Final, cast

from PIL import Image, ImageFont

from render.boxes import moved
from render.masks import whole
from render.signs import Role, Sign
from render.stamps import Stamp, kept
from render.text.graphemes import ELLIPSIS, graphemes, placed
from render.text.run import ROBOT, Face, Robot, Run
from render.text.scripts import TRIED, file_for, has, is_emoji, known_part, script_face
from render.theme import INK, Colour

FONTS: Final = Path(__file__).parents[1] / "fonts"
# Opening one takes 0.3 ms, and few are opened for a picture, since written texts are kept.
MOST_FONTS: Final = 24
"""Sizes and weights kept open, about 0.3 MB each."""
MOST_HANGUL_FONTS: Final = 6
"""The same for the Korean typeface, which few texts need."""
CAP: Final = 0.727
"""Height of a capital, in sizes."""
LEAST_CAP: Final = 5
"""Least height of a readable capital on a phone, in px."""
SEEN: Final = 400
"""Width to which a phone shrinks a picture before it is tapped, in px."""
SEEN_HEIGHT: Final = 350
"""Height to which clients shrink a tall picture before it is tapped, in px."""
_CHOOSERS: Final = ("\ufe0e", "\ufe0f", "\u20e3")
"""Marks that choose the look of the sign before them."""
_HANGUL: Final = (("\u3131", "\u3163"), ("\uac00", "\ud7a3"))
"""First and last Korean letter, first and last Korean syllable."""


class Weight(StrEnum):
    """The three weights of each typeface."""

    REGULAR = "Regular"
    SEMIBOLD = "SemiBold"
    BOLD = "Bold"


def least_size(width: int, height: int = 0) -> int:
    """Return the size of the smallest readable letters on a picture as large as this, in px."""
    return ceil(LEAST_CAP / CAP * max(width / SEEN, height / SEEN_HEIGHT))


@lru_cache(maxsize=MOST_FONTS)
def font(size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    """Return Inter in a size in px."""
    return _opened("Inter", size, weight)


@lru_cache(maxsize=MOST_HANGUL_FONTS)
def hangul(size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    """Return the typeface for Korean, with its 2,350 common syllables, in a size in px."""
    return _opened("Hangul", size, weight)


def _opened(family: str, size: int, weight: Weight) -> ImageFont.FreeTypeFont:
    """Open a typeface in a size in px; Pillow's own where its file is gone."""
    # The basic layout engine is fast and the same everywhere; no script of these two needs more.
    path = FONTS / f"{family}-{weight}.otf"
    try:
        return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
    except OSError:
        return cast("ImageFont.FreeTypeFont", ImageFont.load_default(size))


def is_hangul(character: str) -> bool:
    """Return whether a character is Korean."""
    return any(first <= character <= last for first, last in _HANGUL)


_TRIED: Final = (TRIED, Weight.REGULAR)


class Own(StrEnum):
    """Writers of signs beside Noto's typefaces."""

    INTER = "Inter"
    HANGUL = "Hangul"
    ROBOT = "robot"


def _is_plain(text: str) -> bool:
    """Return whether Inter writes a whole text, from left to right."""
    return text.isascii() or all(_writer(character) is Own.INTER for character in text)


@lru_cache(maxsize=4096)
def _writer(sign: str) -> Own | str | None:
    """Return the writer of a sign: one of `Own`, a file of Noto's, or None."""
    first = sign[0]
    if first == ROBOT:
        return Own.ROBOT
    if is_emoji(sign):
        return file_for(sign) or (Own.INTER if has(font(*_TRIED), first) else None)
    if is_hangul(first):
        return Own.HANGUL if has(hangul(*_TRIED), first) else file_for(sign)
    return Own.INTER if first == " " or has(font(*_TRIED), first) else file_for(sign)


def _face(writer: Own | str | None, size: int, weight: Weight) -> Face:
    if writer is Own.ROBOT:
        return Robot(size)
    if writer is Own.HANGUL:
        return hangul(size, weight)
    return font(size, weight) if writer in {Own.INTER, None} else script_face(str(writer), size)


def _runs(text: str, size: int, weight: Weight) -> Iterator[Run]:
    if _is_plain(text):
        yield Run(text, font(size, weight))
        return
    line = [(sign, is_left, _writer(sign)) for sign, is_left in placed(graphemes(text))]
    for (is_left, writer), part in groupby(line, lambda item: item[1:]):
        signs, face = [sign for sign, *_ in part], _face(writer, size, weight)
        yield _run(signs, face, is_left=is_left)


def _run(signs: list[str], face: Face, *, is_left: bool) -> Run:
    """Return neighbouring signs as a run, in the order that their typeface expects."""
    if isinstance(face, Robot) or face.layout_engine is ImageFont.Layout.BASIC:
        # Joiners and choosers mean nothing to a typeface that joins nothing.
        text = (c for c in "".join(signs) if unicodedata.category(c) != "Cf" and c not in _CHOOSERS)
        return Run("".join(text), face)
    # The layout engine reverses a right-to-left run itself.
    if is_left:
        return Run("".join(reversed(signs)), face, "rtl")
    return Run("".join(signs), face, "ltr")


def is_known(sign: str) -> bool:
    """Return whether some typeface can draw a sign."""
    return _writer(sign) is not None


def _drawn(sign: str) -> str:
    """Return the drawable part of a sign; of a letter in another form, the plain letter."""
    writer, first = _writer(sign), sign[0]
    if writer is None:
        plain = unicodedata.normalize("NFKC", first)
        return plain if plain != first and all(map(is_known, plain)) else ""
    return known_part(sign, writer) if not isinstance(writer, Own) else first


def _drawable(text: str) -> Iterator[str]:
    # Composed letters are more often in a typeface than a letter with a combining mark.
    for sign in graphemes(unicodedata.normalize("NFC", " ".join(text.split()))):
        kind = unicodedata.category(sign[0])
        # Control characters, and marks without their letter, show nothing by themselves.
        if kind[0] not in "CMZ":
            yield _drawn(sign)
        elif kind[0] == "Z":
            yield " "


@lru_cache(maxsize=1024)
def safe(text: str) -> str:
    """Return the drawable part of a text, on one line."""
    return " ".join("".join(_drawable(text)).split())


def safe_name(name: str, otherwise: str) -> str:
    """Return the drawable part of a name, or a substitute if there is none."""
    visible = safe(name)
    # The robot's head says that a computer plays, but not which.
    if visible.replace(ROBOT, "").strip():
        return visible
    return f"{otherwise} {ROBOT}" if ROBOT in visible else otherwise


def drawable_names(names: Iterable[str], otherwise: str) -> tuple[str, ...]:
    """Return players' drawable names; a word with a number replaces names without any."""
    return tuple(safe_name(name, f"{otherwise} {n}") for n, name in enumerate(names, start=1))


def with_minus(points: int) -> str:
    """Return points with a minus sign as wide as a plus."""
    return str(points).replace("-", "\N{MINUS SIGN}")


@lru_cache(maxsize=2048)
def width(text: str, size: int, weight: Weight) -> int:
    """Return the width of a text, in px."""
    return round(sum(run.length for run in _runs(text, size, weight)))


@lru_cache(maxsize=1024)
def fitted(text: str, size: int, weight: Weight, room: int) -> str:
    """Return a text, cut between its signs to at most `room` px."""
    if width(text, size, weight) <= room:
        return text
    while text and width(text + ELLIPSIS, size, weight) > room:
        # Without its mark a letter would be another one, and half a flag no flag.
        text = text[: -len(graphemes(text)[-1])].rstrip()
    return text + ELLIPSIS


def wrapped(text: str, size: int, weight: Weight, room: int) -> tuple[str, ...]:
    """Return a text as lines that fit into `room` px, broken between its words; none if empty."""
    lines = list[str]()
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, weight) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def size_for(text: str, most: int, least: int, room: int) -> int:
    """Return the largest size from `least` to `most` in which a bold text fits, or `least`."""
    sizes = (size for size in range(most, least, -1) if width(text, size, Weight.BOLD) <= room)
    return next(sizes, min(most, least))


def text_stamp(text: str, size: int, weight: Weight, colour: Colour, anchor: str) -> Stamp:
    """Return a line of text as a stamp; the anchor has Pillow's name."""
    return letters(text, size, weight, anchor).inked(colour)


def written(stamp: Stamp, text: str, size: int, weight: Weight, colour: Colour) -> Stamp:
    """Return a shape with a line of text at its anchor, as one stamp."""
    return stamp.under(text_stamp(text, size, weight, colour, "mm"))


@kept
def letters(text: str, size: int, weight: Weight, anchor: str) -> Stamp:
    """Return a line of text whose colour is still to be chosen."""
    if not _is_plain(text):
        return _mixed(text, size, weight, anchor)
    # `getmask2` is what Pillow's own `text` calls; it gives the mask without an image to draw on.
    core, (left, top) = font(size, weight).getmask2(text, "L", anchor=anchor)
    wide, tall = core.size
    mask = Image.new("L", (max(1, wide), max(1, tall)), 0)
    mask.im.paste(core, (0, 0, wide, tall))
    return Stamp(INK, whole(mask), left, top, (_sign(text, size, (left, top), mask),))


def _sign(text: str, size: int, top_left: tuple[int, int], mask: Image.Image) -> Sign:
    """Return a written line as a sign with the box of its visible letters."""
    return Sign(Role.TEXT, moved(mask.getbbox() or (0, 0, 1, 1), *top_left), text, size)


def _mixed(text: str, size: int, weight: Weight, anchor: str) -> Stamp:
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
    for start, run in spots:
        run.write(mask, (start - left, round(y) - top))
    return Stamp(INK, whole(mask), left, top, (_sign(text, size, (left, top), mask),))


def _start(text: str, size: int, weight: Weight, anchor: str) -> tuple[float, float]:
    """Return the start of the baseline, from a text's anchor."""
    face = font(size, weight)
    across = {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * width(text, size, weight)
    down = face.getbbox("x", anchor=f"l{anchor[1]}")[1] - face.getbbox("x", anchor="ls")[1]
    return -across, down
