"""Killed around a post, the bot says once whatever is stored first, and it can be answered."""

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from tests.faults.ledger import check_told, is_all_told, stored
from tests.faults.loopback import Loopback
from tests.faults.parties import begun
from tests.faults.playing import Party
from tests.faults.process import Bot
from tests.faults.rest import Answer
from tests.faults.test_rest import AGAIN, SOON, status, stored_row
from tests.faults.troubles import POST, Cut, Trouble
from tests.faults.world import until, usable

pytestmark = pytest.mark.faults
TAKEN_BACK = "deliveries JOIN games ON games.id = deliveries.game WHERE kind = 'taken_back'"
ALL_POSTS = 4
"""An end that is voted on, a turn that is to be taken back, a move, a strip."""
FINISHED = (
    "UPDATE runs SET status = 'over', score = 20, empty = 1, over_at = begun_at",
    "UPDATE line_places SET run = 1, score = 20, empty = 1, over_at = '2026-01-01 00:00:00.000000'",
)


def troubles(step: str) -> list[Trouble]:
    """Return the troubles that keep the bot at a step, in showing a lobby and in posting."""
    lost = {"stalls": True, "cut": Cut.BEFORE} if step == "stored" else {"holds": True}
    found = (("PATCH", "/webhooks/.*/messages/@original"), ("POST", POST.format(channel=".*")))
    return [Trouble(method, path, None, **lost) for method, path in found]


def one(discord: Loopback, channel: int, kind: str) -> Any:
    """Return the one public message of a channel that has a button of a kind."""
    (found,) = [each for each in discord.world.messages(channel) if usable(each, kind)]
    return found


def press(discord: Loopback, person: int, message: Any, kind: str, which: str = "") -> Answer:
    """Press the first button of a kind with something in its id."""
    found = (each["custom_id"] for each in usable(message, kind))
    return discord.press(person, message, next(each for each in found if which in each))


async def shown(discord: Loopback, answer: Answer) -> Any:
    """Return the message that answers something, once it is there."""
    await until(lambda: answer.whole, SOON, "an answer")
    return discord.answered(answer)


async def end(discord: Loopback, party: Party) -> None:
    """Have both people of a party end their game with a result."""
    first, second = party.people
    await shown(discord, discord.command(first, party.channel, "game end", result=True))
    press(discord, second, one(discord, party.channel, "ballot"), "ballot", "yes")
    await until(lambda: party.is_over, SOON, "the game is over")


async def line_page(discord: Loopback, bot: Bot, person: int, channel: int) -> Any:
    """Return somebody's page of a line that they have finished, without playing its cards."""
    page = await shown(discord, discord.command(person, channel, "daily"))
    await shown(discord, press(discord, person, page, "line", "play!"))
    with closing(sqlite3.connect(bot.database, timeout=10)) as connection, connection:
        for each in FINISHED:
            connection.execute(each)
    return await shown(discord, discord.command(person, channel, "daily"))


def check_each_once(discord: Loopback, bot: Bot, parties: list[Party]) -> None:
    """Check that each message of a game stands once, and that Discord could tell all repeats."""
    for game in stored(bot.database):
        check_told(game, discord, next(each for each in parties if each.channel == game.channel))
    assert all(each.nonce for each in discord.rest.said)


@pytest.mark.parametrize("step", ["stored", "posted", "answered"])
async def test_what_is_stored_before_a_kill_is_said_once(
    discord: Loopback, bot: Bot, step: str
) -> None:
    """A vote to end, an undo, a move, a lobby with its call, a strip; each is answered after."""
    parties = [await begun(discord, number, "metromania") for number in range(4)]
    ending, undoing, moving, over = parties
    channel, (host, other) = over.channel, over.people
    await end(discord, over)
    await undoing.play(1)
    asker, mover = undoing.attempts[-1].person, moving.called()[0]
    planner = await moving.planned(mover, moving.board)
    page = await line_page(discord, bot, host, channel)
    await until(lambda: is_all_told(bot.database), SOON, "all is told")

    held = [] if step == "answered" else troubles(step)
    discord.rest.troubles += held
    asked = [press(discord, host, one(discord, channel, "again"), "again")]
    for lobby in held[:1]:
        await until(lambda: lobby.met, SOON, "the lobby is shown")  # noqa: B023 -- there is one
    asked.append(discord.command(ending.people[0], ending.channel, "game end", result=True))
    asked.append(discord.command(asker, undoing.channel, "game undo"))
    asked.append(press(discord, host, page, "line", "share!"))
    confirming = asyncio.create_task(moving.confirm(mover, planner))
    for posts in held[1:]:
        await until(lambda: posts.met == ALL_POSTS, SOON, "all is posted")  # noqa: B023
    if not held:
        await until(lambda: all(each.whole for each in asked[:3]), SOON, "all is answered")
        await until(lambda: len(discord.rest.said) and is_all_told(bot.database), SOON, "all said")
    await bot.kill()
    for each in held:
        discord.rest.troubles.remove(each)
        each.over.set()
    await asyncio.gather(confirming, return_exceptions=True)
    await bot.start()
    await until(lambda: is_all_told(bot.database), AGAIN, "all is told after it")

    check_each_once(discord, bot, parties)
    vote, question = one(discord, ending.channel, "ballot"), one(discord, undoing.channel, "undo")
    press(discord, ending.people[1], vote, "ballot", "yes")
    agreeing = next(each for each in undoing.people if each != asker)
    press(discord, agreeing, question, "undo", "yes")
    opened, edits = one(discord, channel, "leave"), discord.rest.edits
    before, messages = edits[opened.id], discord.world.messages(channel)
    (call,) = [each for each in messages if usable(each, "join") and each.id > opened.id]
    press(discord, other, call, "join")
    strip = await shown(discord, press(discord, other, one(discord, channel, "daily"), "daily"))
    await until(lambda: status(bot, ending)[0] == "over", SOON, "the game is ended")
    taken_back = ("done",)
    await until(
        lambda: stored_row(bot, undoing, "deliveries.status", TAKEN_BACK) == taken_back,
        SOON,
        "the turn is taken back",
    )
    await until(lambda: edits[opened.id] > before, SOON, "somebody joins")
    await moving.play(moving.turns + 1)
    assert usable(strip, "run")
    assert "Traceback" not in bot.log, bot.log
