"""Notifications of a shared database about changes by other processes."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncEngine

from metrobot.store.db.signals import StoreSignals

log = logging.getLogger(__name__)

CHANNEL: Final = "metrobot"
"""Channel on which triggers of the database notify of changes."""
_LOOK: Final = 30.0
"""Seconds between two checks that the connection is still alive."""
_PATIENCE: Final = 10.0
_PAUSE: Final = 1.0
"""Seconds before a new connection is tried."""


# What is in memory can be trusted only while the server is heard:
# docs/decisions/several-processes.md.
class ChangeListener:
    """Connection on which the server tells what other processes have changed.

    Args:
        engine: makes the connection.
        own: numbers of this process's connections, whose changes are known here;
            emptied when they may belong to others.
        signals: pass changes on, and know whether they are heard.
    """

    def __init__(self, engine: AsyncEngine, own: set[int], signals: StoreSignals) -> None:
        self._signals = signals
        self._signals.is_heard = self._was_up = False
        self._engine = engine
        self._own = own
        self._lost = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to listen, and wait for the first connection."""
        if self._task is None:
            up = asyncio.Event()
            self._task = asyncio.create_task(self._keep(up), name="listen to the database")
            await up.wait()

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def _keep(self, up: asyncio.Event) -> None:
        """Listen for ever, on a new connection whenever one is lost."""
        while True:
            self._was_up, why = False, "the connection was lost"
            try:
                await self._listen(up)
            except Exception as error:  # each driver raises errors of its own
                why = type(error).__name__
            if self._was_up:
                log.warning("the database cannot be listened to: %s", why)
            # A server that was restarted gives the same numbers to other processes.
            self._own.clear()
            up.set()
            # Anything may have changed unheard.
            self._signals.heard("")
            # A server that is down must not be asked all the time.
            await asyncio.sleep(_PAUSE)

    async def _listen(self, up: asyncio.Event) -> None:
        async with self._engine.connect() as connection:
            raw = await connection.get_raw_connection()
            driver: Any = raw.driver_connection
            self._lost.clear()
            driver.add_termination_listener(self._end)
            await driver.add_listener(CHANNEL, self._hear)
            try:
                # Anything may have changed before this connection.
                self._signals.heard("")
                self._signals.is_heard = self._was_up = True
                up.set()
                while not await self._is_lost():
                    # A server that vanishes without a word is only noticed by asking.
                    await driver.execute("SELECT 1", timeout=_PATIENCE)
            finally:
                self._signals.is_heard = False
                driver.remove_termination_listener(self._end)
                # On a lost connection this fails.
                with suppress(Exception):
                    await driver.remove_listener(CHANNEL, self._hear)

    async def _is_lost(self) -> bool:
        """Return whether the connection was lost; wait up to `_LOOK` seconds for that."""
        try:
            await asyncio.wait_for(self._lost.wait(), _LOOK)
        except TimeoutError:
            return False
        return True

    def _end(self, _: Any) -> None:
        self._signals.is_heard = False
        self._lost.set()

    def _hear(self, _: Any, process: int, __: str, payload: str) -> None:
        if process not in self._own:
            self._signals.heard(payload)
