"""How fronts make pictures that are still to be drawn."""

from collections.abc import Callable

from PIL import Image

from metrobot.service.table import Table
from metrobot.ui.pages.page import ALT_LIMIT
from metrobot.ui.pages.values import Sketch
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.lengths import clipped
from metrobot.ui.words.seatnames import names_of
from render.png import png


def sketch(stem: str, alt: str, draw: Callable[[], Image.Image]) -> Sketch:
    """Return a picture that is drawn when it is asked for.

    Args:
        stem: of its file, without the ending.
        alt: cut where it is too long.
        draw: pure, and safe in the drawing thread.
    """
    return Sketch(stem=stem, alt=clipped(alt, ALT_LIMIT), draw=lambda: png(draw()))


def stem_of(table: Table, what: str) -> str:
    """Return a file name that tells nothing but the title, the game and the revision."""
    return f"{table.title.id}-{table.id}-{table.revision}-{what}"


def people_of(table: Table, words: Words) -> tuple[str, ...]:
    """Return the players' names as they are, vacant seats named so: the pictures make them safe."""
    return names_of(table, words)
