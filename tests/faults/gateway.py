"""The gateway: events over a websocket, packed in one stream, resumed where they broke off."""

import asyncio
import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
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
    """Events sent to one client since it introduced itself.

    Attributes:
        id: by which it is resumed.
        shard: its number, and how many there are.
        connection: through which it is told; None while it is away.
    """

    id: str
    shard: tuple[int, int] = (0, 1)
    events: list[dict[str, Any]] = field(default_factory=list)
    connection: "Connection | None" = None

    def hears(self, guild: int) -> bool:
        """Return whether a server is of this session's shard."""
        number, count = self.shard
        return (guild >> 22) % count == number

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
        """Send the queued messages until the socket closes."""
        with contextlib.suppress(ConnectionError):
            while True:
                await self.socket.send_bytes(await self._waiting.get())


class Gateway:
    """Sends events to clients; an interaction goes to one client of its server's shard, by chance.

    Args:
        world: what there is.
        clients: how many there may be at a time; the oldest one makes room.

    Attributes:
        identified: how often a client has begun a session.
        shards: of all sessions that were begun, in this order.
        resumed: how often one was resumed.
        refused: how often a client was sent away.
        is_shut: whether new connections are refused.
        more: other servers that a client is told of at the beginning, where nothing happens.
    """

    def __init__(self, world: World, clients: int = 1) -> None:
        self._world = world
        self._clients = clients
        self._sessions: list[Session] = []
        self._chance = Random(clients)
        self.url = ""
        self.identified = self.resumed = self.refused = 0
        self.shards: list[tuple[int, int]] = []
        self.is_shut = False
        self.more: Sequence[Mapping[str, Any]] = ()
        world.backend.subscribers.append(self._tell)

    @property
    def is_open(self) -> bool:
        """Whether a client is there that has introduced itself."""
        return any(session.connection is not None for session in self._sessions)

    @property
    def has_session(self) -> bool:
        """Whether a client is known, which may be about to come back."""
        return bool(self._sessions)

    def _tell(self, event: str, payload: Mapping[str, Any]) -> None:
        """Tell clients of an event, or keep it until they come back."""
        if not event.startswith(TOLD):
            return
        named = payload.get("guild_id") or payload.get("id")
        hearing = [session for session in self._sessions if session.hears(int(named or 0))]
        if event.startswith("INTERACTION_") and hearing:
            hearing = [self._chance.choice(hearing)]
        for session in hearing:
            made = session.add(event, dict(payload))
            if session.connection is not None:
                session.connection.send(made)

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
            for session in self._sessions:
                if session.connection is connection:
                    session.connection = None
        return socket

    def _answer(self, connection: Connection, message: Mapping[str, Any]) -> None:
        match message["op"]:
            case 1:
                connection.send({"op": ACK, "d": None, "s": None, "t": None})
            case 2:
                self._identify(connection, message["d"])
            case 6:
                self._resume(connection, message["d"])

    def _identify(self, connection: Connection, wanted: Mapping[str, Any]) -> None:
        self.identified += 1
        number, count = wanted.get("shard", (0, 1))
        session = Session(f"session-{self.identified}", (number, count), connection=connection)
        self._sessions = [*self._sessions, session][-self._clients :]
        self.shards.append(session.shard)
        backend = self._world.backend
        guilds = [guild for guild in backend.guilds.values() if session.hears(guild.id)]
        ready = {
            "v": 10,
            "user": serializers.user_payload(backend.bot_user),
            "guilds": [
                {"id": str(guild), "unavailable": True}
                for guild in (*(each.id for each in guilds), *(each["id"] for each in self.more))
            ],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "application": {"id": str(backend.application_id), "flags": 0},
        }
        connection.send(session.add("READY", ready))
        for guild in guilds:
            made = serializers.guild_create_payload(backend, guild)
            connection.send(session.add("GUILD_CREATE", made))
        for other in self.more:
            # Not kept with the session: they are too many.
            connection.send({"op": 0, "t": "GUILD_CREATE", "s": None, "d": other})

    def _resume(self, connection: Connection, wanted: Mapping[str, Any]) -> None:
        """Go on with a session where it broke off, if it is known."""
        known = [each for each in self._sessions if each.id == wanted["session_id"]]
        if not known:
            connection.send({"op": INVALID, "d": False, "s": None, "t": None})
            return
        self.resumed += 1
        (session,) = known
        session.connection = connection
        for event in session.events[int(wanted["seq"] or 0) :]:
            connection.send(event)
        connection.send(session.add("RESUMED", {}))

    # --- troubles ---

    @property
    def _newest(self) -> Session:
        """Session of the newest client."""
        assert self._sessions, "no client is there"
        return self._sessions[-1]

    @property
    def _open(self) -> Connection:
        """The connection of the newest client."""
        connection = self._newest.connection
        assert connection is not None, "no client is there"
        return connection

    async def drop(self) -> None:
        """Close the connection; the session may be resumed."""
        connection, self._newest.connection = self._open, None
        await connection.socket.close(code=WSCloseCode.SERVICE_RESTART)

    def ask_to_reconnect(self) -> None:
        """Ask the client to come back."""
        self._open.send({"op": RECONNECT, "d": None, "s": None, "t": None})

    def invalidate(self, *, is_resumable: bool) -> None:
        """Say that the session is not valid any more."""
        connection = self._open
        if not is_resumable:
            self._sessions.pop()
        connection.send({"op": INVALID, "d": is_resumable, "s": None, "t": None})

    def send_garbage(self) -> None:
        """Send bytes that cannot be unpacked, ended as a compressed message is."""
        self._open.send_raw(b"\xde\xad\xbe\xef\x00\x00\xff\xff")

    def send_incomplete(self) -> None:
        """Send an event in which a field is missing."""
        payload = {"guild_id": str(self._world.guild)}
        self._open.send(self._newest.add("GUILD_ROLE_UPDATE", payload))

    def forget(self) -> None:
        """Know of no session any more, since its process is dead."""
        self._sessions.clear()

    async def close(self) -> None:
        """Let go of the clients that are there."""
        while self.is_open:
            session = next(each for each in self._sessions if each.connection is not None)
            connection, session.connection = session.connection, None
            assert connection is not None
            await connection.socket.close(code=WSCloseCode.SERVICE_RESTART)
