"""The gateway: events over a websocket, packed in one stream, resumed where they broke off."""

import asyncio
import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSCloseCode, web
from simcord.backend import serializers

from tests.faults.packing import PACKERS, Packer
from tests.faults.world import World

HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 1, 2, 6, 7, 9, 10, 11
TOLD = ("GUILD_", "CHANNEL_", "THREAD_", "INTERACTION_")
"""How the events begin that the intents of the bot let through."""


@dataclass
class Session:
    """What a client has been told since it introduced itself."""

    id: str
    events: list[dict[str, Any]] = field(default_factory=list)

    def add(self, event: str, payload: Any) -> dict[str, Any]:
        """Note an event; return it as it is sent."""
        made = {"op": 0, "t": event, "s": len(self.events) + 1, "d": payload}
        self.events.append(made)
        return made


class Connection:
    """One websocket; what is sent through it is packed in one stream."""

    def __init__(self, socket: web.WebSocketResponse, pack: Packer) -> None:
        self.socket = socket
        self._pack = pack
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue()

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message after those before it."""
        self.send_raw(self._pack(json.dumps(message, default=str).encode()))

    def send_raw(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._waiting.put_nowait(data)

    async def write(self) -> None:
        """Send what is waiting until the socket closes."""
        with contextlib.suppress(ConnectionError):
            while True:
                await self.socket.send_bytes(await self._waiting.get())


class Gateway:
    """Tells one client of events.

    Attributes:
        identified: how often a client has begun a session.
        resumed: how often one was resumed.
        refused: how often a client was sent away.
        is_shut: whether new connections are refused.
        more: other servers that a client is told of at the beginning, where nothing happens.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._session: Session | None = None
        self._connection: Connection | None = None
        self.url = ""
        self.identified = self.resumed = self.refused = 0
        self.is_shut = False
        self.more: Sequence[Mapping[str, Any]] = ()
        world.backend.subscribers.append(self._tell)

    @property
    def is_open(self) -> bool:
        """Whether a client is there that has introduced itself."""
        return self._connection is not None and self._session is not None

    @property
    def has_session(self) -> bool:
        """Whether a client is known, which may be about to come back."""
        return self._session is not None

    def _tell(self, event: str, payload: Mapping[str, Any]) -> None:
        """Tell the client of an event, or keep it until the client comes back."""
        if self._session is None or not event.startswith(TOLD):
            return
        made = self._session.add(event, dict(payload))
        if self._connection is not None:
            self._connection.send(made)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one websocket until it closes."""
        if self.is_shut:
            self.refused += 1
            return web.Response(status=503)
        asked = request.query.get("compress", "")
        if asked not in PACKERS:
            raise web.HTTPBadRequest(text=f"this gateway packs with {', '.join(PACKERS)} alone")
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        connection = Connection(socket, PACKERS[asked]())
        writer = asyncio.create_task(connection.write())
        connection.send({"op": HELLO, "d": {"heartbeat_interval": 41250}, "s": None, "t": None})
        try:
            async for message in socket:
                self._answer(connection, json.loads(message.data))
        finally:
            writer.cancel()
            if self._connection is connection:
                self._connection = None
        return socket

    def _answer(self, connection: Connection, message: Mapping[str, Any]) -> None:
        """Answer what a client sends."""
        match message["op"]:
            case 1:
                connection.send({"op": ACK, "d": None, "s": None, "t": None})
            case 2:
                self._identify(connection)
            case 6:
                self._resume(connection, message["d"])

    def _identify(self, connection: Connection) -> None:
        """Begin a session."""
        self.identified += 1
        self._session, self._connection = Session(f"session-{self.identified}"), connection
        backend = self._world.backend
        ready = {
            "v": 10,
            "user": serializers.user_payload(backend.bot_user),
            "guilds": [
                {"id": str(guild), "unavailable": True}
                for guild in (*backend.guilds, *(each["id"] for each in self.more))
            ],
            "session_id": self._session.id,
            "resume_gateway_url": self.url,
            "shard": [0, 1],
            "application": {"id": str(backend.application_id), "flags": 0},
        }
        connection.send(self._session.add("READY", ready))
        for guild in backend.guilds.values():
            made = serializers.guild_create_payload(backend, guild)
            connection.send(self._session.add("GUILD_CREATE", made))
        for other in self.more:
            # Not kept with the session: they are too many.
            connection.send({"op": 0, "t": "GUILD_CREATE", "s": None, "d": other})

    def _resume(self, connection: Connection, wanted: Mapping[str, Any]) -> None:
        """Go on with a session where it broke off, if it is known."""
        if self._session is None or wanted["session_id"] != self._session.id:
            connection.send({"op": INVALID, "d": False, "s": None, "t": None})
            return
        self.resumed += 1
        self._connection = connection
        for event in self._session.events[int(wanted["seq"] or 0) :]:
            connection.send(event)
        connection.send(self._session.add("RESUMED", {}))

    # --- troubles ---

    @property
    def _open(self) -> Connection:
        """The connection of the client that is there."""
        assert self._connection is not None, "no client is there"
        return self._connection

    async def drop(self) -> None:
        """Close the connection; the session may be resumed."""
        connection, self._connection = self._open, None
        await connection.socket.close(code=WSCloseCode.SERVICE_RESTART)

    def ask_to_reconnect(self) -> None:
        """Ask the client to come back."""
        self._open.send({"op": RECONNECT, "d": None, "s": None, "t": None})

    def invalidate(self, *, is_resumable: bool) -> None:
        """Say that the session is not valid any more."""
        connection = self._open
        if not is_resumable:
            self._session = self._connection = None
        connection.send({"op": INVALID, "d": is_resumable, "s": None, "t": None})

    def send_garbage(self) -> None:
        """Send what cannot be unpacked, then a valid end."""
        self._open.send_raw(b"\xde\xad\xbe\xef\x00\x00\xff\xff")

    def send_incomplete(self) -> None:
        """Send an event in which a field is missing."""
        assert self._session is not None
        payload = {"guild_id": str(self._world.guild)}
        self._open.send(self._session.add("GUILD_ROLE_UPDATE", payload))

    def forget(self) -> None:
        """Know of no session any more, since its process is dead."""
        self._session = self._connection = None

    async def close(self) -> None:
        """Let go of the client that is there."""
        if self._connection is not None:
            await self.drop()
