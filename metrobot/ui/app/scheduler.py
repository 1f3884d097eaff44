"""When the bot comes round: by how much time has passed, whatever the time of day does."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import copy_context
from datetime import datetime, timedelta
from typing import Any

import discord
from discord.ext import tasks
from discord.utils import MISSING

from metrobot.service.model.clock import Clock
from metrobot.service.upkeep.housekeeping import BUSY, IDLE
from metrobot.store.db.errors import DatabaseTroubleError

log = logging.getLogger(__name__)


class Scheduler:
    """Comes round after the pause that the last round asked for, or sooner if hurried.

    Args:
        come_round: does what is due; returns after how long to come again.
        clock: tells how much time has passed.
    """

    def __init__(self, come_round: Callable[[], Awaitable[timedelta]], clock: Clock) -> None:
        self._come_round = come_round
        self._clock = clock
        self._loop = _Loop(self._once)
        self._context = copy_context()
        self._is_on_round = False
        self._haste = IDLE
        self._awake_at = 0.0

    def start(self) -> None:
        """Come round now, and from then on."""
        self._context = copy_context()
        if not self._loop.is_running():
            self._loop.start()

    def stop(self) -> None:
        """Come round no more."""
        self._loop.cancel()

    def run_within(self, pause: timedelta) -> None:
        """Come round after this pause at the latest."""
        self._haste = min(self._haste, pause)
        if self._is_on_round or not self._loop.is_running():
            return  # the end of the round looks at it
        if self._clock.monotonic() + pause.total_seconds() < self._awake_at:
            # The loop stays the bot's own, not that of whatever has failed.
            self._context.copy().run(self._sleep, pause)

    async def _once(self) -> None:
        """Come round once."""
        self._is_on_round, self._haste, pause = True, IDLE, BUSY
        try:
            # A round ends, this loop never does: whoever waits until the bot is
            # done with what it has begun waits for tasks that end.
            pause = await asyncio.create_task(_awaited(self._come_round()))
        except DatabaseTroubleError as error:
            log.error("%s", error)  # noqa: TRY400 -- one line says all
        except Exception:
            log.exception("pending deliveries failed; they are tried again")
        self._is_on_round = False
        self._sleep(min(pause, self._haste))

    def _sleep(self, pause: timedelta) -> None:
        """Come round after a pause."""
        self._awake_at = self._clock.monotonic() + pause.total_seconds()
        self._loop.change_interval(seconds=pause.total_seconds())


class _Loop(tasks.Loop[Callable[[], Coroutine[Any, Any, None]]]):
    """A loop whose pauses begin now.

    discord.py's begin when the last round was due by the time of day: once
    that is set back by an hour, the next round is an hour late.
    """

    def __init__(self, round_: Callable[[], Coroutine[Any, Any, None]]) -> None:
        super().__init__(
            round_,
            seconds=BUSY.total_seconds(),
            hours=0,
            minutes=0,
            time=MISSING,
            count=None,
            reconnect=True,
            name="rounds",
        )

    def _get_next_sleep_time(self, now: datetime = MISSING) -> datetime:  # noqa: ARG002 -- theirs
        """Return when the pause ends, which begins now."""
        return discord.utils.utcnow() + timedelta(seconds=self._sleep)


async def _awaited(found: Awaitable[timedelta]) -> timedelta:
    """Return what something awaitable gives."""
    return await found
