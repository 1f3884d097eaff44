"""Who is blocked is told so in words, whatever they press or type; the bot posts nothing there."""

from typing import Any

import pytest

from metrobot.service.membership.blocks import PERSON, SERVER
from tests.ui.stage import Stage, ids, labels, texts


async def block(stage: Stage, number: int, kind: str = PERSON) -> None:
    tables = stage.bot.parts.tables
    await stage.store.blocks.add(kind, number, stage.bot.parts.clock.now())
    await tables.blocks.sweep()
    await stage.env.settle()


async def test_a_person_who_is_blocked_is_told_so(stage: Stage) -> None:
    """By every button and command, in private; nothing is suggested as they type."""
    board = await stage.start(1, 2)
    ann, bob = stage.people[:2]
    await block(stage, ann.id)
    pressed = (await ann.click(board, label="Plan my turn")).response
    typed = (await ann.slash(stage.channel, "game status")).response
    offered = await ann.autocomplete(stage.channel, "me settings", "zone", "Am")
    other = (await bob.slash(stage.channel, "game status")).response

    assert all("has blocked you" in texts(each) and each.ephemeral for each in (pressed, typed))
    assert offered == []
    assert "has blocked" not in texts(other)
    assert ann.id not in {person.id for person in (await stage.table()).seated}


async def test_a_person_who_is_blocked_can_still_be_forgotten(trio: Stage) -> None:
    """They can see and remove all that is stored of them, and stay blocked."""
    ann = trio.people[0]
    await block(trio, ann.id)
    shown = (await ann.slash(trio.channel, "me privacy")).response
    sure = (await ann.slash(trio.channel, "me forget")).response
    warned = texts(sure)
    await ann.click(sure, label="Forget me")
    refused = (await ann.slash(trio.channel, "game status")).response

    assert "What is stored about you" in texts(shown)
    assert "you stay blocked" in warned
    assert await trio.bot.parts.tables.people.name_of(ann.id) is None
    assert "has blocked you" in texts(refused)


@pytest.mark.long  # what waits in a lost channel takes seconds
async def test_a_server_that_is_blocked_is_told_so_and_posted_nothing(stage: Stage) -> None:
    """Its games are kept: what was to be said is said once it is let in again."""
    board = await stage.start(1)
    tables, table = stage.bot.parts.tables, await stage.table()
    await block(stage, stage.guild.id, SERVER)
    count = len(stage.public)
    refused: Any = (await stage.people[0].click(board, label="Plan my turn")).response
    await tables.seats.resign(table.id, table.people[1].id)
    await tables.deliver_pending()
    silent, lost = len(stage.public) == count, (await stage.table()).place.lost
    await stage.store.blocks.remove(SERVER, stage.guild.id)
    await tables.blocks.sweep()
    await tables.channels.recheck(stage.guild.id)
    await stage.env.settle()

    assert "has blocked this server" in texts(refused)
    assert (silent, lost) == (True, "blocked")
    assert len(stage.public) > count
    assert (await stage.table()).place.lost is None
    assert labels(stage.last) or ids(stage.last)
