"""Tells how long the bot needs from a press to what it asks of Discord for it.

The simulated Discord looks after all tasks and messages whenever the bot waits
for its database, longer than the bot works. So a press is handed to the bot
without it, and what the simulation owes is done once the time is taken.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import discord
import simcord
from simcord import interactions
from simcord.backend import Backend, serializers
from simcord.http import router

from tests.bench.people import Control, People, Shown

_LONGEST = 30.0
"""Seconds after which an answer is not waited for any more."""


class Stopwatch:
    """Stopwatch from a press to the request that brings its picture.

    Args:
        method: of the request that is waited for.
        place: how its path begins.
        has_files: whether it brings a picture; else the first request there counts.
    """

    def __init__(self, method: str, place: str, *, has_files: bool = True) -> None:
        self._method = method
        self._place = place
        self._has_files = has_files
        self._sent = 0.0
        self._is_sent = asyncio.Event()

    async def press(
        self, people: People, player: simcord.MemberActor, shown: Shown, control: Control
    ) -> float:
        """Press a button, or choose the last value of a menu; return the seconds to the picture."""
        env = people.env
        payload = press_payload(env.backend, player, shown, control)
        self._is_sent.clear()
        start = time.perf_counter()
        env.backend.emit("INTERACTION_CREATE", payload)
        await asyncio.wait_for(self._is_sent.wait(), _LONGEST)
        await env.settle()
        return self._sent - start

    def request(self, *where: Any, files: Any = None, **rest: Any) -> Any:
        """Note the first awaited request, then hand each on to the simulated Discord."""
        _, method, path = where
        is_awaited = (
            bool(files) >= self._has_files
            and method == self._method
            and path.startswith(self._place)
        )
        if is_awaited and not self._is_sent.is_set():
            self._sent = time.perf_counter()
            self._is_sent.set()
        return _dispatch(*where, files=files, **rest)


_dispatch = router.dispatch


@contextmanager
def watched(method: str, place: str, *, has_files: bool = True) -> Iterator[Stopwatch]:
    """Time the bot's requests to the simulated Discord."""
    watch = Stopwatch(method, place, has_files=has_files)
    with patch.object(router, "dispatch", watch.request):
        yield watch


def press_payload(
    backend: Backend, player: simcord.MemberActor, shown: Shown, control: Control
) -> dict[str, Any]:
    """Return a press as Discord tells the bot of it."""
    stored = backend.get_message(shown.channel_id, shown.id)
    kind = discord.ComponentType.select if control.values else discord.ComponentType.button
    record, payload = interactions.base_payload(
        backend,
        type=discord.InteractionType.component.value,
        channel_id=shown.channel_id,
        guild_id=player.guild.id,
        user_id=player.id,
        data={
            "custom_id": control.id,
            "component_type": kind.value,
            "values": list(control.values[-1:]),
        },
    )
    payload["message"] = dict(serializers.message_payload(backend, stored))
    record.source_message_id = stored.id
    return payload
