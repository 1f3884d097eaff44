"""When the bot comes round: by how much time has passed, whatever the time of day does."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from datetime import timedelta
from typing import TypeAlias

from discord.ext import tasks

from metrobot.service.model.clock import Clock
from metrobot.service.upkeep.housekeeping import BUSY, IDLE
from metrobot.store.db.errors import DatabaseTroubleError

log = logging.getLogger(__name__)

Round: TypeAlias = Callable[[], Awaitable[timedelta]]
"""Does what is due; returns after how long to come again."""


class Scheduler:
    """Comes round after the pause that the last round asked for, or sooner if hurried.

    Args:
        clock: tells how much time has passed.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._loop = tasks.loop(seconds=BUSY.total_seconds(), name="rounds")(self._step)
        self._round: Round | None = None
        self._context = copy_context()
        self._begins_pause = False
        self._is_on_round = False
        self._haste = IDLE
        self._awake_at = 0.0

    def start(self, come_round: Round) -> None:
        """Come round now, and from then on."""
        self._round = come_round
        self._context = copy_context()
        if not self._loop.is_running():
            self._begins_pause = False
            self._loop.start()

    def stop(self) -> None:
        """Come round no more."""
        self._round = None
        self._loop.cancel()

    def run_within(self, pause: timedelta) -> None:
        """Come round after this pause at the latest."""
        self._haste = min(self._haste, pause)
        if self._is_on_round or not self._loop.is_running():
            return  # the end of the round looks at it
        if self._clock.monotonic() + pause.total_seconds() < self._awake_at:
            # The loop stays the bot's own, not that of whatever has failed.
            self._context.copy().run(self._sleep, pause)

    async def _step(self) -> None:
        """Come round, unless a pause has just begun."""
        if self._round is None:
            self._loop.stop()
        elif self._begins_pause:
            self._begins_pause = False
        else:
            await self._once(self._round)

    async def _once(self, come_round: Round) -> None:
        """Come round once."""
        self._is_on_round, self._haste, pause = True, IDLE, BUSY
        try:
            # A round ends, this loop never does: whoever waits until the bot is
            # done with what it has begun waits for tasks that end.
            pause = await asyncio.ensure_future(_awaited(come_round))
        except DatabaseTroubleError as error:
            log.error("%s", error)  # noqa: TRY400 -- one line says all
        except Exception:
            log.exception("pending deliveries failed; they are tried again")
        self._is_on_round = False
        self._sleep(min(pause, self._haste))

    def _sleep(self, pause: timedelta) -> None:
        """Come round after a pause.

        A loop that is restarted counts from now; one that goes on counts from when the last
        round was due by the time of day, which may have been set back by an hour.
        """
        self._awake_at = self._clock.monotonic() + pause.total_seconds()
        self._begins_pause = True
        self._loop.change_interval(seconds=pause.total_seconds())
        self._loop.restart()


async def _awaited(come_round: Round) -> timedelta:
    """Return what a round gives; it is a task of its own."""
    return await come_round()
