"""From settings to a running bot, and every way in which that can end."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from typing import Final, TypeAlias

import discord

from metrobot.logs import leave_out_gateways
from metrobot.program import EXIT_SETTINGS
from metrobot.service.people.quotas import Quotas
from metrobot.service.ports import Helpers, at_once
from metrobot.service.upkeep.nightly_backup import NightlyBackup
from metrobot.settings import NO_BOTS_TOKEN, Settings, account_of, where_read
from metrobot.shutdown import Shutdown
from metrobot.store.db.errors import visible
from metrobot.store.open import UnusableDatabaseError, embedded_file, open_store
from metrobot.store.store import Store
from metrobot.thinking.analysis import AnalysisProcess
from metrobot.thinking.comparing import Comparing
from metrobot.thinking.pool import Pool
from metrobot.ui.app import api_address
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.app.build import make_bot
from metrobot.ui.app.clock import SystemClock
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.app.parts import BotParts
from metrobot.ui.process.http_server import HttpServer
from metrobot.ui.process.signatures import NoVerifierError, verifier
from metrobot.ui.process.supervisor import StartError, keep_connected
from metrobot.vitals.listener import UNHEARD
from metrobot.vitals.memory import freeze
from metrobot.vitals.metrics import Gauges, Metrics
from metrobot.vitals.site import metrics_site
from metrobot.workers.job_broker import DatabaseJobBroker, open_queue
from metrobot.workers.worker_thinker import WorkerThinker

log = logging.getLogger(__name__)

NO_TOKEN: Final = """\
There is no token, so the bot cannot log in. Put it into a file called .env beside bot.py:
    DISCORD_TOKEN=your-token-here
You get one at https://discord.com/developers/applications under Bot, Reset Token.
See .env.example for the other settings. To play without Discord: make play"""
EXIT_FAILED: Final = 1
NO_PUBLIC_KEY: Final = """\
DISCORD_PUBLIC_KEY is missing, so nothing that comes over HTTP can be trusted. It stands at
https://discord.com/developers/applications under General Information; put it into .env."""

Presence: TypeAlias = Callable[[Metrobot, str, Shutdown], Awaitable[None]]
"""Function that keeps a bot on Discord, by its token, until the process is to end."""


class _Helpers(ThreadPoolExecutor):
    """The event loop's threads; the end of the process does not wait for them.

    They look up addresses, which can take a minute where there is no network.
    """

    def shutdown(self, *_: object, **__: object) -> None:
        """End idle threads, and leave the others alone."""
        super().shutdown(wait=False, cancel_futures=True)


def run_http_bot(settings: Settings) -> int:
    """Run the bot over HTTP until it is told to stop; return the exit code of the process."""
    leave_out_gateways()
    if not settings.discord_public_key:
        log.error(NO_PUBLIC_KEY)
        return EXIT_SETTINGS
    try:
        verify = verifier(settings.discord_public_key)
    except NoVerifierError as error:
        log.error("%s", error)  # noqa: TRY400 -- one line, not a traceback, is what helps here
        return EXIT_SETTINGS
    return run_bot(settings, HttpServer(verify, settings.serve_host, settings.serve_port))


def run_bot(settings: Settings, presence: Presence = keep_connected) -> int:
    """Run the bot until it is told to stop.

    Args:
        settings: of whoever runs it.
        presence: how it is on Discord; by default on the gateway.

    Returns:
        The exit code of the process.
    """
    token = settings.discord_token.get_secret_value()
    if account_of(token) is None:
        log.error(
            "%s\nLooked at: %s.", NO_BOTS_TOKEN if token else NO_TOKEN, visible(where_read()[1])
        )
        return EXIT_SETTINGS
    # The bot never speaks, so discord.py need not warn that libraries for voice are missing.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    ending = Shutdown()
    try:
        with ending.handling_signals():
            asyncio.run(_run(settings, ending, presence))
    except (UnusableDatabaseError, StartError) as error:
        log.error("%s", error)  # noqa: TRY400 -- one line, not a traceback, is what helps here
        return EXIT_SETTINGS if error.is_setting else EXIT_FAILED
    return 0


