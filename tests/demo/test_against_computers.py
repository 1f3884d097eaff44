"""A game against two computers by one press on the playground's page."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.demo.bot_in_process import AgainstComputers, embedded_bot, embedded_playground
from metrobot.demo.playground import playground
from metrobot.games.registry import TITLES
from metrobot.store.schema.tables import deliveries, due, games
from tests.demo.test_playground import Visitor, visiting


@pytest.mark.parametrize(("title", "letters"), [(each, each == "metromania") for each in TITLES])
async def test_one_press_leads_to_the_first_turn(tmp_path: Path, title: str, letters: int) -> None:
    """The page offers it as long as no game is under way; computers have played until then."""
    async with (
        embedded_playground(tmp_path, 0) as address,
        aiohttp.ClientSession(address) as session,
    ):
        visitor = Visitor(session)
        before = await visitor.state()
        ada = before["people"][0]["id"]
        asked = {"person": ada, "title": title}
        async with session.post("/playground/begin", json=asked) as answer:
            begun = await answer.json()
        async with session.post("/playground/begin", json=asked) as answer:
            again = await answer.json()
        state = await _awaited(visitor, ada)

    assert before["can_begin"]
    assert not begun["can_begin"]
    assert not again["can_begin"]
    assert not state["can_begin"]
    assert [each["id"] for each in state["people"] if each["awaited"]] == [ada]
    assert state["people"][0]["letters"] == letters


async def test_one_press_shows_the_line_of_the_day(tmp_path: Path) -> None:
    """In private, so the games are offered as before."""
    async with (
        embedded_playground(tmp_path, 0) as address,
        aiohttp.ClientSession(address) as session,
    ):
        visitor = Visitor(session)
        ada = (await visitor.state())["people"][0]["id"]
        asked = {"person": ada, "title": "daily"}
        async with session.post("/playground/begin", json=asked) as answer:
            shown = await answer.json()

    assert answer.ok
    assert shown["can_begin"]


async def test_kept_games_have_their_commands_again(tmp_path: Path) -> None:
    """The simulated Discord starts over without commands; what the database notes is not so."""
    for _ in range(2):
        async with embedded_bot(tmp_path) as bot, playground(bot, port=0):
            names = {command.name for command in await bot.tree.fetch_commands()}
            assert {"game", "me"} <= names


async def test_weeks_without_a_turn_put_a_game_aside(tmp_path: Path) -> None:
    """As on Discord: the channel hears it twice, and is free. An hour passes at a press."""
    async with (
        embedded_bot(tmp_path) as bot,
        playground(bot, port=0, opening=AgainstComputers(bot)) as address,
        aiohttp.ClientSession(address) as session,
    ):
        visitor = Visitor(session)
        await visitor.open_frame()
        ada = (await visitor.state())["people"][0]["id"]
        asked = {"person": ada, "title": "metrolijn"}
        async with session.post("/playground/begin", json=asked) as answer:
            assert not (await answer.json())["can_begin"]
        for _ in range(2):
            await bot.parts.tables._store._database.write(_four_weeks_pass)
            async with session.post("/playground/pass", json={"hours": 1}) as answer:
                assert answer.ok
        messages, state = await visitor.messages(), await visitor.state()

    assert "put it aside to free this channel" in messages
    assert "was put aside" in messages
    assert '"label": "Continue"' in messages
    assert state["can_begin"]


def _four_weeks_pass(connection: Connection) -> None:
    """Let all that has happened be as long ago as four presses on A week passes make it."""
    its = (
        (games, games.c.id == 1, ("turn_since", "acted_at")),
        (deliveries, deliveries.c.game == 1, ("next_at",)),
        (due, sa.and_(due.c.person == 0, due.c.of == 1), ("at",)),
    )
    for table, is_its, names in its:
        for row in connection.execute(sa.select(table).where(is_its)).all():
            found = {name: getattr(row, name) for name in names}
            past = {name: at - timedelta(weeks=4) for name, at in found.items() if at is not None}
            own = (column == getattr(row, column.name) for column in table.primary_key)
            if past:
                connection.execute(table.update().where(*own).values(past))


async def _awaited(visitor: Visitor, person: str) -> dict[str, Any]:
    """Return the page's state once somebody is awaited: computers may play before them."""
    while True:
        state = await visitor.state(person)
        if any(each["awaited"] for each in state["people"]):
            return state


async def test_a_bot_without_computers_is_offered_none() -> None:
    async with visiting() as visitor:
        state = await visitor.state()
        ada = state["people"][0]["id"]
        async with visitor.session.post(
            "/playground/begin", json={"person": ada, "title": "metrolijn"}
        ) as answer:
            begun = await answer.json()
        async with visitor.session.post("/playground/begin", json={"person": ada}) as answer:
            unknown = answer.status
        async with visitor.session.post("/playground/begin", json={"person": "7"}) as answer:
            stranger = answer.status

    assert not state["can_begin"]
    assert not begun["can_begin"]
    assert unknown == stranger == 400
