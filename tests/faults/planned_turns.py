"""Two people of whom one always plans ahead, as a process that may be killed at any instant.

`python -m tests.faults.planned_turns DATABASE` goes on with the newest game of the database,
or begins one. It prints a line once a planned turn is due, and once the game is over.
"""

import asyncio
import sys
from pathlib import Path
from typing import Final

from metrobot.games.registry import TITLES
from metrobot.service.model.errors import TableError
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.play.plans import is_whole, plans_of
from metrobot.service.ports import Helpers
from metrobot.service.tables import Tables
from metrobot.store.open import open_store
from tests.faults.bot_turns import ANN, CHANNEL, OVER, Now

BOB: Final = Person(PlayerId(11), "Bob")
DUE: Final = "due"
PAUSE: Final = 0.1
"""Seconds before a planned turn is played, in which it is killed."""


async def _pause(_: float) -> None:
    await asyncio.sleep(PAUSE)


async def play(database: Path) -> None:
    """Play the newest game of a database to its end; Bob takes tokens, as that always fits."""
    store = await open_store(f"sqlite+aiosqlite:///{database}")
    tables = Tables(store, Now(), TITLES, helpers=Helpers(pause=_pause))
    table = await _begun(tables)
    while table.status is Status.RUNNING:
        if table.to_act()[0].id == ANN.id:
            if not plans_of(table, BOB.id):
                await _plan(tables, table)
            await _turn(tables, table)
            print(DUE, flush=True)
        await tables.housekeeping.round()
        await tables.bot_turns.settled()
        table = await tables.by_id(table.id)
    await tables.close()
    await store.close()
    print(OVER, flush=True)


async def _begun(tables: Tables) -> Table:
    """Return the game that there is, else one that was just started."""
    lobbies = tables.lobbies.at(CHANNEL)
    try:
        table = await tables.in_channel(CHANNEL)
    except TableError:
        table = None
    if table is None or table.status is Status.OVER:
        opened = tables.lobbies.open
        table = await opened(guild=1, channel=CHANNEL, host=ANN, title="underground", capacity=None)
    if table.status is not Status.LOBBY:
        return table
    if not table.has(BOB.id):
        await lobbies.join(BOB, 2)
    await lobbies.choose(ANN.id, "seating", "joined")
    return await lobbies.start(ANN.id, may_manage=False, interaction=1)


async def _plan(tables: Tables, table: Table) -> None:
    """Let Bob plan tokens, unless he has no turn left."""
    try:
        draft = (await tables.plans.begin(table.id, BOB.id)).draft
    except TableError:
        return
    while not is_whole(draft):
        draft = draft.then(len(draft.open_choices) - 1)
    await tables.plans.keep(table.id, BOB.id, table.revision, draft.code)


async def _turn(tables: Tables, table: Table) -> None:
    """Let Ann take the first choices that there are."""
    draft = (await tables.turns.begin_draft(table.id, ANN.id)).draft
    while not draft.is_turn_over:
        draft = draft.then(0)
    await tables.turns.confirm(table.id, ANN.id, table.revision, draft.code)


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1])))
