"""How much of a long name is shown: sixteen letters where its card has room."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.values import Picture
from metrobot.ui.words.catalogue import ENGLISH
from render.signs import noting
from render.text.graphemes import ELLIPSIS
from tests.legible.measure import shown_texts
from tests.titles import SIZES
from tests.ui.extremes import course

NAME = "Maximilian Karl Bartholomew"
SIXTEEN = 16
NARROW = {("underground", 5): 10, ("metromania", 3): 12, ("metromania", 4): 12}
"""Fewer where cards stand side by side or hold places and points: in the smallest letters that
can be read, all that fits beside these."""


def pictures(table: Table) -> Iterator[Picture]:
    """Yield the boards that show everybody's name."""
    game_view, front = game_view_of(table, ENGLISH), FRONTS[table.title.id]
    yield front.board(game_view, ENGLISH)
    yield front.closing_board(game_view, ENGLISH)


def cut_names(picture: Picture) -> Iterator[str]:
    """Yield the part of the name that is left, wherever it is cut."""
    with noting() as notes:
        picture.draw()
    for text in shown_texts(notes.picture):
        _, start, rest = text.partition(NAME[:4])
        if NAME not in text and ELLIPSIS in rest:
            yield start + rest.partition(ELLIPSIS)[0]


@pytest.mark.few(6)
@pytest.mark.parametrize(("title", "players"), SIZES)
def test_a_long_name_has_sixteen_letters(title: str, players: int) -> None:
    """On the board of every title, from its start to its end."""
    tables, least = course(title, players), NARROW.get((title, players), SIXTEEN)
    for table in (tables[0], tables[len(tables) // 2], tables[-2], tables[-1]):
        named = replace(table, people=tuple(replace(each, name=NAME) for each in table.people))
        for picture in pictures(named):
            shown = set(cut_names(picture))
            assert {each for each in shown if not each.startswith(NAME[:least].rstrip())} == set()
