"""How many whole turns a second are played over 200 tables, every picture included."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.bench.measure import some
from tests.faults.burst import quantile
from tests.faults.playing import Party
from tests.faults.world import LateError
from tests.load.stage import GAMES, Stage, staged, url_in
from tests.load.system import seconds, told
from tests.postgresql.server import Server

TABLES: Final = some(200, 2)
AT_ONCE: Final = some(16, 1)
"""So many people play at the same time, each at the table that has waited longest."""
WARM_UP: Final = some(10.0, 0.5)
SECONDS: Final = some(40.0, 2.0)
AT_LEAST: Final = 5.0
"""Turns a second."""
HEAD: Final = (
    f"{TABLES} tables of all titles in rotation, {AT_ONCE} people at once | turns a second |"
    " of them each title | presses a turn | a press answered p50 | p95, in s | CPU a turn, in s |"
    " MB (+ what it has started)"
)


@dataclass
class Played:
    """Turns played in a period."""

    turns: Counter[str] = field(default_factory=Counter)
    late: int = 0


class Rotation:
    """Rotation of players: they play one turn at each table after another."""

    def __init__(self, stage: Stage) -> None:
        self._waiting = deque(enumerate(stage.parties))
        self.played = Played()

    async def play(self) -> None:
        """Play one turn after another, at whichever table has waited longest."""
        while self._waiting:
            number, party = self._waiting.popleft()
            before = party.turns
            try:
                await party.turn()
            except LateError:
                self.played.late += 1
            self.played.turns[GAMES[number % len(GAMES)]] += party.turns - before
            if not _is_over(party):
                self._waiting.append((number, party))


def _is_over(party: Party) -> bool:
    """Return whether nobody is called at a table any more."""
    with suppress(IndexError):
        return party.is_over
    return False


async def ours(folder: Path, server: Server | None) -> str:
    """Return the figures of a row."""
    async with staged(folder, await url_in(folder, server), TABLES) as stage:
        await stage.quiet()
        rotation = Rotation(stage)
        playing = [asyncio.create_task(rotation.play()) for _ in range(AT_ONCE)]
        await asyncio.sleep(WARM_UP)
        rotation.played = Played()
        began, cpu = time.monotonic(), seconds(stage.bot.pid)
        await asyncio.sleep(SECONDS)
        took, cpu = time.monotonic() - began, seconds(stage.bot.pid) - cpu
        played, memory = rotation.played, told(stage.bot.pid)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        return " | ".join(_figures(stage, played, began, took=took, cpu=cpu, memory=memory))


def _figures(
    stage: Stage, played: Played, began: float, *, took: float, cpu: float, memory: str
) -> Iterator[str]:
    turns = max(1, played.turns.total())
    rate = turns / took
    yield f"{rate:.2f}{'' if rate >= AT_LEAST else ' (beyond)'}"
    yield ", ".join(f"{title} {played.turns[title] / took:.2f}" for title in GAMES)
    answers = stage.discord.rest.answers.values()
    meanwhile = [each for each in answers if began <= each.sent < began + took and each.whole]
    waited = [answer.whole - answer.sent for answer in meanwhile if answer.whole]
    yield f"{len(meanwhile) / turns:.1f}"
    yield from (f"{quantile(waited, at):.2f}" for at in (50, 95))
    yield f"{cpu / turns:.2f}"
    yield memory
    if played.late:
        yield f"{played.late} given up after 15 s"


async def measure(folder: Path, server: Server | None) -> None:
    print(HEAD)
    print(f"Metrobot on SQLite | {await ours(folder / 'turns_sqlite', None)}", flush=True)
    if server is not None:
        row = await ours(folder / "turns_postgresql", server)
        print(f"Metrobot on PostgreSQL | {row}", flush=True)
