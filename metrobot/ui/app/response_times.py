"""How long people wait: for Discord's first word of an answer, and for all of it."""

import asyncio
import re
import time
from typing import Any, Final

import aiohttp

from metrobot.ui.pages.ids import Press, PressId
from metrobot.vitals.listener import Vitals

_CALLBACK: Final = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
"""The address of the first answer to an interaction. Its token is not kept."""
_COMMAND: Final = 2
_AUTOCOMPLETE: Final = 4
_GROUPS: Final = (1, 2)
"""Discord's numbers of options that are commands below a command, or groups of them."""


# aiohttp tells of each request that is done; discord.py has no hook for that.
class ResponseTimes:
    """Times the answers to interactions.

    Attributes:
        trace: hears of each request to Discord that is done.
    """

    def __init__(self, vitals: Vitals) -> None:
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_end.append(self._requested)
        self._vitals = vitals
        self._begun = dict[int, float]()

    def begin(self, ix: Press, press: PressId | None = None) -> None:
        """Note that the present task answers an interaction.

        Args:
            ix: what somebody pressed or typed.
            press: what was pressed, if it is known.
        """
        begun = self._begun[ix.id] = time.perf_counter()
        self._vitals.interaction_received(kind_of(ix, press))

        def done(_: object) -> None:
            self._begun.pop(ix.id, None)
            self._vitals.answered(time.perf_counter() - begun)

        task = asyncio.current_task()
        if task is not None:
            task.add_done_callback(done)

    async def _requested(
        self, _: aiohttp.ClientSession, __: object, request: aiohttp.TraceRequestEndParams
    ) -> None:
        """Look whether a request was the first answer to an interaction."""
        found = _CALLBACK.search(request.url.path)
        begun = self._begun.get(int(found[1])) if found else None
        if begun is not None and request.response.ok:
            self._vitals.acknowledged(time.perf_counter() - begun)


def kind_of(ix: Press, press: PressId | None) -> str:
    """Return of what kind an interaction is: few words, none of which somebody has typed."""
    if ix.type.value == _AUTOCOMPLETE:
        return "suggestions"
    if ix.type.value != _COMMAND:
        return press.kind.value if press else "unknown"
    data: Any = ix.data or {}
    names = [data.get("name", "")]
    while below := [each for each in data.get("options", ()) if each.get("type") in _GROUPS]:
        data = below[0]
        names.append(data["name"])
    return "/" + " ".join(names)
