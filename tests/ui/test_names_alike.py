"""Names in all scripts: a picture and the words beside it call a person the same."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from metrobot.service.model.snapshots import finished_turns
from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.values import Picture
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.player_names import plain_name
from render.signs import noting
from render.text.graphemes import ELLIPSIS, graphemes
from render.text.lettering import safe
from tests.legible.measure import shown_texts
from tests.titles import SIZES
from tests.ui.extremes import course

NAMES = (
    "小明",
    "محمد عبد الرحمن",
    "さくら🌸タロウ",
    "👨\u200d👩\u200d👧🦊🇰🇷👍🏽",
    "שלום",
    "नमस्ते",
    "김민준 똠방",
    "สมชาย ★",
)
LEAST = 3
"""Signs of a name that are seen before it is cut."""


def pictures(table: Table) -> Iterator[Picture]:
    game_view, front = game_view_of(table, ENGLISH), FRONTS[table.title.id]
    yield front.board(game_view, ENGLISH)
    yield front.changes(
        game_view, [table.summary(turn) for turn in finished_turns(table)[-2:]], ENGLISH
    )


def named(table: Table, first: int) -> Table:
    """Return a table at which people with these names sit."""
    names = NAMES[first:] + NAMES[:first]
    people = zip(table.people, names, strict=False)
    return replace(table, people=tuple(replace(each, name=name) for each, name in people))


def is_drawn(name: str, texts: list[str]) -> bool:
    """Return whether a name stands in one of these texts, whole or its first signs."""
    least = "".join(graphemes(name)[:LEAST])
    return any(name in text or (least in text and ELLIPSIS in text) for text in texts)


@pytest.mark.few(6)
@pytest.mark.parametrize(("title", "players"), SIZES)
def test_a_picture_calls_people_what_the_words_call_them(title: str, players: int) -> None:
    """Nobody is Player 6 on a picture beside a text that says 小明."""
    tables = course(title, players)
    for first, moment in enumerate((tables[len(tables) // 2], tables[-1])):
        table = named(moment, first * players)
        for picture in pictures(table):
            with noting() as notes:
                picture.draw()
            texts = shown_texts(notes.picture)
            said = [each.name for each in table.people if plain_name(each.name) in picture.alt]

            assert [name for name in said if not is_drawn(safe(name), texts)] == []
            assert [text for text in texts if text.startswith("Player ")] == []
            assert said or not picture.stem.endswith("board") or players == 1


@pytest.mark.parametrize("name", NAMES)
def test_names_of_all_scripts_are_drawn_as_they_are_said(name: str) -> None:
    assert safe(name) == name
