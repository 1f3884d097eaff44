"""The bot as it runs on Discord, on an embedded database of its own; games begun at one press."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import simcord

from metrobot.demo.playground import playground
from metrobot.demo.proxy import LINE
from metrobot.service.model.errors import TableError
from metrobot.service.model.play import PlayerId, Status
from metrobot.service.people.quotas import UNLIMITED
from metrobot.service.ports import Helpers
from metrobot.service.tables import Tables
from metrobot.service.upkeep.housekeeping import IDLE
from metrobot.store.open import open_store
from metrobot.thinking.analysis import AnalysisProcess
from metrobot.thinking.comparing import Comparing
from metrobot.thinking.pool import Pool
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.app.build import make_bot
from metrobot.ui.app.clock import SystemClock
from metrobot.ui.app.command_tree import COMMANDS_MEMO
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.lobby.lobby_page import SEATING
from metrobot.ui.pages.ids import PressKind

LEVELS: Final = ("easy", "fair")
"""Levels of the computers that sit down."""


class AgainstComputers:
    """Opens a game and starts it, as a person does it in the channel."""

    def __init__(self, bot: Metrobot) -> None:
        self._bot = bot

    async def may(self, channel: int) -> bool:
        """Return whether a channel is free for a game."""
        try:
            table = await self._bot.parts.tables.in_channel(channel)
        except TableError:
            return True
        is_under_way = table.status in (Status.LOBBY, Status.RUNNING)
        return not is_under_way or table.aside_at is not None

    async def begin(
        self, person: simcord.MemberActor, channel: simcord.ChannelHandle, title: str
    ) -> None:
        """Open a lobby, add computers unless the game can be played alone, start.

        The line of the day is shown in private.
        """
        if title == LINE:
            await person.slash(channel, LINE)
            return
        tables = self._bot.parts.tables
        levels = () if 1 in tables.titles[title].player_counts else LEVELS
        opened = await person.slash(channel, "game new", game=title, seats=1 + len(levels))
        lobby = opened.response
        if lobby is None:
            return
        # Whoever has pressed has the first turn.
        if levels:
            await tables.lobbies.at(channel.id).choose(PlayerId(person.id), SEATING, "joined")
        for number, level in enumerate(levels):
            menu, value = _id(lobby, PressKind.COMPUTER), f"add.{level}.{number}"
            await person.select(lobby, [value], custom_id=menu)
        await person.click(lobby, custom_id=_id(lobby, PressKind.START))


def _id(message: Any, kind: PressKind) -> str:
    """Return the id of a message's button or menu of a kind, as it is now."""
    ids = (str(component.get("custom_id", "")) for component in _walk(message.components))
    return next(custom_id for custom_id in ids if f":{kind}:" in custom_id)


def _walk(components: Any) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _walk(component.get("components") or [])


@contextlib.asynccontextmanager
async def embedded_playground(folder: Path, port: int) -> AsyncIterator[str]:
    """Run the bot with all its games for people in a browser; gives the address to open.

    Args:
        folder: keeps its games.
        port: on loopback; 0: any that is free.

    Raises:
        OSError: the port is taken.
        UnusableDatabaseError: the database in the folder cannot be used.
    """
    async with (
        embedded_bot(folder) as bot,
        playground(
            bot, port=port, awaited=partial(awaited_by, bot), opening=AgainstComputers(bot)
        ) as address,
    ):
        yield address


async def awaited_by(bot: Metrobot, channel: int) -> frozenset[int]:
    """Return the ids of the people that a channel's game waits for; none once it is over."""
    try:
        table = await bot.parts.tables.in_channel(channel)
    except TableError:
        return frozenset()
    return frozenset(person.id for person in table.to_call())


async def no_pause(_: float) -> None:
    """Let computers play at once: the simulated clock moves only when somebody says so."""


async def _look_back(tables: Tables, analysis: AnalysisProcess) -> None:
    """Make the reviews and pars that were asked for, beside the bot."""
    # simcord's page waits for all that a press begins, and a review takes most of a minute.
    while True:
        await asyncio.sleep(1)
        await tables.reviews.sweep(analysis)
        await tables.daily.pars.sweep(analysis)


class SimulatedClock(SystemClock):
    """Clock of the simulated Discord: what its page skips has passed."""

    def monotonic(self) -> float:
        """Return seconds of the simulated time."""
        return self.now().timestamp()


@contextlib.asynccontextmanager
async def embedded_bot(folder: Path) -> AsyncIterator[Metrobot]:
    """Make the bot, not yet started; its games are kept in a folder.

    Raises:
        UnusableDatabaseError: the database in the folder cannot be used.
    """
    async with await open_store(f"sqlite+aiosqlite:///{folder / 'metrobot.db'}") as store:
        # The simulated Discord starts over each time, without any commands.
        await store.people.set_memo(COMMANDS_MEMO, "")
        pool, analysis = Pool(), AnalysisProcess()
        bot = make_bot(
            store,
            FRONTS,
            clock=SimulatedClock(),
            dev_guild=None,
            quotas=UNLIMITED,
            helpers=Helpers(
                *(pool, pool), comparer=Comparing(pool, analysis), pause=no_pause, turn=pool.turn
            ),
        )
        # Nobody blocks anybody beside the playground, where a day passes at one press.
        bot.parts.tables.blocks.every = IDLE
        looking_back = asyncio.create_task(_look_back(bot.parts.tables, analysis))
        try:
            yield bot
        finally:
            looking_back.cancel()
            await asyncio.gather(looking_back, return_exceptions=True)
            await bot.parts.tables.close()
            bot.parts.drawing.close()
            pool.close()
            analysis.close()
