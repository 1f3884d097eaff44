"""Times of answers: until Discord takes the first one, and until all of it is there."""

import asyncio
import re
import time
from typing import Any, Final

import aiohttp

from metrobot.ui.pages.ids import Press, PressId
from metrobot.vitals.listener import Vitals

_CALLBACK: Final = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
"""Address of the first answer to an interaction, whose token is not kept."""
_COMMAND: Final = 2
_AUTOCOMPLETE: Final = 4
_GROUPS: Final = (1, 2)
"""Discord's numbers of options that are commands below a command, or groups of them."""


class ResponseTimes:
    """Times the answers to interactions.

    Args:
        vitals: is told of them.
        trace: aiohttp's hook, called after each request to Discord.
    """

    def __init__(self, vitals: Vitals, trace: aiohttp.TraceConfig) -> None:
        # discord.py has no hook for requests that are done; aiohttp, below it, has.
        trace.on_request_end.append(self._requested)
        self._vitals = vitals
        self._begun = dict[int, float]()

    def begin(self, ix: Press, press: PressId | None = None) -> None:
        """Start timing the answer that the present task makes.

        Args:
            ix: the interaction that is answered.
            press: what was pressed, if it is known.
        """
        start = self._begun[ix.id] = time.perf_counter()
        self._vitals.interaction_received(kind_of(ix, press))

        def done(_: object) -> None:
            self._begun.pop(ix.id, None)
            self._vitals.answered(time.perf_counter() - start)

        if (task := asyncio.current_task()) is not None:
            task.add_done_callback(done)

    async def session_begun(self, _: int) -> None:
        """Count a session, as discord.py tells of one."""
        self._vitals.session_begun()

    async def event_heard(self, _: str) -> None:
        """Note the time of an event of any kind, as discord.py tells of one."""
        self._vitals.event_heard()

    async def _requested(
        self, _: aiohttp.ClientSession, __: object, request: aiohttp.TraceRequestEndParams
    ) -> None:
        """Time a request if it was the first answer to an interaction."""
        match = _CALLBACK.search(request.url.path)
        start = self._begun.get(int(match[1])) if match else None
        # A first answer that Discord refuses acknowledges nothing.
        if start is not None and request.response.ok:
            self._vitals.acknowledged(time.perf_counter() - start)


def kind_of(ix: Press, press: PressId | None) -> str:
    """Return the kind of an interaction: one of few words, none typed by a person."""
    if ix.type.value == _AUTOCOMPLETE:
        return "suggestions"
    if ix.type.value != _COMMAND:
        return press.kind.value if press else "unknown"
    data: Any = ix.data or {}
    names = [data.get("name", "")]
    while groups := [option for option in data.get("options", ()) if option.get("type") in _GROUPS]:
        data = groups[0]
        names.append(data["name"])
    return "/" + " ".join(names)
