"""Every kind of picture, to be looked at: python -m tests.legible.gallery [FOLDER].

For each title a sheet of random games, and for each kind of picture a few of
it, as a phone shows them first, as a desktop does and in full, on dark and on
light ground.
"""

import argparse
import io
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from PIL import Image

from metrobot.ui.frame.scene import scene_of
from metrobot.ui.fronts import FRONTS
from metrobot.ui.words.catalogue import ENGLISH
from tests.legible.kinds import MANY, SOURCES, Course, Picture, pages, pictures, tables

FOLDER: Final = Path("build/gallery")
GAMES: Final = 60
"""Of each title, on one sheet; from its start to its end."""
EACH: Final = 6
"""Pictures of a kind, from as many games as there are."""
ACROSS: Final = 6
WIDTHS: Final = (400, 600, None)
"""Px at which pictures are shown; None: in full."""
GROUNDS: Final = {"dark": (0x31, 0x33, 0x38), "light": (0xFF, 0xFF, 0xFF)}
GAP: Final = 10


def main() -> None:
    """Draw all sheets."""
    parser = argparse.ArgumentParser(prog="python -m tests.legible.gallery", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for title in FRONTS:
        boards = [_opened(draw) for draw in _boards(title)]
        _save(folder, f"{title}-games", boards)
    for (title, kind), found in sorted(_kinds().items()):
        step = max(1, len(found) // EACH)
        shown = [_opened(_png_of(picture)) for picture in found[::step][:EACH]]
        _save(folder, f"{title}-{kind.replace(' ', '-').replace(',', '')}", shown)


def _boards(title: str) -> Iterator[bytes]:
    """Yield a board of each of many random games: early ones, later ones, ended ones."""
    fewest, most = {"metromania": (2, 4), "underground": (2, 5), "metrolijn": (1, 8)}[title]
    for seed in range(GAMES):
        course = Course(title, fewest + seed % (most - fewest + 1), seed)
        game = SOURCES[title].play(course.players, course.seed)
        starts = game.turn_starts()
        table = SOURCES[title].table_at(game, starts[seed * (len(starts) - 1) // (GAMES - 1)])
        yield FRONTS[title].board(scene_of(table, ENGLISH), ENGLISH).draw()


def _kinds() -> dict[tuple[str, str], list[Picture]]:
    """Return every picture by its title and kind."""
    found = defaultdict[tuple[str, str], list[Picture]](list)
    for course in MANY:
        for picture in pictures(course, is_brief=True):
            found[picture.title, picture.kind].append(picture)
    for picture in pages():
        found[picture.title, picture.kind].append(picture)
    tables.cache_clear()
    return found


def _png_of(picture: Picture) -> bytes:
    """Return a picture's file."""
    png = picture.draw()
    assert isinstance(png, bytes)
    return png


def _opened(png: bytes) -> Image.Image:
    """Return a picture with its round corners."""
    return Image.open(io.BytesIO(png)).convert("RGBA")


def _save(folder: Path, name: str, shown: Sequence[Image.Image]) -> None:
    """Save some pictures on sheets of all widths and grounds."""
    for width in WIDTHS:
        for ground, colour in GROUNDS.items():
            sheet = _sheet([_laid(image, width, colour) for image in shown], colour)
            sheet.save(folder / f"{name}-{width or 'full'}-{ground}.png")
            if width is None or len(shown) > EACH:
                break  # in full, and of many games, one ground says enough
        if len(shown) > EACH:
            break


def _laid(image: Image.Image, width: int | None, colour: tuple[int, int, int]) -> Image.Image:
    """Return a picture on a ground, as wide as it is shown."""
    ground = Image.new("RGBA", image.size, (*colour, 255))
    ground.alpha_composite(image)
    size = (width, round(image.height * width / image.width)) if width else image.size
    return ground.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def _sheet(shown: Sequence[Image.Image], colour: tuple[int, int, int]) -> Image.Image:
    """Return pictures in rows."""
    rows = [shown[at : at + ACROSS] for at in range(0, len(shown), ACROSS)]
    wide = max(sum(image.width + GAP for image in row) for row in rows) + GAP
    heights = [max(image.height for image in row) + GAP for row in rows]
    sheet = Image.new("RGB", (wide, sum(heights) + GAP), colour)
    for row, top in zip(rows, (sum(heights[:n]) + GAP for n in range(len(rows))), strict=True):
        left = GAP
        for image in row:
            sheet.paste(image, (left, top))
            left += image.width + GAP
    return sheet


if __name__ == "__main__":
    main()
