"""How fronts make pictures that are still to be drawn."""

from collections.abc import Callable

from PIL import Image

from metrobot.ui.pages.values import Sketch
from metrobot.ui.words.lengths import clipped
from metrobot.ui.words.limits import ALT_LIMIT
from render.png import png


def sketch(stem: str, alt: str, draw: Callable[[], Image.Image]) -> Sketch:
    """Return a picture that is drawn when it is asked for.

    Args:
        stem: of its file, without the ending.
        alt: cut where it is too long.
        draw: pure, and safe in the drawing thread.
    """
    return Sketch(stem=stem, alt=clipped(alt, ALT_LIMIT), draw=lambda: png(draw()))