async def _run(settings: Settings, ending: Shutdown, presence: Presence) -> None:
    """Open the store, run the bot, close both.

    Raises:
        UnusableDatabaseError: the database cannot be opened.
        StartError: Discord does not let us in.
    """
    asyncio.get_running_loop().set_default_executor(_Helpers())
    figures = None if settings.metrics_port is None else Metrics()
    vitals = figures or UNHEARD
    store = await open_store(settings.database_url, vitals)
    api_address.use(settings.discord_api)
    if settings.shards is not None and not (settings.shards.are_all or store.is_shared):
        log.warning(
            "SHARDS leaves servers to other processes, which only PostgreSQL lets play too."
        )
    pool, analysis = Pool(settings.computer_processes, vitals=vitals), AnalysisProcess(vitals)
    nightly = nightly_of(settings)
    # What is entered last is closed first: the store outlives all that uses it.
    async with AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        thinking = await stack.enter_async_context(left_to_workers(settings, store, pool, analysis))
        stack.callback(analysis.close)
        stack.callback(pool.close)
        bot = make_bot(
            store,
            FRONTS,
            dev_guild=settings.dev_guild,
            quotas=Quotas(
                games=settings.max_games_per_host,
                lobbies=settings.max_lobbies_per_host,
                joined=settings.max_joined_lobbies,
                server_games=settings.max_games_per_server,
                openings=settings.max_openings_in_10_minutes,
                imports=settings.max_imports_in_an_hour,
                replay_bytes=settings.max_replay_megabytes * 1_000_000,
                idle_days=settings.aside_after_days,
            ),
            helpers=helpers_of(pool, analysis, thinking),
            chores=() if nightly is None else (nightly.back_up_if_due,),
            vitals=vitals,
            when_ready=freeze,
            shards=settings.shards,
        )
        # Now, while nobody waits; `when_ready` does it again for what comes with being on Discord.
        freeze()
        stack.callback(bot.parts.drawing.close)
        if figures is not None:
            pools = {"turns": pool, "reviews": analysis}
            port, clock = settings.metrics_port or 0, SystemClock()
            site = metrics_site(port, figures, lambda: gauges_of(bot.parts, pools, clock.now()))
            await stack.enter_async_context(site)
        await presence(bot, settings.discord_token.get_secret_value(), ending)


async def gauges_of(parts: BotParts, pools: Mapping[str, Pool], now: datetime) -> Gauges:
    """Return the figures of a running bot.

    Args:
        parts: of the bot.
        pools: processes in which computers think, by the kind of their jobs.
        now: the time.
    """
    backlog = await parts.store.backlog()
    oldest = backlog.oldest_turn
    return Gauges(
        games=backlog.games,
        # Another machine's clock may be ahead of ours, or ours was set back.
        oldest_turn=0.0 if oldest is None else max(0.0, (now - oldest).total_seconds()),
        pending=backlog.pending,
        pictures=parts.drawing.queue.waiting,
        jobs={kind: pool.waiting for kind, pool in pools.items()},
        shards_down=parts.connection.shards_down,
    )


def helpers_of(pool: Pool, analysis: AnalysisProcess, thinking: WorkerThinker | None) -> Helpers:
    """Return the helpers: workers where there are any, else the processes of this bot."""
    return Helpers(
        thinker=thinking or pool,
        hint_finder=pool,
        reviewer=thinking or analysis,
        animator=thinking,
        judge=analysis,
        comparer=thinking or Comparing(pool, analysis),
        # The places of workers are not ours to give.
        turn=pool.turn if thinking is None else at_once,
    )


@asynccontextmanager
async def left_to_workers(
    settings: Settings, store: Store, pool: Pool, room: AnalysisProcess
) -> AsyncIterator[WorkerThinker | None]:
    """Yield the thinker that leaves jobs to workers; None if not wanted or not possible.

    Raises:
        UnusableDatabaseError: their queue cannot be opened.
    """
    if settings.workers and not store.is_shared:
        log.warning("WORKERS is left out: it is for PostgreSQL. See docs/hosting.md.")
    if not settings.workers or not store.is_shared:
        yield None
        return
    queue = await open_queue(settings.database_url, store)
    try:
        yield WorkerThinker(
            DatabaseJobBroker(store, queue, SystemClock()), pool, room, Comparing(pool, room)
        )
    finally:
        await queue.close()


def nightly_of(settings: Settings) -> NightlyBackup | None:
    """Return the nightly backup; None if not wanted or not possible."""
    if settings.backup_dir is None:
        return None
    if (file := embedded_file(settings.database_url)) is None:
        log.warning("BACKUP_DIR is left out: it is for a database in a file. See docs/hosting.md.")
        return None
    return NightlyBackup(file, settings.backup_dir.absolute(), settings.backups_kept, SystemClock())
