"""Three people of whom two always plan ahead, as a process that may be killed at any instant.

`python -m tests.faults.planned_turns DATABASE NOTES` goes on with the newest game of the
database, or begins one. It prints a line once a planned turn is due, and once the game is
over; it notes each message about turns: its game, its nonce and the turns.
"""

import asyncio
import sys
from pathlib import Path
from typing import Final

from metrobot.games.registry import TITLES
from metrobot.service.model.errors import TableError
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery, NoNotifier
from metrobot.service.play.plans import is_whole, plans_of
from metrobot.service.ports import Helpers
from metrobot.service.tables import Tables
from metrobot.store.open import open_store
from tests.faults.bot_turns import ANN, CHANNEL, OVER, Now, take_turn

PLANNERS: Final = (Person(PlayerId(11), "Bob"), Person(PlayerId(12), "Cat"))
DUE: Final = "due"
PAUSE: Final = 0.1
"""Seconds before a planned turn is played, in which it is killed."""


async def _pause(_: float) -> None:
    await asyncio.sleep(PAUSE)


class Noting(NoNotifier):
    """Notifier that notes what it says of turns; as on Discord, a nonce is not said twice."""

    is_ready = True

    def __init__(self, notes: Path) -> None:
        self._notes = notes

    async def deliver(self, _: Table | None, delivery: Delivery) -> int | None:
        """Note the turns, at once in the file."""
        if delivery.turns:
            with self._notes.open("a", encoding="utf-8") as file:
                turns = ",".join(map(str, delivery.turns))
                file.write(f"{delivery.game} {delivery.nonce} {turns}\n")
        return delivery.id


async def play(database: Path, notes: Path) -> None:
    """Play the newest game of a database to its end; planners take tokens, as that always fits."""
    store = await open_store(f"sqlite+aiosqlite:///{database}")
    notifier, helpers = Noting(notes), Helpers(pause=_pause)
    tables = Tables(store, Now(), TITLES, make_notifier=lambda _: notifier, helpers=helpers)
    table = await _begun(tables)
    while table.status is Status.RUNNING:
        if table.to_act()[0].id == ANN.id:
            for each in PLANNERS:
                if not plans_of(table, each.id):
                    table = await _plan(tables, table, each)
            await take_turn(tables, table)
            print(DUE, flush=True)
        await tables.housekeeping.round()
        await tables.bot_turns.settled()
        table = await tables.by_id(table.id)
    await tables.deliver_pending()
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
    for number, each in enumerate(PLANNERS):
        if not table.has(each.id):
            await lobbies.join(each, 2 + number)
    await lobbies.choose(ANN.id, "seating", "joined")
    return await lobbies.start(ANN.id, may_manage=False, interaction=1)


async def _plan(tables: Tables, table: Table, person: Person) -> Table:
    """Let somebody plan tokens, unless they have no turn left."""
    try:
        draft = (await tables.plans.begin(table.id, person.id)).draft
    except TableError:
        return table
    while not is_whole(draft):
        draft = draft.then(len(draft.open_choices) - 1)
    return await tables.plans.keep(table.id, person.id, table.revision, draft.code)


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1]), Path(sys.argv[2])))
