"""A server with channels and people, on a Discord that outlives the bot's process.

What Discord knows and answers is simcord's; here it lives in real time.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from simcord._clock import Clock
from simcord.backend import Backend

LOOK_AGAIN = 0.01
"""Seconds between two looks at what is waited for."""


class LateError(AssertionError):
    """Something awaited did not come in time."""


async def until(condition: Callable[[], Any], seconds: float, what: str) -> None:
    """Wait until a condition holds.

    Raises:
        LateError: it does not within that time.
    """
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise LateError(f"not within {seconds} s: {what}")
        await asyncio.sleep(LOOK_AGAIN)


class RealClock(Clock):
    """The time of day, or a later one."""

    ahead = timedelta()

    def now(self) -> datetime:
        """Return the time in UTC."""
        return datetime.now(UTC) + self.ahead


@dataclass
class World:
    """Ids of all there is on this Discord."""

    backend: Backend
    guild: int
    channels: list[int] = field(default_factory=list)
    people: list[int] = field(default_factory=list)

    def messages(self, channel: int) -> list[Any]:
        """Return the public messages of a channel, oldest first."""
        seen = self.backend.messages.get(channel, {}).values()
        return sorted((each for each in seen if not each.is_ephemeral), key=lambda m: m.id)

    def direct(self, person: int) -> list[Any]:
        """Return the bot's direct messages to a person."""
        return self.messages(self.backend.dm_channels.get(person, 0))


def make_world(channels: int, people: int) -> World:
    """Return a server with channels and people, and the bot in it."""
    backend = Backend(clock=RealClock())
    guild = backend.create_guild("Town").id
    backend.add_member(guild, backend.bot_user.id)
    world = World(backend, guild)
    for number in range(channels):
        world.channels.append(backend.create_channel(guild, f"metro-{number}").id)
    for number in range(people):
        world.people.append(backend.make_user(f"Person {number}").id)
        backend.add_member(guild, world.people[-1])
    return world


def another_server(world: World) -> int:
    """Add a server with the same people; return the id of its one channel."""
    backend = world.backend
    guild = backend.create_guild("Village").id
    for each in (backend.bot_user.id, *world.people):
        backend.add_member(guild, each)
    return int(backend.create_channel(guild, "metro").id)


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from walk(component.get("components") or [])


def usable(message: Any, kind: str) -> list[dict[str, Any]]:
    """Return the buttons and menus of one kind that can be used on a message."""
    return [
        each
        for each in walk(message.components)
        if f":{kind}:" in each.get("custom_id", "") and not each.get("disabled")
    ]
