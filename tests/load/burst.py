"""300 interactions at once on 50 tables, beside a bot without games.

It is asked twice: by short commands, and by the very presses that the bot gets, each
of which brings along the message that was pressed, which takes this Discord time too.
"""

import asyncio
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tests.faults.burst import (
    AT_ONCE,
    BARE,
    TABLES,
    all_at_once,
    all_whole,
    asked,
    pinged,
    quantile,
    wholes,
)
from tests.faults.loopback import Loopback, on_loopback
from tests.faults.playing import Party
from tests.faults.process import Bot
from tests.faults.rest import Answer
from tests.faults.world import LOOK_AGAIN, usable
from tests.load.stage import Stage, quiet, staged, url_in
from tests.load.system import beside_the_loop
from tests.postgresql.server import Server

ACK_AT_MOST: Final = 3.0
"""Times the bare bot's, of 99 in a hundred."""
WHOLE_AT_MOST: Final = 1.5
"""Times what the pictures cost: the seconds of the threads that draw, over the processors."""
NO_MORE: Final = 20.0
"""Seconds without an answer after which no more are waited for."""
HEAD: Final = (
    f"{AT_ONCE} at once on {TABLES} tables, in seconds | acknowledged p50 | p95 | p99 |"
    " whole p50 | p99 | p99 over the bare bot, asked the same: acknowledged | whole |"
    " over the bare bot, asked by commands: acknowledged | whole p99 over what its pictures cost"
)
Bursts = dict[str, list[Answer]]
"""Answers, by whether the process had just been started."""


async def bare(folder: Path) -> Bursts:
    """Return the answers of a bot that only answers."""
    async with on_loopback(channels=TABLES, people=2 * TABLES) as discord:
        bot = Bot(discord, folder / "bare", BARE)
        await bot.start()
        try:
            cold = await pinged(discord)
            await quiet(bot)
            return {"cold": cold, "warm": await pinged(discord)}
        finally:
            await bot.stop()


async def ours(folder: Path, server: Server | None) -> tuple[Bursts, Bursts, dict[str, float]]:
    """Return the answers of the bot, those of a bare one that is asked the same, and their costs.

    A turn of each table is confirmed, all others look.
    """
    found, beside, costs = Bursts(), Bursts(), dict[str, float]()
    async with staged(folder, await url_in(folder, server), TABLES) as stage:
        for name in ("cold", "warm"):
            ready = await stage.planned()
            await stage.quiet()
            if name == "cold":
                await stage.bot.kill()
                beside = await _asked_the_same(stage.discord, ready, folder / "bare")
                await stage.bot.start()
            before = beside_the_loop(stage.bot.pid)
            looks, confirming = await all_at_once(stage.discord, ready)
            await answered(looks)
            await asyncio.gather(*confirming, return_exceptions=True)
            found[name] = [*looks, *_of_those_who_confirm(stage, looks[0].sent)]
            drawing = beside_the_loop(stage.bot.pid) - before
            costs[name] = drawing / (os.cpu_count() or 1)
    return found, beside, costs


async def _asked_the_same(
    discord: Loopback, ready: Sequence[tuple[Party, int, Any]], folder: Path
) -> Bursts:
    """Return the answers of a bot that only answers, to the presses that the bot will get."""
    bot, found = Bot(discord, folder, BARE), Bursts()
    await bot.start()
    try:
        for name in ("cold", "warm"):
            # Nobody notes that a turn was confirmed: it was not.
            found[name] = [
                discord.press(person, planner, usable(planner, "done")[0]["custom_id"])
                for _, person, planner in ready
            ]
            for party, *_ in ready:
                found[name] += asked(discord, party)
            await all_whole(found[name])
            await quiet(bot)
    finally:
        await bot.kill()
    return found


async def answered(answers: Sequence[Answer]) -> None:
    """Wait until all is answered, or no answer has come for a while: some are lost then."""
    before, at = -1, time.monotonic()
    while (now := sum(answer.whole is not None for answer in answers)) < len(answers):
        if now > before:
            before, at = now, time.monotonic()
        if time.monotonic() - at > NO_MORE:
            return
        await asyncio.sleep(LOOK_AGAIN)


def _of_those_who_confirm(stage: Stage, first_look: float) -> list[Answer]:
    """Return the answers of the turns that were confirmed right before somebody looked."""
    found = stage.discord.rest.answers.values()
    return [answer for answer in found if first_look - 1 < answer.sent < first_look]


def row(name: str, answers: Sequence[Answer], *beside: Sequence[Answer]) -> str:
    """Return one row of the table.

    Args:
        name: what stands at its head.
        answers: that were measured.
        beside: those of a bare bot that was asked the same, and by commands; or neither.
    """
    acks, whole = _acks(answers), wholes(answers)
    lost = len(answers) - len(whole)
    figures = [f"{quantile(acks, at):.3f}" for at in (50, 95, 99)]
    figures += [f"{quantile(whole, at):.3f}" for at in (50, 99)]
    for at, others in enumerate(beside):
        ratio = quantile(acks, 99) / quantile(_acks(others), 99)
        figures.append(f"{ratio:.2f}{'' if ratio <= ACK_AT_MOST else ' (beyond)'}")
        if at == 0:
            figures.append(f"{quantile(whole, 99) / quantile(wholes(others), 99):.1f}")
    if lost:
        figures.append(f"{lost} lost")
    return " | ".join([name, *figures])


def _acks(answers: Sequence[Answer]) -> list[float]:
    """Return the seconds until each acknowledgement."""
    return [answer.first - answer.sent for answer in answers if answer.first]


async def measure(folder: Path, server: Server | None) -> None:
    print(HEAD)
    typed = await bare(folder)
    for name, answers in typed.items():
        print(row(f"a bare bot of discord.py, asked by commands, {name}", answers))
    for store, on in (("SQLite", None), ("PostgreSQL", server)):
        if store == "SQLite" or on is not None:
            found, same, costs = await ours(folder / f"burst_{store.lower()}", on)
            for name, answers in same.items():
                print(row(f"a bare bot of discord.py, asked the same, {name}", answers))
            for name, answers in found.items():
                line = row(f"Metrobot on {store}, {name}", answers, same[name], typed[name])
                whole = quantile(wholes(answers), 99) / costs[name]
                print(f"{line} | {whole:.2f}{'' if whole <= WHOLE_AT_MOST else ' (beyond)'}")
            sys.stdout.flush()
