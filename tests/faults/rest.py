"""Discord's API over HTTP: simcord's answers, nonces, and whatever is to go wrong."""

import asyncio
import io
import json
import re
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

import discord
from aiohttp import web
from simcord.backend.errors import BackendError
from simcord.http import router
from simcord.http import routes as _routes  # noqa: F401 -- importing it makes the routes known

from tests.faults.troubles import Cut, Trouble
from tests.faults.world import World

PREFIX = "/api/v10"
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.abcdef.of-no-bot"
EXPECTED = {"Via": "1.1 google"}
"""By which discord.py knows a limit of Discord from a ban of its address."""
MOST = 64 * 2**20


@dataclass
class Answer:
    """Answer to one interaction; moments are those of the monotonic clock.

    Attributes:
        id: of the interaction.
        sent: when it was told to the bot.
        first: when the bot acknowledged it.
        whole: when all of the answer was there.
        is_edit: whether the whole of it took the place of what was there.
    """

    id: int
    sent: float
    first: float | None = None
    whole: float | None = None
    is_edit: bool = False


@dataclass(frozen=True)
class Said:
    """A message that the bot has posted by itself."""

    channel: int
    message: int
    nonce: str | None
    at: float


class Rest:
    """Answers requests.

    Attributes:
        troubles: what is to go wrong; the first that fits happens.
        answers: of interactions, by their tokens.
        said: what the bot has posted by itself, in this order.
        edits: how often the bot has edited messages by itself, by their ids.
        no_sessions_until: moment before which no session may begin.
        gaps: what this Discord does not know to answer.
    """

    def __init__(self, world: World, gateway: str) -> None:
        self._world = world
        self._gateway = gateway
        self._nonces: dict[tuple[int, str], Any] = {}
        self.troubles: list[Trouble] = []
        self.answers: dict[str, Answer] = {}
        self.said: list[Said] = []
        self.edits: Counter[int] = Counter()
        self.gaps: list[str] = []
        self.no_sessions_until = 0.0

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one request, or make the trouble that is set for it."""
        path = request.path.removeprefix(PREFIX)
        try:
            body, files = await _body_of(request)
        except ConnectionError:
            return _cut(request)  # whoever asked was killed while asking
        trouble = next((t for t in self.troubles if t.fits(request.method, path)), None)
        if trouble is not None:
            trouble.met += 1
            if trouble.status:
                return _answer(trouble.status, trouble.body)
            if trouble.stalls:
                await trouble.over.wait()
            if trouble.cut is Cut.BEFORE:
                return _cut(request)
        status, answer = self._done(request, path, body, files)
        if trouble is not None and trouble.holds:
            await trouble.over.wait()
        if trouble is not None and trouble.cut is Cut.AFTER:
            return _cut(request)
        return _answer(status, answer)

    def _done(
        self, request: web.Request, path: str, body: Any, files: list[discord.File]
    ) -> tuple[int, Any]:
        if path == "/gateway/bot":
            return 200, self._told_gateway()
        if path == "/users/@me" and request.headers.get("Authorization") != f"Bot {TOKEN}":
            return 401, {"code": 0, "message": "401: Unauthorized"}
        try:
            answer = self._asked(request, path, body, files)
        except (router.RouteNotImplemented, router.UnsupportedField) as error:
            self.gaps.append(str(error))
            return 501, {"code": 0, "message": str(error)}
        except BackendError as error:
            return error.status, error.to_json()
        self._note(request.method, path, body)
        is_asked = not path.endswith("/callback") or "with_response" in request.query
        return 200, answer if is_asked else None

    def _told_gateway(self) -> dict[str, Any]:
        """Return the address of the gateway, and the limit of new sessions."""
        left = self.no_sessions_until - time.monotonic()
        limit = {
            "total": 1000,
            "remaining": 0 if left > 0 else 1000,
            "reset_after": max(1, int(left * 1000)),
            "max_concurrency": 1,
        }
        return {"url": self._gateway, "shards": 1, "session_start_limit": limit}

    def _asked(self, request: web.Request, path: str, body: Any, files: list[discord.File]) -> Any:
        """Hand a request on to simcord; a repeated nonce answers with the message there is."""
        parts = path.strip("/").split("/")
        is_post = request.method == "POST" and parts[0::2] == ["channels", "messages"]
        nonce = body.get("nonce") if is_post else None
        key = (int(parts[1]), str(nonce)) if is_post else (0, "")
        if nonce is not None and body.get("enforce_nonce") and key in self._nonces:
            return self._nonces[key]
        params = dict(request.query)
        found = router.dispatch(
            self._world.backend, request.method, path, json=body, params=params, files=files
        )
        if is_post:
            self.said.append(Said(key[0], int(found["id"]), nonce, time.monotonic()))
            self._nonces[key] = found
        return found

    def _note(self, method: str, path: str, body: Any) -> None:
        """Note a request that answers an interaction, or edits a message."""
        parts = path.strip("/").split("/")
        if method == "PATCH" and parts[0] == "channels":
            self.edits[int(parts[3])] += 1
        if len(parts) < 3 or (answer := self.answers.get(parts[2])) is None:
            return
        now = time.monotonic()
        if parts[0] == "interactions":
            answer.first = now
            if body["type"] not in (5, 6):  # else it is only promised
                answer.whole = now
        elif answer.whole is None and method in ("PATCH", "POST"):
            answer.whole, answer.is_edit = now, method == "PATCH"


async def _body_of(request: web.Request) -> tuple[Any, list[discord.File]]:
    """Return a request's content and its files."""
    data = await request.read()
    boundary = re.search("boundary=(.+)", request.headers.get("Content-Type", ""))
    if boundary is None:
        return (json.loads(data) if data else None), []
    body: Any = None
    found = dict[int, tuple[str, bytes]]()
    # Split by hand: aiohttp's reader of such parts warns of itself.
    for part in data.split(f"--{boundary[1]}".encode())[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        named = dict(re.findall(r'\b(name|filename)="([^"]*)"', head.decode()))
        if named["name"] == "payload_json":
            body = json.loads(content)
        else:
            found[int(named["name"][6:-1])] = (named["filename"], content[:-2])
    data_of = body.get("data", body)  # an answer to an interaction has it inside
    told = {str(each["id"]): each for each in data_of.get("attachments", []) if "id" in each}
    files = [
        discord.File(io.BytesIO(content), name, description=told[str(at)].get("description"))
        for at, (name, content) in sorted(found.items())
    ]
    return body, files


def _answer(status: int, body: Any) -> web.Response:
    if body is None:
        return web.Response(status=204)
    data = json.dumps(body, default=str).encode()
    # Without a charset: discord.py compares the whole of it.
    headers = {"Content-Type": "application/json", **EXPECTED}
    return web.Response(status=status, body=data, headers=headers)


def _cut(request: web.Request) -> web.Response:
    """Cut the connection of a request; return an answer that nobody gets."""
    transport = request.transport
    if isinstance(transport, asyncio.WriteTransport):
        transport.abort()
    return web.Response()
