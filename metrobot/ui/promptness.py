"""First answers first: Discord waits three seconds for them, and people for the rest."""

import asyncio
import re
from contextlib import suppress
from typing import Final

import aiohttp

from metrobot.ui.pages.ids import Press

_CALLBACK: Final = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
"""The address of the first answer to an interaction. Its token is not kept."""
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

    def trace(self, *others: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Return what hears of each request to Discord that is done, after others have."""
        made = aiohttp.TraceConfig()
        for other in others:
            made.on_request_end.extend(other.on_request_end)
        made.on_request_end.append(self._requested)
        return made

    def begin(self, ix: Press) -> None:
        """Note that the present task is to answer somebody."""
        task = asyncio.current_task()
        if task is not None:
            self._open.add(ix.id)
            self._none_open.clear()
            task.add_done_callback(lambda _: self._acknowledged(ix.id))

    def _acknowledged(self, interaction: int) -> None:
        """Note that nobody waits for a first answer any more."""
        self._open.discard(interaction)
        if not self._open:
            self._none_open.set()

    async def _requested(
        self, _: aiohttp.ClientSession, __: object, request: aiohttp.TraceRequestEndParams
    ) -> None:
        """Let whoever has just been acknowledged wait for the others."""
        found = _CALLBACK.search(request.url.path)
        if found is None:
            return
        self._acknowledged(int(found[1]))
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                await self._none_open.wait()
