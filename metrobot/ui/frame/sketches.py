"""How fronts make pictures that are still to be drawn."""

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from PIL import Image

from metrobot.ui.pages.values import Sketch
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.lengths import clipped
from metrobot.ui.words.limits import ALT_LIMIT
from render.hinted import drawn_hinted
from render.png import drawn


def sketch(stem: str, alt: str, draw: "partial[Image.Image]") -> Sketch:
    """Return a picture that is drawn when it is asked for, once for all who ask.

    Args:
        stem: of its file, without the ending.
        alt: cut where it is too long.
        draw: pure, a function of `render` and what it is given, so that another
            process can draw it; a picture is known by these, compared by value.
    """
    return png_sketch(stem, alt, partial(drawn, draw), drawing(draw))


def hinted_sketch(shown: Sketch, words: Words) -> Sketch:
    """Return a picture with a band above it that says that it is a hint, in its alt text too."""
    said = words.say("hint.picture")
    return Sketch(
        stem=f"{shown.stem}-hint",
        alt=clipped(words.say("hint.alt", rest=shown.alt), ALT_LIMIT),
        draw=partial(drawn_hinted, shown.draw, said),
        same=None if shown.same is None else ("hint", said, shown.same),
    )


def png_sketch(
    stem: str, alt: str, draw: Callable[[], bytes], same: Hashable | None = None
) -> Sketch:
    """Return a picture of which the bytes are drawn when it is asked for.

    Args:
        stem: of its file, without the ending.
        alt: cut where it is too long.
        draw: pure, a function of `render` and what it is given, so that another
            process can draw it.
        same: all that the picture is made of.
    """
    return Sketch(stem=stem, alt=clipped(alt, ALT_LIMIT), draw=draw, same=same)


def drawing(draw: "partial[Any]") -> Hashable:
    """Return what a picture is known by: the function that draws it, and all it is given."""
    return draw.func, draw.args, tuple(sorted(draw.keywords.items()))
