"""First answers first: Discord waits three seconds for them, and people for the rest."""

import asyncio
from contextlib import suppress
from typing import Final

from metrobot.ui.pages.ids import Press

LONGEST: Final = 0.5
"""Seconds that whoever has had the first answer waits, at most, for others to have theirs."""


class Promptness:
    """Has everybody acknowledged before anybody's answer is worked out.

    Where hundreds press at once, reading and drawing for the first of them would
    hold up the acknowledgements of the last. So whoever has been acknowledged
    waits until all others have been, but never for long.
    """

    def __init__(self) -> None:
        self._open = set[int]()
        self._none_open = asyncio.Event()
        self._none_open.set()

    def begin(self, ix: Press) -> None:
        """Note that the present task is to answer somebody."""
        task = asyncio.current_task()
        if task is not None:
            self._open.add(ix.id)
            self._none_open.clear()
            task.add_done_callback(lambda _: self._close(ix.id))

    async def acknowledged(self, interaction: int) -> None:
        """Let whoever has just been acknowledged wait for the others."""
        self._close(interaction)
        if self._open:
            with suppress(TimeoutError):
                async with asyncio.timeout(LONGEST):
                    await self._none_open.wait()

    def _close(self, interaction: int) -> None:
        """Note that somebody waits for no first answer any more."""
        self._open.discard(interaction)
        if not self._open:
            self._none_open.set()
