"""A game against two computers by one press on the playground's page."""

from pathlib import Path
from typing import Any

import aiohttp
import pytest

from metrobot.demo.bot_in_process import embedded_playground
from metrobot.games.registry import TITLES
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


async def _awaited(visitor: Visitor, person: str) -> dict[str, Any]:
    """Return the page's state once somebody is awaited: computers may play before them."""
    while True:
        state = await visitor.state(person)
        if any(each["awaited"] for each in state["people"]):
            return state


async def test_a_bot_without_computers_is_offered_none() -> None:
    """Nor does a press begin anything."""
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
