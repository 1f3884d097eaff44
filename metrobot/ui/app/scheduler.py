"""Rounds of housekeeping: by elapsed time, whatever happens to the time of day."""

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
"""Function that does what is due and returns the pause until the next round."""


# Pauses count from the end of the last round: slow rounds must not pile up.
class Scheduler:
    """Calls rounds, each after the pause that the last one asked for, or sooner if hurried.

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
        """Begin no further round; one that has begun goes on."""
        self._round = None
        self._loop.cancel()

    def run_within(self, pause: timedelta) -> None:
        """Begin the next round after this pause at the latest."""
        self._haste = min(self._haste, pause)
        if self._is_on_round or not self._loop.is_running():
            # The pause is chosen when the round ends, with this haste in mind.
            return
        if self._clock.monotonic() + pause.total_seconds() < self._awake_at:
            self._sleep(pause)

    async def _step(self) -> None:
        if self._round is None:
            self._loop.stop()
        else:
            await self._once(self._round)

    async def _once(self, come_round: Round) -> None:
        self._is_on_round, self._haste, pause = True, IDLE, BUSY
        try:
            # In a task of its own: a round ends, this loop never does, and those who wait for
            # what the bot has begun wait for tasks that end.
            pause = await asyncio.ensure_future(come_round())
        except DatabaseTroubleError as error:
            log.error("%s", error)  # noqa: TRY400 -- one line says all
        except Exception:
            log.exception("pending deliveries failed; they are tried again")
        self._is_on_round = False
        self._sleep(min(pause, self._haste))

    def _sleep(self, pause: timedelta) -> None:
        self._awake_at = self._clock.monotonic() + pause.total_seconds()
        woke = (self._loop.next_iteration or utcnow()) - self._interval
        # discord.py counts the interval from when the loop last woke, by the time of day. If that
        # was set back to before then, the loop would sleep too long: it begins anew, with a round.
        if (passed := utcnow() - woke) < timedelta():
            self._loop.restart()
        else:
            self._interval = passed + pause
            self._loop.change_interval(seconds=self._interval.total_seconds())
