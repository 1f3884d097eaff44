"""Noto's typefaces for the scripts that Inter and the Korean typeface lack, in one weight.

Each is a file of its own, opened when a name needs it.
"""

import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageFont

from render.text.graphemes import AS_EMOJI, JOINER, UNSEEN, is_flag_letter, is_mark, is_skin, is_tag

NOTO: Final = Path(__file__).parents[1] / "fonts" / "noto"
MOST_FACES: Final = 12
"""Scripts and sizes that are kept open."""
TRIED: Final = 20
"""Size of the letters that are drawn to test a typeface, in px."""
HAN, EMOJI, SIGNS = "Han-Bold.otf", "Emoji-Bold.ttf", "Signs-Bold.ttf"
_ANY: Final = (HAN, EMOJI, SIGNS)
"""Files that are tried in turn for characters of no script."""
FILE: Final = Path(__file__).with_suffix(".toml")
BLOCKS: Final = tuple(
    (first, last, script)
    for script, blocks in tomllib.loads(FILE.read_text("utf-8")).items()
    for first, last in blocks
)
"""Blocks of Unicode: the first and last character of each, and its script."""


@lru_cache(maxsize=MOST_FACES)
def script_face(file: str, size: int) -> ImageFont.FreeTypeFont:
    """Return the typeface of a file in a size in px."""
    # Raqm, which needs fribidi, joins and reorders letters as their script wants. Without it
    # Pillow falls back to the basic engine, and letters stand one by one.
    engine = ImageFont.Layout.BASIC if file in {HAN, SIGNS} else ImageFont.Layout.RAQM
    return ImageFont.truetype(NOTO / file, size, layout_engine=engine)


def is_emoji(grapheme: str) -> bool:
    """Return whether a sign asks to be an emoji, though it may begin with a letter or digit."""
    return (
        AS_EMOJI in grapheme
        or is_flag_letter(grapheme[0])
        or any(is_skin(character) for character in grapheme)
        or (JOINER in grapheme and grapheme[0] >= "\u2000")
    )


@lru_cache(maxsize=4096)
def file_for(grapheme: str) -> str | None:
    """Return the file of the typeface that has the first character of a sign, or None."""
    return next((file for file in _files(grapheme) if _has(file, grapheme[0])), None)


@lru_cache(maxsize=4096)
def known_part(grapheme: str, file: str) -> str:
    """Return the part of a sign that a typeface can draw, with its joiners."""
    joining = (AS_EMOJI, *UNSEEN)
    return "".join(
        character
        for n, character in enumerate(grapheme)
        if n == 0
        # Tags have no glyph of their own, but a regional flag needs them.
        or (file == EMOJI and is_tag(character))
        or (file not in {HAN, SIGNS} and (character in joining or _has(file, character)))
    )


def _files(grapheme: str) -> Iterator[str]:
    """Yield the files that may have a sign, the likeliest first."""
    code = ord(grapheme[0])
    script = next((name for first, last, name in BLOCKS if first <= code <= last), None)
    if script is not None:
        yield f"{script}-Bold.ttf"
    elif is_emoji(grapheme):
        yield EMOJI
    elif not is_mark(grapheme[0]):
        yield from _ANY


# To try a typeface is to draw with it, so the answers are kept.
@lru_cache(maxsize=4096)
def _has(file: str, character: str) -> bool:
    try:
        return has(script_face(file, TRIED), character)
    # Without the file a name loses these signs, but there is still a picture.
    except OSError:
        return False


def has(face: ImageFont.FreeTypeFont, character: str) -> bool:
    """Return whether a typeface has a character."""
    # FreeType draws a substitute for characters that a typeface lacks, so compare with it.
    mask, missing = (bytes(face.getmask(sign)) for sign in (character, "\U0010fffe"))
    return any(mask) and mask != missing
