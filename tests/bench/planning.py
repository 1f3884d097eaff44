"""Planners to measure: seeded games on a simulated Discord, up to a turn."""

import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import simcord

from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.tables import Tables
from metrobot.store.store import Store
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.app.build import make_bot
from metrobot.ui.app.command_tree import COMMANDS_MEMO
from metrobot.ui.app.fronts import FRONTS
from tests.bench.confirming import make_ready
from tests.bench.people import Control, People, Shown, controls
from tests.bench.positions import one_turn

PICTURE = bytes(200_000)
"""Stands for each picture: none is drawn."""


@dataclass(frozen=True, slots=True)
class Position:
    """A turn of a game of four that is the same each time."""

    title: str
    seed: int
    turns: int

    def __str__(self) -> str:
        return f"{self.title}, game {self.seed}, after {self.turns} turns"


class Planning:
    """The planner of whoever is awaited first, pressed as its owner does."""

    def __init__(self, people: People, table: Table) -> None:
        self.people = people
        (seat, *_) = table.seats_to_act()
        self.choices = len(table.title.legal_actions(table.state, seat))
        awaited = table.person_at(seat).id
        self.player = next(member for member in people.members if member.id == awaited)
        self._shown: Shown | None = None

    @property
    def shown(self) -> Shown:
        """The planner as it is shown now."""
        assert self._shown
        return self._shown

    def control(self, *kinds: str) -> Control | None:
        """Return the first one of these kinds, or None; kinds earlier in the list come first."""
        found = (one for kind in kinds for one in controls(self.shown) if one.kind == kind)
        return next(found, None)

    def wanted(self, *kinds: str) -> Control:
        """Return the first one of these kinds.

        Raises:
            LookupError: there is none.
        """
        found = self.control(*kinds)
        if found is None:
            raise LookupError(kinds)
        return found

    async def open(self) -> None:
        """Press Plan under the newest board."""
        self._shown = (await self.people.press_newest(self.player, "plan")).response

    async def press(self, control: Control) -> None:
        """Press a button, or choose the last value of a menu."""
        if control.values:
            await self.player.select(self.shown, [control.values[-1]], custom_id=control.id)
        else:
            await self.player.click(self.shown, custom_id=control.id)


@asynccontextmanager
async def planning(folder: Path, position: Position, *commands: Any) -> AsyncIterator["Planning"]:
    """Run the bot, pictures ready, with a game at a position."""
    async with running(folder, position.seed, *commands, is_ready=True) as (bot, env):
        people = People.in_a_new_server(env)
        table = await played(bot.parts.tables, position, people)
        await bot.parts.tables.deliver_pending(table.id)
        yield Planning(people, table)


@asynccontextmanager
async def running(
    folder: Path, seed: int, *commands: Any, is_ready: bool, url: str | None = None
) -> AsyncIterator[tuple[Metrobot, simcord.Env]]:
    """Run the bot on a simulated Discord.

    Args:
        folder: for the database.
        seed: of all that is drawn in its games.
        commands: that the bot has besides its own.
        is_ready: no picture is drawn.
        url: of another database than one in the folder.
    """
    key = seed.to_bytes(32, "big")
    async with AsyncExitStack() as stack:
        store = await Store.open(url or f"sqlite+aiosqlite:///{folder / 'metrobot.db'}")
        stack.push_async_callback(store.close)
        await store.people.set_memo(COMMANDS_MEMO, "")
        bot = make_bot(store, FRONTS, entropy=lambda: key)
        stack.push_async_callback(bot.parts.tables.close)
        stack.callback(bot.parts.drawing.close)
        if is_ready:
            make_ready(bot, PICTURE)
        for command in commands:
            bot.tree.add_command(command)
        yield bot, await stack.enter_async_context(simcord.run(bot, shard_count=1))


async def played(tables: Tables, position: Position, people: People) -> Table:
    """Play a game of four up to a position."""
    persons = [Person(PlayerId(member.id), member.name) for member in people.members]
    channel, salt = people.channel.id, position.seed * 10
    await tables.lobbies.open(
        guild=people.guild, channel=channel, host=persons[0], title=position.title, capacity=None
    )
    for number, person in enumerate(persons[1:]):
        await tables.lobbies.at(channel).join(person, salt + number)
    table = await tables.lobbies.at(channel).start(
        persons[0].id, may_manage=False, interaction=salt + 9
    )
    choices = random.Random(position.seed)
    for _ in range(position.turns):
        table = await one_turn(tables, table.id, choices)
    assert table.status is Status.RUNNING
    return table
