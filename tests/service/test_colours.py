"""The colours that people wish for: who gets which at the start, and that it stays."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from metrobot.engine.ruleset import COLOURS
from metrobot.games.registry import TITLES
from metrobot.service.model.play import PlayerId
from metrobot.service.model.table import Table
from metrobot.service.people.terms import mark_of, terms_of
from tests.databases import url_of
from tests.service.acts import opened
from tests.service.stage import ANN, BOB, CHANNEL, Stage, staged

PEOPLE = [ANN, *(replace(BOB, id=PlayerId(BOB.id + n)) for n in range(4))]
CASES = [
    # The first by Join gets the first, the next their second, whoever is late what is left.
    ("metromania", [(1, 0), (1, 0), (1, 0)], "1023"),
    ("metromania", [(), (0, 3), (0, 3), (0, 3)], "1032"),
    ("metromania", [(), ()], "0123"),
    ("underground", [(2, 1), (2, 1), ()], "21034"),
    # A set that so few people do not have, and numbers that there are not.
    ("underground", [(4, 1), (4, 3)], "10234"),
    ("metromania", [(9, 7), (1, 2)], "0123"),
]
OWN = "0123"
"""Colours of companies for which nobody wishes."""


async def begun(
    stage: Stage, title: str, wishes: Sequence[Sequence[int]], **options: bool
) -> Table:
    """Start a game of people who wish for colours and join one after the other."""
    for person, wish in zip(PEOPLE, wishes, strict=False):
        await stage.tables.people.wish_colours(person, title, wish)
    await opened(stage.tables, CHANNEL, ANN, title)
    lobby = stage.tables.lobbies.at(CHANNEL)
    await lobby.choose(ANN.id, "seating", "joined")
    for name, value in options.items():
        await lobby.choose(ANN.id, name, value)
    for person in PEOPLE[1 : len(wishes)]:
        await lobby.join(person, 500 + person.id)
    return await lobby.start(ANN.id, may_manage=False, interaction=900)


@pytest.mark.parametrize(("title", "wishes", "colours"), CASES)
async def test_wishes_are_met_in_the_order_of_joining(
    tmp_path: Path, title: str, wishes: Sequence[Sequence[int]], colours: str
) -> None:
    """The rest have what is left, in order; a wish made later changes nothing."""
    async with staged(url_of(tmp_path / "games.db"), titles=TITLES) as stage:
        table = await begun(stage, title, wishes)
        await stage.tables.people.wish_colours(ANN, title, (3, 2))
        again = await stage.tables.by_id(table.id)

    # A record names them only where somebody has another colour than their seat's own.
    assert dict(table.rules.options).get(COLOURS, OWN) == colours
    assert again.rules == table.rules


async def test_first_companies_come_before_second_ones(tmp_path: Path) -> None:
    """Two people with two companies each; the second choice is met as far as it is free."""
    async with staged(url_of(tmp_path / "games.db"), titles=TITLES) as stage:
        table = await begun(stage, "metromania", [(2, 3), (3, 2)], advanced=True)

    assert table.rules[COLOURS] == "2301"


async def test_a_lobby_tells_nothing_of_wishes(tmp_path: Path) -> None:
    """Neither its options nor the terms that people agree to, so old buttons hold as well."""
    async with staged(url_of(tmp_path / "games.db"), titles=TITLES) as stage:
        table = await opened(stage.tables, CHANNEL, ANN, "metromania")
        mark = mark_of(table)
        await stage.tables.people.wish_colours(ANN, "metromania", (3, 2))
        after = await stage.tables.by_id(table.id)

    assert COLOURS not in terms_of(after)
    assert COLOURS not in after.options
    assert mark_of(after) == mark
