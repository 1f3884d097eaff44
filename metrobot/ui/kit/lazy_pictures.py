"""How fronts make pictures that are still to be drawn."""

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from PIL import Image

from metrobot.ui.pages.values import Picture
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import ALT_LIMIT
from metrobot.ui.words.text_length import clipped
from render.hinted import drawn_hinted
from render.png import drawn_png


def lazy_picture(stem: str, alt: str, draw: "partial[Image.Image]") -> Picture:
    """Return a picture that is drawn when it is asked for, once for all who ask.

    Args:
        stem: of its file, without the ending.
        alt: cut where it is too long.
        draw: pure, a function of `render` and what it is given, so that another
            process can draw it; a picture is known by these, compared by value.
    """
    return png_picture(stem, alt, partial(drawn_png, draw), picture_key(draw))


def hint_picture(shown: Picture, words: Words) -> Picture:
    """Return a picture with a band above it that says that it is a hint, in its alt text too."""
    said = words.say("hint.picture")
    return Picture(
        stem=f"{shown.stem}-hint",
        alt=clipped(words.say("hint.alt", rest=shown.alt), ALT_LIMIT),
        draw=partial(drawn_hinted, shown.draw, said),
        key=None if shown.key is None else ("hint", said, shown.key),
    )


def png_picture(
    stem: str, alt: str, draw: Callable[[], bytes], same: Hashable | None = None
) -> Picture:
    """Return a picture of which the bytes are drawn when it is asked for.

    Args:
        stem: of its file, without the ending.
        alt: cut where it is too long.
        draw: pure, a function of `render` and what it is given, so that another
            process can draw it.
        same: all that the picture is made of.
    """
    return Picture(stem=stem, alt=clipped(alt, ALT_LIMIT), draw=draw, key=same)


def picture_key(draw: "partial[Any]") -> Hashable:
    """Return what a picture is known by: the function that draws it, and all it is given."""
    return draw.func, draw.args, tuple(sorted(draw.keywords.items()))
