"""What other processes have changed in a database that they share: the server tells."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncEngine

from metrobot.store.db.signals import StoreSignals

log = logging.getLogger(__name__)

CHANNEL: Final = "metrobot"
"""Where triggers of the database say what has changed."""
_LOOK: Final = 30.0
"""Seconds after which to make sure that the connection is still one."""
_PATIENCE: Final = 10.0
_PAUSE: Final = 1.0
"""Seconds before another connection is tried."""


def _nothing(_: str) -> None:
    """Do nothing."""


# What is remembered can be trusted only while the server is heard:
# docs/decisions/several-processes.md.
class ChangeListener:
    """One connection on which the server tells what others have changed.

    Args:
        engine: makes the connection.
        own: numbers of the connections of this process, whose changes are known here;
            emptied when they may be others'.
        signals: pass on what has changed.

    Attributes:
        is_up: whether all is heard; else nothing that is kept in memory can be trusted.
    """

    def __init__(self, engine: AsyncEngine, own: set[int], signals: StoreSignals) -> None:
        self._signals = signals
        self.is_up = self._was_up = False
        self._engine = engine
        self._own = own
        self._lost = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen from now on."""
        if self._task is None:
            up = asyncio.Event()
            self._task = asyncio.create_task(self._keep(up), name="listen to the database")
            await up.wait()

    async def close(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def _keep(self, up: asyncio.Event) -> None:
        """Listen for ever, on another connection where one is lost."""
        while True:
            self._was_up, why = False, "the connection was lost"
            try:
                await self._listen(up)
            except Exception as error:  # each driver raises errors of its own
                why = type(error).__name__
            if self._was_up:
                log.warning("the database cannot be listened to: %s", why)
            # A server that was started again gives their numbers to others.
            self._own.clear()
            up.set()
            self._signals.heard("")
            await asyncio.sleep(_PAUSE)

    async def _listen(self, up: asyncio.Event) -> None:
        """Listen on one connection until it is lost."""
        async with self._engine.connect() as connection:
            raw = await connection.get_raw_connection()
            driver: Any = raw.driver_connection
            self._lost.clear()
            driver.add_termination_listener(self._end)
            await driver.add_listener(CHANNEL, self._hear)
            try:
                self._signals.heard("")  # whatever was missed before
                self.is_up = self._was_up = True
                up.set()
                while not await self._is_lost():
                    await driver.execute("SELECT 1", timeout=_PATIENCE)
            finally:
                self.is_up = False
                driver.remove_termination_listener(self._end)
                with suppress(Exception):  # a lost connection has no listeners
                    await driver.remove_listener(CHANNEL, self._hear)

    async def _is_lost(self) -> bool:
        """Return whether the connection was lost, after a while at the latest."""
        try:
            await asyncio.wait_for(self._lost.wait(), _LOOK)
        except TimeoutError:
            return False
        return True

    def _end(self, _: Any) -> None:
        """Note that the connection is lost."""
        self.is_up = False
        self._lost.set()

    def _hear(self, _: Any, process: int, __: str, said: str) -> None:
        """Pass on what another process has changed."""
        if process not in self._own:
            self._signals.heard(said)
