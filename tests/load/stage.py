"""A Discord over loopback sockets with tables at which games are under way, and the real bot."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from metrobot.games.registry import TITLES
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.tables import Tables
from metrobot.store.store import Store
from metrobot.vitals.memory import freeze
from tests import databases
from tests.bench.positions import Now
from tests.faults.loopback import Loopback, on_loopback
from tests.faults.parties import A_TABLE, party_at
from tests.faults.playing import Party
from tests.faults.process import Bot
from tests.faults.world import until
from tests.load.system import family, seconds
from tests.postgresql.server import Server

GAMES: Final = tuple(TITLES)
PATIENCE: Final = 180.0
"""Seconds within which all first boards are out."""
CALM: Final = 1.0
"""Seconds in which somebody who has nothing to do takes less than STILL of a processor."""
STILL: Final = 0.03
TOGETHER: Final = 8
"""So many tables plan side by side."""


@dataclass
class Stage:
    """Tables with games under way, their boards before them."""

    discord: Loopback
    bot: Bot
    parties: list[Party]

    async def planned(self) -> list[tuple[Party, int, Any]]:
        """Return each table with a player awaited there and the planner of a whole turn."""
        places = asyncio.Semaphore(TOGETHER)

        async def plan(party: Party) -> tuple[Party, int, Any]:
            async with places:
                await until(party.called, PATIENCE, "somebody is called")
                person = party.called()[0]
                return party, person, await party.planned(person, party.board)

        return list(await asyncio.gather(*map(plan, self.parties)))

    async def quiet(self) -> None:
        """Wait until the bot is almost idle."""
        await quiet(self.bot)


async def quiet(bot: Bot) -> None:
    """Wait until a process is almost idle, then freeze the garbage of the measuring one."""
    before = -STILL
    async with asyncio.timeout(PATIENCE):
        while (now := seconds(*family(bot.pid))) - before >= STILL:
            before = now
            await asyncio.sleep(CALM)
    freeze()


@asynccontextmanager
async def staged(folder: Path, url: str, tables: int) -> AsyncIterator[Stage]:
    """Run the bot with many tables, of all titles in turn."""
    async with on_loopback(channels=tables, people=tables * A_TABLE) as discord:
        parties = [party_at(discord, number) for number in range(tables)]
        await begun(url, discord.world.guild, parties)
        bot = Bot(discord, folder, url=url)
        await bot.start()
        try:
            await until(
                lambda: all(party.board is not None for party in parties), PATIENCE, "boards"
            )
            yield Stage(discord, bot, parties)
        finally:
            await bot.stop()


async def begun(url: str, guild: int, parties: list[Party]) -> None:
    """Begin a game at each table, in the store alone; the bot has still to tell of it."""
    store = await Store.open(url)
    tables = Tables(store, Now(), TITLES)
    for number, party in enumerate(parties):
        persons = [Person(PlayerId(each), f"Person {each % 1000}") for each in party.people]
        host, channel = persons[0], party.channel
        title = GAMES[number % len(GAMES)]
        await tables.lobbies.open(
            guild=guild, channel=channel, host=host, title=title, capacity=None
        )
        for each in persons[1:]:
            await tables.lobbies.at(channel).join(each, channel + 1)
        await tables.lobbies.at(channel).start(host.id, may_manage=False, interaction=channel + 2)
    await tables.close()
    await store.close()


async def url_in(folder: Path, server: Server | None) -> str:
    """Return a database of a folder's own: a file in it, or one of a server's with its name."""
    if server is None:
        return file_in(folder)
    await databases.made(server, folder.name, "template0")
    return server.url(folder.name)


def file_in(folder: Path) -> str:
    """Return the address of a file in a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite+aiosqlite:///{folder / 'games.db'}"
