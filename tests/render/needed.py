"""What everybody has to find on a picture, whatever else stands there or is left out."""

from collections.abc import Iterable
from typing import Any

import pytest

from metrobot.service.model.table import Table
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.words.catalogue import ENGLISH
from render.signs import noting
from tests.legible.kinds import MANY, Course
from tests.legible.measure import shown_texts

NAMES = 3
"""So many letters of a long name are left at least."""


def texts_of(picture: Any) -> list[str]:
    with noting() as notes:
        picture.draw()
    return shown_texts(notes.picture)


def board(table: Table) -> list[str]:
    return texts_of(FRONTS[table.title.id].board(game_view_of(table, ENGLISH), ENGLISH))


def courses(title: str) -> list[Course]:
    """Return the games of a title that are looked at: one of each number of players."""
    return list({each.players: each for each in MANY if each.title == title}.values())


def each_of(title: str) -> pytest.MarkDecorator:
    """Let a test look at each of these games."""
    return pytest.mark.parametrize("course", courses(title), ids=lambda c: str(c.players))


def missing(wanted: Iterable[str], texts: list[str]) -> list[str]:
    """Return the wanted texts that are not there."""
    return [each for each in wanted if each not in texts]


def unnamed(table: Table, texts: list[str]) -> list[str]:
    """Return the players named nowhere, not even shortened."""
    people = [person.name for person in table.people]
    return [name for name in people if not any(t.startswith(name[:NAMES]) for t in texts)]
