"""Being told to end: by the first signal in good order, by the second at once."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Iterator
from types import FrameType
from typing import Final

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
_BY_SIGNAL: Final = 128
"""What is added to a signal's number in the exit code, as shells do."""


class Shutdown:
    """Knows whether the process has been told to end.

    Attributes:
        signal: by which signal, or None as long as nobody has told it.
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
        """Listen for signals, whatever the event loop is doing; put all back afterwards.

        Python's own handlers, not the loop's: a loop that hangs hears nothing.
        """
        before = {number: signal.signal(number, self._tell) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def wait(self) -> None:
        """Return as soon as the process is to end."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop = loop
            self._wake_by_signals(loop)
        if not self.is_requested:
            await self._requested.wait()

    def _wake_by_signals(self, loop: asyncio.AbstractEventLoop) -> None:
        """Have signals wake a loop that sleeps.

        Python's handlers run in the main thread, once it runs at all. A signal that
        comes just before it falls asleep, or to another thread, would not wake it:
        what the loop listens to for signals does. On Windows it always does.
        """
        with contextlib.suppress(NotImplementedError):
            for number in _SIGNALS:
                loop.add_signal_handler(number, self._requested.set)
                signal.signal(number, self._tell)

    def _tell(self, number: int, _: FrameType | None) -> None:
        """Note the first signal; end the process at the second."""
        if self.is_requested:
            # No logging: it may be what the first signal has interrupted.
            os.write(2, b"Told to stop a second time: ended at once. No confirmed turn is lost.\n")
            os._exit(_BY_SIGNAL + number)
        self.signal = signal.Signals(number)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._requested.set)
