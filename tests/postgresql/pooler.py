"""A stand-in for a pooler such as PgBouncer, in session or in transaction mode."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

_SSL: Final = 80877103
_READY: Final = b"Z"
_IDLE: Final = b"I"
_GOODBYE: Final = b"X"
_KEY: Final = b"K"

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _message(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Return the kind of a message, and all of it."""
    head = await reader.readexactly(5)
    body = await reader.readexactly(int.from_bytes(head[1:]) - 4)
    return head[:1], head + body


@dataclass
class Pooler:
    """Hands sessions of a server out, for a transaction or until a client leaves."""

    path: str
    by_transaction: bool
    _idle: list[Stream] = field(default_factory=list)
    _greeting: bytes = b""
    _is_over: bool = True  # the transaction of the last exchange

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[int]:
        """Yield the port at which it takes clients."""
        async with await asyncio.start_server(self._serve, "127.0.0.1", 0) as way:
            yield way.sockets[0].getsockname()[1]
            for _, writer in self._idle:
                writer.close()

    async def _session(self, startup: bytes) -> Stream:
        """Return a session: the one that was given back last, or a new one."""
        if self._idle:
            return self._idle.pop()
        reader, writer = await asyncio.open_unix_connection(self.path)
        writer.write(startup)
        said, kind = b"", b""
        while kind != _READY:
            kind, whole = await _message(reader)
            # The number of the session and its key are the pooler's own, as with PgBouncer.
            said += whole if kind != _KEY else whole[:5] + bytes(8)
        self._greeting = said
        return reader, writer

    async def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            await self._serve_until_gone(client, to_client)
        to_client.close()

    async def _serve_until_gone(
        self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter
    ) -> None:
        length = await client.readexactly(4)
        startup = length + await client.readexactly(int.from_bytes(length) - 4)
        if int.from_bytes(startup[4:8]) == _SSL:
            to_client.write(b"N")
            return await self._serve_until_gone(client, to_client)
        session: Stream | None = await self._session(startup)
        to_client.write(self._greeting)
        if self.by_transaction and session is not None:
            self._idle.append(session)
            session = None
        asked = asyncio.create_task(_message(client))
        try:
            while (begun := await asked)[0] != _GOODBYE:
                session = session or await self._session(startup)
                asked = await self._exchange(session, begun[1], client, to_client)
                if self.by_transaction and self._is_over:
                    self._idle.append(session)
                    session = None
        finally:
            # A session that a client leaves in the middle is thrown away.
            if session is not None:
                session[1].close()
        return None

    async def _exchange(
        self, session: Stream, first: bytes, client: asyncio.StreamReader, out: asyncio.StreamWriter
    ) -> "asyncio.Task[tuple[bytes, bytes]]":
        """Pass messages on until the server is ready; return the wait for the next one."""
        reader, writer = session
        writer.write(first)
        asked = asyncio.create_task(_message(client))
        said = asyncio.create_task(_message(reader))
        while True:
            await asyncio.wait({asked, said}, return_when=asyncio.FIRST_COMPLETED)
            if asked.done() and not said.done():
                writer.write(asked.result()[1])
                asked = asyncio.create_task(_message(client))
            if said.done():
                kind, whole = said.result()
                out.write(whole)
                if kind == _READY:
                    self._is_over = whole[-1:] == _IDLE
                    return asked
                said = asyncio.create_task(_message(reader))
