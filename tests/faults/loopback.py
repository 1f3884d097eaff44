"""A Discord over loopback sockets: its API, its gateway, its people."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from simcord import interactions
from simcord.backend import serializers

from tests.faults.balancer import Balancer
from tests.faults.gateway import Gateway
from tests.faults.rest import MOST, PREFIX, Answer, Rest
from tests.faults.world import World, make_world, walk

OPTION_TYPES = {str: 3, int: 4, bool: 5}


class Loopback:
    """A Discord that outlives the processes that come to it."""

    def __init__(self, world: World, port: int, clients: int = 1) -> None:
        self.world = world
        self.api = f"http://127.0.0.1:{port}{PREFIX}"
        self.gateway = Gateway(world, clients)
        self.gateway.url = f"ws://127.0.0.1:{port}/gateway"
        self.rest = Rest(world, self.gateway.url)
        self.balancer = Balancer(world)

    @property
    def is_open(self) -> bool:
        """Whether somebody hears of interactions."""
        return self.gateway.is_open or self.balancer.is_open

    def mark(self) -> int:
        """Return a mark of the moment of a question, for `is_lost`."""
        return self.gateway.identified

    def is_lost(self, answer: Answer, mark: int) -> bool:
        """Return whether whoever heard of an interaction is gone.

        Args:
            answer: to the interaction.
            mark: the moment of the interaction.
        """
        if self.balancer.has_brought(answer.id):
            return self.balancer.has_lost(answer.id)
        gateway = self.gateway
        return gateway.identified != mark or not gateway.has_session

    def command(self, person: int, channel: int, name: str, **options: Any) -> Answer:
        """Type a command, such as `game new`."""
        root, *path = name.split()
        backend = self.world.backend
        found = backend.find_command(root, self.world.guild)
        assert found is not None, f"no command {root}"
        given = [
            {"name": key, "type": OPTION_TYPES[type(value)], "value": value}
            for key, value in options.items()
        ]
        nested = interactions.nest_options(found, path, given)
        data = {"id": found["id"], "name": root, "type": 1, "options": nested}
        return self.send(2, person, channel, data)

    def press(self, person: int, message: Any, custom_id: str, *values: str) -> Answer:
        """Press a button, or choose in a menu."""
        found = next(c for c in walk(message.components) if c.get("custom_id") == custom_id)
        data = {"custom_id": custom_id, "component_type": found["type"]}
        if values:
            data["values"] = list(values)
        return self.send(3, person, message.channel_id, data, message)

    def send(
        self, kind: int, person: int, channel: int, data: dict[str, Any], message: Any = None
    ) -> Answer:
        """Tell the bot of an interaction."""
        backend = self.world.backend
        record, payload = interactions.base_payload(
            backend,
            type=kind,
            channel_id=channel,
            guild_id=backend.get_channel(channel).guild_id,
            user_id=person,
            data=data,
        )
        if message is not None:
            payload["message"] = dict(serializers.message_payload(backend, message))
            record.source_message_id = message.id
        answer = self.rest.answers[record.token] = Answer(record.id, time.monotonic())
        backend.emit("INTERACTION_CREATE", payload)
        return answer

    def answered(self, answer: Answer) -> Any:
        """Return the message that answers an interaction."""
        record = self.world.backend.interactions[answer.id]
        assert record.message_id is not None, "no message"
        return self.world.backend.get_message(record.channel_id, record.message_id)


@asynccontextmanager
async def on_loopback(
    channels: int = 1, people: int = 2, clients: int = 1
) -> AsyncIterator[Loopback]:
    """Run a Discord on a port that the system chooses."""
    world = make_world(channels, people)
    application = web.Application(client_max_size=MOST)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    served: list[Loopback] = []

    async def rest(request: web.Request) -> web.StreamResponse:
        return await served[0].rest.serve(request)

    async def gateway(request: web.Request) -> web.StreamResponse:
        return await served[0].gateway.serve(request)

    application.router.add_get("/gateway", gateway)
    application.router.add_get("/gateway/", gateway)
    application.router.add_route("*", f"{PREFIX}/{{path:.*}}", rest)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    served.append(Loopback(world, runner.addresses[0][1], clients))
    try:
        yield served[0]
    finally:
        for trouble in served[0].rest.troubles:
            trouble.over.set()
        await served[0].gateway.close()
        await served[0].balancer.close()
        await runner.cleanup()
    assert not served[0].rest.gaps, served[0].rest.gaps
