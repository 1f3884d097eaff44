"""How much longer a computer's whole turn takes while three people ask for hints without end."""

import asyncio
import random
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from metrobot.demo.bot_in_process import embedded_bot
from metrobot.service.membership.lobby import ALLOWED
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.people.terms import HINTS
from metrobot.service.ports import ChoicePath
from metrobot.service.tables import Tables
from tests.bench.measure import Row, p95, some, spread
from tests.bench.positions import one_turn

WHAT: Final = "a computer's whole turn while three people ask for hints, less one without: 95 %"
AT_MOST: Final = 3.0
ASKING: Final = 3
TURNS: Final = some(12, 1)
_LOOK: Final = 0.01
"""Seconds between two looks whether it is a person's turn again."""
_TITLE: Final = "metromania"


async def measure() -> Row:
    with tempfile.TemporaryDirectory() as folder:
        async with embedded_bot(Path(folder)) as bot:
            tables = bot.parts.tables
            alone = await _turns(tables, channel=1)
            asking = [asyncio.create_task(_ask_on(tables, 10 + n)) for n in range(ASKING)]
            among = await _turns(tables, channel=2)
            for each in asking:
                each.cancel()
            hints = sum(await asyncio.gather(*asking))
    times = (f"with {spread(among)}, {hints} hints meanwhile", f"without {spread(alone)}")
    return Row(WHAT, p95(among) - p95(alone), AT_MOST, " s", times)


async def _turns(tables: Tables, channel: int) -> list[float]:
    """Play against a strong computer; return the seconds of its turns."""
    choices, found = random.Random(1), list[float]()
    table = await _persons_turn(tables, await _started(tables, channel, with_computer=True))
    while len(found) < TURNS:
        if table.status is not Status.RUNNING:
            table = await _started(tables, channel, with_computer=True)
            table = await _persons_turn(tables, table)
        table = await one_turn(tables, table.id, choices)
        begun = time.perf_counter()
        table = await _persons_turn(tables, table)
        found.append(time.perf_counter() - begun)
    return found


async def _persons_turn(tables: Tables, table: Table) -> Table:
    """Return a game once it is the person's turn, or over."""
    while table.status is Status.RUNNING and all(each.is_computer for each in table.to_act()):
        await asyncio.sleep(_LOOK)
        table = await tables.by_id(table.id)
    return table


async def _started(tables: Tables, channel: int, *, with_computer: bool) -> Table:
    """Return a game of two that has just begun: with a strong computer, or among people."""
    host, guest = (Person(PlayerId(100 * channel + n), "Ann") for n in range(2))
    await tables.lobbies.open(
        guild=channel, channel=channel, host=host, title=_TITLE, capacity=None
    )
    if with_computer:
        await tables.lobbies.at(channel).add_computer(host.id, "strong")
    else:
        await tables.lobbies.at(channel).choose(host.id, HINTS, ALLOWED)
        await tables.lobbies.at(channel).join(guest, channel)
    return await tables.lobbies.at(channel).start(
        host.id, may_manage=False, interaction=channel + 1
    )


async def _ask_on(tables: Tables, channel: int) -> int:
    """Ask for one hint after another until cancelled; return how many there were."""
    table, count = await _started(tables, channel, with_computer=False), 0
    choices = random.Random(channel)
    try:
        while True:
            async for _ in _hints(tables, table):
                count += 1
            table = await one_turn(tables, table.id, choices)
    except asyncio.CancelledError:
        return count


async def _hints(tables: Tables, table: Table) -> AsyncIterator[ChoicePath]:
    """Yield all hints of a turn."""
    player, shown = table.to_act()[0].id, list[ChoicePath]()
    _, draft = await tables.turns.begin_draft(table.id, player)
    while True:
        found = await tables.hints.ask(table.id, player, table.revision, draft.code, tuple(shown))
        if found.advised is None:
            return
        shown.append(found.advised.choices)
        yield shown[-1]
