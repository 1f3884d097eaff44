"""The least of a Discord on loopback sockets: it lets a bot in, and then does as a test says."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

APPLICATION = {
    "id": "1",
    "name": "Metrobot",
    "icon": None,
    "description": "",
    "flags": 0,
    "bot_public": True,
    "bot_require_code_grant": False,
    "owner": {"id": "2", "username": "Owner", "discriminator": "0", "avatar": None},
    "summary": "",
    "verify_key": "",
}
USER = {"id": "1", "username": "Metrobot", "discriminator": "0", "avatar": None, "bot": True}
Session = Callable[[web.WebSocketResponse], Awaitable[None]]
"""The gateway's treatment of a connection, after its hello."""


async def welcome(socket: web.WebSocketResponse) -> None:
    """Wait until the bot has said who it is, and let it in."""
    async for message in socket:
        if json.loads(message.data)["op"] == 2:
            ready = {
                "v": 10,
                "user": USER,
                "guilds": [],
                "session_id": "s",
                "resume_gateway_url": "ws://127.0.0.1:1/",
                "application": {"id": "1", "flags": 0},
                "shard": [0, 1],
            }
            await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})
            return


async def stay(socket: web.WebSocketResponse) -> None:
    """Let the bot in, and keep it."""
    await welcome(socket)
    async for _ in socket:
        pass


@dataclass
class Loopback:
    """A stand-in for Discord on this machine, with the connections that it has had.

    Attributes:
        sessions: treatment of each connection, in order; the last one is for all others.
        limits: answers to requests for limits of sessions; the last one is for all others.
        gateway: its address, if it is elsewhere.
        begun: number of connections that the gateway has had.
    """

    sessions: list[Session] = field(default_factory=lambda: [stay])
    limits: list[dict[str, int]] = field(
        default_factory=lambda: [{"total": 9, "remaining": 9, "reset_after": 0}]
    )
    gateway: str = ""
    begun: int = 0
    api: str = ""

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix("/api")
        if path == "/gateway/bot":
            limit = self.limits.pop(0) if len(self.limits) > 1 else self.limits[0]
            limit = {**limit, "max_concurrency": 1}
            return _json({"url": self.gateway, "shards": 1, "session_start_limit": limit})
        if path == "/users/@me":
            return _json(USER)
        if path == "/oauth2/applications/@me":
            return _json(APPLICATION)
        if path.endswith("/commands"):
            told = await request.json()
            return _json(
                [{**each, "id": str(n), "application_id": "1"} for n, each in enumerate(told, 1)]
            )
        return _json({"message": "Unknown", "code": 0}, 404)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        """Be the gateway for one connection."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        session = self.sessions[min(self.begun, len(self.sessions) - 1)]
        self.begun += 1
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 40_000}})
        await session(socket)
        return socket

    @contextmanager
    def served(self) -> Iterator["Loopback"]:
        """Be there, in a thread of its own, until the test is done."""
        there, leave = threading.Event(), asyncio.Event()
        loops = list[asyncio.AbstractEventLoop]()

        async def serve() -> None:
            loops.append(asyncio.get_running_loop())
            app = web.Application(client_max_size=10**7)
            app.router.add_get("/gateway", self._socket)
            app.router.add_get("/gateway/", self._socket)
            app.router.add_route("*", "/{path:.*}", self._answer)
            runner = web.AppRunner(app, shutdown_timeout=0.1)
            await runner.setup()
            site = web.TCPSite(runner, "127.0.0.1", 0)
            await site.start()
            port = runner.addresses[0][1]
            self.api = f"http://127.0.0.1:{port}/api"
            self.gateway = self.gateway or f"ws://127.0.0.1:{port}/gateway"
            there.set()
            await leave.wait()
            await runner.cleanup()

        # Which leaves no task of a connection behind, however that has ended.
        thread = threading.Thread(target=lambda: asyncio.run(serve()))
        thread.start()
        there.wait(10)
        try:
            yield self
        finally:
            loops[0].call_soon_threadsafe(leave.set)
            thread.join(10)


def _json(what: Any, status: int = 200) -> web.Response:
    """Return an answer as Discord gives it: its library minds the content's type."""
    text = json.dumps(what).encode()
    return web.Response(body=text, status=status, headers={"Content-Type": "application/json"})
