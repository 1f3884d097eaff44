"""Everybody at once: what they ask, and how long the answers took."""

import asyncio
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.bench.measure import some
from tests.faults.loopback import Loopback
from tests.faults.playing import Party
from tests.faults.process import Bot
from tests.faults.rest import Answer
from tests.faults.world import until, usable

TABLES = some(50, 2)
AT_ONCE = some(300, 6)
BARE = Path(__file__).with_name("bare.py")
LONGEST = 60.0


def quantile(values: Sequence[float], percent: int) -> float:
    """Return the value below which so many percent lie."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def row(name: str, answers: Sequence[Answer]) -> str:
    first = [answer.first - answer.sent for answer in answers if answer.first]
    acks = " ".join(f"{quantile(first, at):8.3f}" for at in (50, 95, 99))
    whole = " ".join(f"{quantile(wholes(answers), at):8.3f}" for at in (50, 99))
    return f"{name:<10} {acks} {whole}"


def wholes(answers: Sequence[Answer]) -> list[float]:
    """Return the seconds that each whole answer took."""
    return [answer.whole - answer.sent for answer in answers if answer.whole]


async def all_whole(answers: Sequence[Answer]) -> None:
    """Wait until everything is answered."""
    await until(lambda: all(answer.whole for answer in answers), LONGEST, "all is answered")


async def bare_burst(discord: Loopback, folder: Path) -> list[Answer]:
    """Return the answers of a bot without games to as many commands at once."""
    bot = Bot(discord, folder, BARE)
    await bot.start()
    try:
        return await pinged(discord)
    finally:
        await bot.stop()


async def pinged(discord: Loopback) -> list[Answer]:
    """Type so many commands at once that a bot without games can answer."""
    world = discord.world
    data = {"id": "1", "name": "ping", "type": 1}
    answers = [
        discord.send(2, world.people[at % len(world.people)], world.channels[at % TABLES], data)
        for at in range(AT_ONCE)
    ]
    await all_whole(answers)
    return answers


def asked(discord: Loopback, party: Party) -> list[Answer]:
    """Let the people of a table look at what there is; return what will answer them."""
    board = party.board
    one, other = party.people
    kinds = [(one, "board"), (one, "hand"), (other, "board"), (other, "hand")]
    found = [
        discord.press(person, board, usable(board, kind)[0]["custom_id"]) for person, kind in kinds
    ]
    return [*found, discord.command(other, party.channel, "game status")]


def posted(discord: Loopback, since: int) -> list[float]:
    """Return the times at which the messages of a burst were posted."""
    return [said.at for said in discord.rest.said[since:]]


def of_burst(discord: Loopback, looks: Sequence[Answer]) -> list[Answer]:
    """Return the answers of the burst: those who looked, and those who confirmed with them."""
    earliest = min(answer.sent for answer in looks) - 0.1
    found = discord.rest.answers.values()
    ours = {answer.id for answer in looks}
    return [a for a in found if a.id in ours or (a.whole and a.is_edit and a.sent >= earliest)]


async def all_at_once(
    discord: Loopback, ready: Sequence[tuple[Party, int, Any]]
) -> tuple[list[Answer], list[asyncio.Task[None]]]:
    """Confirm a turn at each table, and let everybody else look.

    Args:
        discord: on which they play.
        ready: tables, who confirms there, and their planner.

    Returns:
        What will answer those who look, and those who confirm.
    """
    looks = list[Answer]()
    confirming = [asyncio.create_task(p.confirm(person, planner)) for p, person, planner in ready]
    await asyncio.sleep(0)  # they press first
    for party, *_ in ready:
        looks += asked(discord, party)
    return looks, confirming
