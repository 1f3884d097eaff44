"""Every kind of picture, to be looked at: python -m tests.legible.gallery [FOLDER].

For each title a sheet of random games, sheets of games at their end and samples
in each language; for each kind of picture a few of it, as a phone shows them
first, as a desktop does and in full, on dark and on light ground.
"""

import argparse
import io
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from PIL import Image

from metrobot.engine.draft import new_draft
from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import draft_view_of, game_view_of
from metrobot.ui.pages.values import Picture
from metrobot.ui.words.catalogue import COMPLETE, ENGLISH, Words, words_for
from tests.legible.kinds import FEW, MANY, Course, KindPicture, pages, pictures, tables
from tests.titles import FEWEST, GAMES, MOST

FOLDER: Final = Path("build/gallery")
BOARDS: Final = 60
"""Of each title, on one sheet; from its start to its end."""
TOGETHER: Final = 12
"""Of these, ended, on a sheet."""
EACH: Final = 6
"""Pictures of a kind, from as many games as there are."""
ACROSS: Final = 6
WIDTHS: Final = (400, 600, None)
"""Px at which pictures are shown; None: in full."""
GROUNDS: Final = {"dark": (0x31, 0x33, 0x38), "light": (0xFF, 0xFF, 0xFF)}
GAP: Final = 10


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.legible.gallery", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--title", choices=list(FRONTS), help="of this one alone")
    parser.add_argument("--least", action="store_true", help="one game alone, to see that it runs")
    given = parser.parse_args()
    folder, titles = given.folder, [given.title] if given.title else list(FRONTS)
    games, courses = (1, FEW) if given.least else (BOARDS, MANY)
    folder.mkdir(parents=True, exist_ok=True)
    for title in titles:
        boards = [_opened(draw) for draw in _boards(title, games)]
        _save(folder, f"{title}-games", boards)
        ends = [_opened(draw) for draw in _ends(title, games)]
        for at in range(0, games, TOGETHER):
            _save(folder, f"{title}-ends-{at // TOGETHER + 1}", ends[at : at + TOGETHER])
        for language in COMPLETE[1:]:
            samples = [_opened(draw) for draw in _samples(title, words_for(language))]
            _save(folder, f"{title}-in-{language}", samples)
    for (title, kind), found in sorted(_kinds(titles, courses).items()):
        shown = [_opened(_png_of(picture)) for picture in _some(found)]
        _save(folder, f"{title}-{kind.replace(' ', '-').replace(',', '')}", shown)


def _boards(title: str, boards: int) -> Iterator[bytes]:
    """Yield a board of each of many random games: early ones, later ones, ended ones."""
    fewest, most = FEWEST[title], MOST[title]
    for seed in range(boards):
        course = Course(title, fewest + seed % (most - fewest + 1), seed)
        game = GAMES[title].play(course.players, course.seed)
        starts = game.turn_starts()
        table = GAMES[title].table_at(game, starts[seed * (len(starts) - 1) // max(1, boards - 1)])
        yield FRONTS[title].board(game_view_of(table, ENGLISH), ENGLISH).draw()


def _ends(title: str, boards: int) -> Iterator[bytes]:
    """Yield the last picture of each of many random games."""
    fewest, most = FEWEST[title], MOST[title]
    for seed in range(boards):
        game = GAMES[title].play(fewest + seed % (most - fewest + 1), 100 + seed)
        table = GAMES[title].table_at(game, game.turn_starts()[-1])
        yield _last(title, table, ENGLISH).draw()


def _last(title: str, table: Table, words: Words) -> Picture:
    """Return the last picture of a game that is over."""
    game_view = game_view_of(table, words)
    return FRONTS[title].closing(game_view, words).picture or FRONTS[title].board(game_view, words)


def _samples(title: str, words: Words) -> Iterator[bytes]:
    """Yield one picture of each kind that has words, in a language."""
    front, course = FRONTS[title], next(each for each in FEW if each.title == title)
    for table in tables(course, is_brief=True):
        yield front.board(game_view_of(table, words), words).draw()
        if table.status is Status.OVER:
            yield _last(title, table, words).draw()
            continue
        draft = new_draft(table.title, table.state, table.seats_to_act()[0])
        own = game_view_of(table, words, table.person_at(draft.seat).id)
        plan = draft_view_of(draft, replaces=front.replaces)
        yield front.planner(own, plan, words, None).picture.draw()
        hand = front.hand(own, words).picture
        if hand is not None:
            yield hand.draw()


def _kinds(
    titles: Sequence[str], courses: Sequence[Course]
) -> dict[tuple[str, str], list[KindPicture]]:
    """Return every picture of some titles by its title and kind."""
    found = defaultdict[tuple[str, str], list[KindPicture]](list)
    for course in (each for each in courses if each.title in titles):
        for picture in pictures(course, is_brief=True):
            found[picture.title, picture.kind].append(picture)
    for picture in (each for each in pages() if each.title in titles):
        found[picture.title, picture.kind].append(picture)
    tables.cache_clear()
    return found


def _some(found: Sequence[KindPicture]) -> list[KindPicture]:
    """Return a few from the first to the last: of all games, each at another of its stages."""
    shown = min(EACH, len(found))
    return [found[at * (len(found) - 1) // max(1, shown - 1)] for at in range(shown)]


def _png_of(picture: KindPicture) -> bytes:
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
