"""A person against two computers, as a process that may be killed at any instant.

`python -m tests.faults.bot_turns DATABASE NOTES` goes on with the game of the database,
or begins one. It prints a line once it plays and once the game is over, and notes what
each computer has decided, by a hash of the seed.
"""

import asyncio
import hashlib
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from metrobot.games.registry import TITLES
from metrobot.service.model.errors import TableError
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.ports import ChoiceJob, ChosenAction, Helpers
from metrobot.service.tables import Tables
from metrobot.store.open import open_store
from metrobot.thinking.pool import Pool

ANN = Person(PlayerId(10), "Ann")
CHANNEL = 2
PLAYING, OVER = "playing", "over"
_THINKING = 0.02  # seconds at least, so that computers are killed while they think


class Now:
    """The time as it is."""

    def now(self) -> datetime:
        """Return the present time."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds from a monotonic clock."""
        return time.monotonic()


class Noted:
    """Thinker in another process that notes each decision."""

    def __init__(self, pool: Pool, notes: Path) -> None:
        self._pool = pool
        self._notes = notes

    async def decide(self, job: ChoiceJob) -> ChosenAction:
        """Return a computer's choice, noted in a file before the bot hears of it."""
        found = await self._pool.decide(job)
        await asyncio.sleep(_THINKING)
        with self._notes.open("a", encoding="utf-8") as file:
            file.write(f"{hashlib.sha256(job.seed).hexdigest()} {found.index}\n")
        return found


async def _a_moment(_: float) -> None:
    """Give way to other tasks, without the pause before a computer's turn."""


async def play(database: Path, notes: Path) -> None:
    store = await open_store(f"sqlite+aiosqlite:///{database}")
    pool = Pool(1)
    tables = Tables(store, Now(), TITLES, helpers=Helpers(Noted(pool, notes), pause=_a_moment))
    table = await _begun(tables)
    print(PLAYING, flush=True)
    while table.status is Status.RUNNING:
        if table.to_call():
            await take_turn(tables, table)
        await tables.housekeeping.round()
        await tables.bot_turns.settled()
        table = await tables.by_id(table.id)
    await tables.close()
    pool.close()
    await store.close()
    print(OVER, flush=True)


async def _begun(tables: Tables) -> Table:
    """Return the game that there is, else one that was just started."""
    try:
        table = await tables.in_channel(CHANNEL)
    except TableError:
        table = await tables.lobbies.open(
            guild=1, channel=CHANNEL, host=ANN, title="metromania", capacity=None
        )
    if table.status is not Status.LOBBY:
        return table
    while len(table.people) < 3:
        table = await tables.lobbies.at(CHANNEL).add_computer(ANN.id, "fair")
    return await tables.lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=1)


async def take_turn(tables: Tables, table: Table) -> None:
    draft = (await tables.turns.begin_draft(table.id, ANN.id)).draft
    while not draft.is_turn_over:
        draft = draft.then(0)
    await tables.turns.confirm(table.id, ANN.id, table.revision, draft.code)


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1]), Path(sys.argv[2])))
