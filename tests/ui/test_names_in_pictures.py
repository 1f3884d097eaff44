"""Odd names on pictures: drawable, inside the picture, on no other text."""

from itertools import product

import pytest

from metrobot.service.model.snapshots import finished_turns
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.values import Picture
from render.signs import noting
from render.text.graphemes import graphemes
from render.text.lettering import is_known, safe
from tests.render.shown import Shown
from tests.titles import LARGEST
from tests.ui.extremes import LANGUAGES, ODD, course, words_in

Box = tuple[int, int, int, int]
MOST_BYTES = 1024 * 1024
DRAWN = [known for known in map(safe, ODD) if known]
"""The odd names as they are drawn, without those of which nothing is drawn."""


def written(picture: Picture) -> tuple[bytes, list[tuple[str, Box]], tuple[int, int]]:
    """Return a drawn picture, all that is written on it with its box, and its size."""
    with noting() as notes:
        data = picture.draw()
    return data, [(each.text, each.box) for each in Shown(notes.picture).texts], notes.size


def pictures(front: Front, title: str, players: int, language: str) -> list[Picture]:
    """Return the public pictures of a game: its first turn, a late one, its end."""
    words, tables = words_in(language), course(title, players)
    shown = [
        front.board(game_view_of(table, words), words)
        for table in (tables[0], tables[-2], tables[-1])
    ]
    told = [tables[-2].summary(turn) for turn in finished_turns(tables[-2])]
    shown.append(front.changes(game_view_of(tables[-2], words), told, words))
    shown.append(front.closing_board(game_view_of(tables[-1], words), words))
    blocks = [
        block
        for message in front.finale(game_view_of(tables[-1], words), words)
        for block in message
    ]
    last = [front.closing(game_view_of(tables[-1], words), words).picture]
    last += [block.picture for block in blocks]
    return [*shown, *(picture for picture in last if picture is not None)]


@pytest.mark.few(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("title", "players"), LARGEST)
def test_odd_names_keep_to_their_places_on_pictures(
    title: str, players: int, language: str
) -> None:
    """Every sign is known; a name lies within the picture and covers no other text."""
    for picture in pictures(FRONTS[title], title, players, language):
        data, texts, size = written(picture)
        names = [each for each in texts if _is_name(each[0])]

        assert len(data) < MOST_BYTES, picture.stem
        assert all(is_known(sign) for text, _ in texts for sign in graphemes(text))
        assert [each for each in names if not _is_inside(each[1], size)] == []
        assert _overlaps(texts) == [], picture.stem
        assert names or not picture.stem.endswith("board")


def _is_inside(box: Box, size: tuple[int, int]) -> bool:
    """Return whether a box lies within a picture."""
    return box[0] >= 0 and box[1] >= 0 and box[2] <= size[0] and box[3] <= size[1]


def _is_name(text: str) -> bool:
    """Return whether a line holds the beginning of an odd name."""
    return any(name[:4] in text for name in DRAWN)


def _overlaps(texts: list[tuple[str, Box]]) -> list[tuple[str, str]]:
    """Return names with other texts that they cover by more than their empty edges."""
    names = [each for each in texts if _is_name(each[0])]
    pairs = ((a, b) for a, b in product(names, texts) if a is not b)
    return [(a[0], b[0]) for a, b in pairs if a[0] != b[0] and _covers(a[1], b[1])]


def _covers(one: Box, other: Box) -> bool:
    """Return whether two boxes share more than an edge of some px."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > 8 and down > 8
