"""Ending by signals: after the first in good order, after the second at once."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Iterator
from types import FrameType
from typing import Final

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
_BY_SIGNAL: Final = 128
"""Offset of exit codes that stand for a signal, as in shells."""


class Shutdown:
    """Tells whether the process has been asked to end.

    Attributes:
        signal: the signal that asked for it, or None.
    """

    def __init__(self) -> None:
        self.signal: signal.Signals | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._requested = asyncio.Event()

    @property
    def is_requested(self) -> bool:
        """Whether the process is to end."""
        return self.signal is not None

    @contextlib.contextmanager
    def handling_signals(self) -> Iterator[None]:
        """Handle signals within the context; restore the previous handlers afterwards."""
        # Python's own handlers, not the event loop's: a loop that hangs hears nothing.
        before = {number: signal.signal(number, self._tell) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def wait(self) -> None:
        """Wait until the process is to end."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop = loop
            self._wake_by_signals(loop)
        if not self.is_requested:
            await self._requested.wait()

    def _wake_by_signals(self, loop: asyncio.AbstractEventLoop) -> None:
        # Python's handlers run in the main thread, once it runs at all. A signal that comes just
        # before the loop falls asleep, or to another thread, would not wake it; the loop's own
        # handler does. On Windows there is none, and the loop always wakes.
        with contextlib.suppress(NotImplementedError):
            for number in _SIGNALS:
                loop.add_signal_handler(number, self._requested.set)
                signal.signal(number, self._tell)

    def _tell(self, number: int, _: FrameType | None) -> None:
        """Record the first signal; end the process at the second."""
        if self.is_requested:
            # Not by logging: the signal may have interrupted it while it holds its lock.
            os.write(2, b"Told to stop a second time: ended at once. No confirmed turn is lost.\n")
            os._exit(_BY_SIGNAL + number)
        self.signal = signal.Signals(number)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._requested.set)
