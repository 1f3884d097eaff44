"""Odd names on pictures: drawable, inside the picture, on no other text."""

from itertools import product
from typing import Any

import pytest

from metrobot.service.model.snapshots import finished_turns
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.values import Picture
from render.canvas import Canvas
from render.text import UNKNOWN, Weight, fitted, is_known, safe, text_stamp
from tests.titles import LARGEST
from tests.ui.extremes import LANGUAGES, ODD, course, words_in

Box = tuple[int, int, int, int]
MOST_BYTES = 1024 * 1024
DRAWN = [known for known in map(safe, ODD) if known.strip(UNKNOWN + " ")]
"""The odd names as they are drawn, those of which nothing is left out."""


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Box, tuple[int, int]]]:
    """Return all lines written on pictures, with their box and the picture's size."""
    found, write = list[tuple[str, Box, tuple[int, int]]](), Canvas.text

    def noted(self: Canvas, at: tuple[int, int], text: str, size: int, **rest: Any) -> None:
        write(self, at, text, size, **rest)
        room, weight = rest.get("room"), rest.get("weight", Weight.SEMIBOLD)
        shown = text if room is None else fitted(text, size, weight, room)
        if shown:
            anchor = rest.get("anchor", "ls")
            stamp = text_stamp(shown, size, weight, (0, 0, 0), anchor)
            left, top = at[0] + stamp.left, at[1] + stamp.top
            box = (left, top, left + stamp.mask.width, top + stamp.mask.height)
            found.append((shown, box, self.image.size))

    monkeypatch.setattr(Canvas, "text", noted)
    return found


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
    shown.append(front.closing(game_view_of(tables[-1], words), words).picture)
    return [*shown, *(block.picture for block in blocks if block.picture is not None)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("title", "players"), LARGEST)
def test_odd_names_keep_to_their_places_on_pictures(
    title: str, players: int, language: str, written: list[tuple[str, Box, tuple[int, int]]]
) -> None:
    """Every sign is known or a box for what is not; a name covers no other text."""
    for picture in pictures(FRONTS[title], title, players, language):
        written.clear()
        data = picture.draw()
        names = [each for each in written if _is_name(each[0])]

        assert len(data) < MOST_BYTES, picture.stem
        assert all(is_known(sign) or sign == UNKNOWN for text, _, _ in written for sign in text)
        assert [each for each in names if not _is_inside(each[1], each[2])] == []
        assert _overlaps(written) == [], picture.stem
        assert names or not picture.stem.endswith("board")


def _is_inside(box: Box, size: tuple[int, int]) -> bool:
    """Return whether a box lies within a picture."""
    return box[0] >= 0 and box[1] >= 0 and box[2] <= size[0] and box[3] <= size[1]


def _is_name(text: str) -> bool:
    """Return whether a line holds the beginning of an odd name."""
    return any(name[:4] in text for name in DRAWN)


def _overlaps(written: list[tuple[str, Box, tuple[int, int]]]) -> list[tuple[str, str]]:
    """Return names with other texts that they cover by more than their empty edges."""
    names = [each for each in written if _is_name(each[0])]
    pairs = ((a, b) for a, b in product(names, written) if a is not b and a[2] == b[2])
    return [(a[0], b[0]) for a, b in pairs if a[0] != b[0] and _covers(a[1], b[1])]


def _covers(one: Box, other: Box) -> bool:
    """Return whether two boxes share more than an edge of some px."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > 8 and down > 8
