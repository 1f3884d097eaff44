"""300 interactions at once on 50 tables, beside a bot without games."""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.faults.burst import AT_ONCE, BARE, TABLES, all_at_once, pinged, quantile, wholes
from tests.faults.loopback import on_loopback
from tests.faults.process import Bot
from tests.faults.rest import Answer
from tests.faults.world import LOOK_AGAIN
from tests.load.stage import Stage, quiet, staged, url_in
from tests.postgresql.server import Server

ACK_AT_MOST: Final = 1.2
"""Times the bare bot's, of 99 in a hundred."""
NO_MORE: Final = 20.0
"""Seconds without an answer after which no more are waited for."""
HEAD: Final = (
    f"{AT_ONCE} at once on {TABLES} tables, in seconds | acknowledged p50 | p95 | p99 |"
    " whole p50 | p99 | p99 over the bare bot: acknowledged | whole"
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


async def ours(folder: Path, server: Server | None) -> Bursts:
    """Return the answers of the bot: a turn of each table is confirmed, all others look."""
    found = Bursts()
    async with staged(folder, await url_in(folder, server), TABLES) as stage:
        for name in ("cold", "warm"):
            ready = await stage.planned()
            await stage.quiet()
            if name == "cold":
                await stage.start_anew()
            looks, confirming = await all_at_once(stage.discord, ready)
            await answered(looks)
            await asyncio.gather(*confirming, return_exceptions=True)
            found[name] = [*looks, *_of_those_who_confirm(stage, looks[0].sent)]
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


def row(name: str, answers: Sequence[Answer], beside: Sequence[Answer] | None = None) -> str:
    """Return one row of the table."""
    acks, whole = _acks(answers), wholes(answers)
    lost = len(answers) - len(whole)
    figures = [f"{quantile(acks, at):.3f}" for at in (50, 95, 99)]
    figures += [f"{quantile(whole, at):.3f}" for at in (50, 99)]
    if beside is not None:
        ratio = quantile(acks, 99) / quantile(_acks(beside), 99)
        figures.append(f"{ratio:.2f}{'' if ratio <= ACK_AT_MOST else ' (beyond)'}")
        figures.append(f"{quantile(whole, 99) / quantile(wholes(beside), 99):.1f}")
    if lost:
        figures.append(f"{lost} lost")
    return " | ".join([name, *figures])


def _acks(answers: Sequence[Answer]) -> list[float]:
    """Return how long it took until each was acknowledged."""
    return [answer.first - answer.sent for answer in answers if answer.first]


async def measure(folder: Path, server: Server | None) -> None:
    """Print the table."""
    print(HEAD)
    found = await bare(folder)
    for name, answers in found.items():
        print(row(f"a bare bot of discord.py, {name}", answers))
    for store, on in (("SQLite", None), ("PostgreSQL", server)):
        if store == "SQLite" or on is not None:
            for name, answers in (await ours(folder / f"burst_{store.lower()}", on)).items():
                print(row(f"Metrobot on {store}, {name}", answers, found[name]), flush=True)
