"""When housekeeping runs: by elapsed time, whatever happens to the time of day."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TypeAlias

from discord.ext import tasks
from discord.utils import utcnow

from metrobot.service.model.clock import Clock
from metrobot.service.upkeep.housekeeping import BUSY, IDLE
from metrobot.store.db.errors import DatabaseTroubleError

log = logging.getLogger(__name__)

Round: TypeAlias = Callable[[], Awaitable[timedelta]]
"""Does what is due; returns after how long to come again."""


# From the end of the last round: slow rounds must not pile up.
class Scheduler:
    """Calls a round after the pause that the last one asked for, or sooner if hurried.

    Args:
        clock: tells how much time has passed.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._interval = BUSY
        self._loop = tasks.loop(seconds=BUSY.total_seconds(), name="rounds")(self._step)
        self._round: Round | None = None
        self._is_on_round, self._haste, self._awake_at = False, IDLE, 0.0

    def start(self, come_round: Round) -> None:
        """Begin the first round now, and go on from there."""
        self._round = come_round
        if not self._loop.is_running():
            self._loop.start()

    def stop(self) -> None:
        """Begin no further round."""
        self._round = None
        self._loop.cancel()

    def run_within(self, pause: timedelta) -> None:
        """Begin the next round after this pause at the latest."""
        self._haste = min(self._haste, pause)
        if self._is_on_round or not self._loop.is_running():
            return  # the end of the round looks at it
        if self._clock.monotonic() + pause.total_seconds() < self._awake_at:
            self._sleep(pause)

    async def _step(self) -> None:
        """Do a round, unless the scheduler was stopped."""
        if self._round is None:
            self._loop.stop()
        else:
            await self._once(self._round)

    async def _once(self, come_round: Round) -> None:
        """Do one round."""
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
        """Sleep until the next round is due.

        The loop counts from when it last woke by the time of day. Once that has been
        set back to before then, the loop begins anew, with a round.
        """
        self._awake_at = self._clock.monotonic() + pause.total_seconds()
        woke = (self._loop.next_iteration or utcnow()) - self._interval
        if (passed := utcnow() - woke) < timedelta():
            self._loop.restart()
        else:
            self._interval = passed + pause
            self._loop.change_interval(seconds=self._interval.total_seconds())


async def _awaited(come_round: Round) -> timedelta:
    """Await a round in a task of its own; return its pause."""
    return await come_round()
