"""How fronts make pictures that are still to be drawn."""

from collections.abc import Callable

from PIL import Image

from metrobot.service.table import Table
from metrobot.ui.front import Sketch
from metrobot.ui.pages import ALT_LIMIT, clipped
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


def people_of(table: Table) -> tuple[str, ...]:
    """Return the players' names as they are: the pictures make them safe."""
    return tuple(person.name for person in table.people)
