"""Memory and the start of the bot with 10,000 unfinished games, on ever more servers."""

import asyncio
import shutil
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from tests.bench.measure import LEAST, some
from tests.faults.loopback import Loopback, on_loopback
from tests.faults.parties import A_TABLE, party_at
from tests.faults.process import Bot
from tests.faults.rest import Answer
from tests.faults.served import Served
from tests.faults.world import LateError, until
from tests.load.crowd import FIRST_SERVER, crowd
from tests.load.servers import CHANNELS, ROLES, Servers
from tests.load.stage import PATIENCE, Stage, begun, file_in
from tests.load.system import megabytes, told
from tests.load.turns import Rotation
from tests.postgresql.server import Server

GAMES: Final = some(10_000, 24)
SERVERS: Final = (0, None) if LEAST else (0, 2500, 10_000, None)
TABLES: Final = some(30, 1)
"""At which people play then."""
AT_ONCE: Final = some(8, 1)
SECONDS: Final = some(20.0, 1.0)
ASK_AGAIN: Final = 1.0
"""Seconds after which somebody asks again who was not answered."""
AT_MOST: Final[dict[int | None, float]] = {2500: 280.0, None: 250.0}
"""Megabytes, by the number of servers; None: without a gateway, at any number."""
HEAD: Final = (
    f"{GAMES:,} unfinished games on SQLite; servers of {CHANNELS} channels and {ROLES} roles |"
    " seconds from the start to the first answer | MB then (+ what it has started) |"
    f" MB after {SECONDS:.0f} s of play at {TABLES} tables | MB at most"
)


async def row(folder: Path, source: Path, servers: int | None) -> str:
    """Return the figures of a row.

    Args:
        folder: for the database.
        source: the database with the games.
        servers: of which the gateway tells; None: there is no gateway.
    """
    url = file_in(folder)
    shutil.copyfile(source, folder / "games.db")
    async with on_loopback(channels=TABLES, people=TABLES * A_TABLE) as discord:
        parties = [party_at(discord, number) for number in range(TABLES)]
        await begun(url, discord.world.guild, parties)
        bot: Bot = (
            Served(discord, folder, url) if servers is None else Bot(discord, folder, url=url)
        )
        discord.gateway.more = Servers(servers or 0, FIRST_SERVER, discord.world.backend)
        stage = Stage(discord, bot, parties)
        # A first time, so that Discord knows of the commands: that is done once.
        await bot.start()
        await until(lambda: all(p.board is not None for p in parties), PATIENCE, "boards")
        await stage.quiet()
        await bot.kill()

        ready = await started(bot, discord, parties[0].channel, parties[0].people[0])
        await stage.quiet()
        at_first = told(bot.pid)
        await _play(stage)
        then, most = told(bot.pid), told(bot.pid, peak=True)
        own = megabytes(bot.pid)
        await bot.stop()
    limit = AT_MOST.get(servers)
    remark = "" if limit is None or own <= limit else " (beyond)"
    name = "serve" if servers is None else f"bot.py, {servers:,} servers"
    return f"{name} | {ready:.1f} | {at_first} | {then}{remark} | {most}"


async def started(bot: Bot, discord: Loopback, channel: int, person: int) -> float:
    """Start the bot; return the seconds until it has answered somebody, who asks again and again.

    While it hears of thousands of servers nobody is answered in time.
    """
    began = time.monotonic()
    await bot.start()
    asked = list[Answer]()
    while not any(answer.whole for answer in asked):
        asked.append(discord.command(person, channel, "game status"))
        with suppress(LateError):
            await until(partial(_is_whole, asked[-1]), ASK_AGAIN, "somebody is answered")
        assert time.monotonic() - began < PATIENCE, bot.log[-2000:]
    return time.monotonic() - began


def _is_whole(answer: Answer) -> bool:
    return answer.whole is not None


async def _play(stage: Stage) -> None:
    """Play for a while."""
    rotation = Rotation(stage)
    playing = [asyncio.create_task(rotation.play()) for _ in range(AT_ONCE)]
    await asyncio.sleep(SECONDS)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


async def measure(folder: Path, _: Server | None) -> None:
    print(HEAD, flush=True)
    file_in(folder)
    source = folder / "crowd.db"
    await crowd(source, GAMES)
    for servers in SERVERS:
        figures = await row(folder / f"servers_{servers}", source, servers)
        print(figures, flush=True)
