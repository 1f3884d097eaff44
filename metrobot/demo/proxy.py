"""Our page in front of simcord's: people to be, private letters, and time that passes.

simcord's preview shows one channel to one viewer and redraws only the page
that acted. This server, on loopback alone, passes everything through to it,
and adds what the preview lacks.
"""

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, Protocol

import aiohttp
import simcord
from aiohttp import web
from simcord.preview import Preview

from metrobot.demo.mailbox import Mailbox
from metrobot.games.registry import TITLES

PAGE: Final = Path(__file__).with_name("page")
HOST: Final = "127.0.0.1"
_SECOND_TRIES: Final = 20
_PAUSE: Final = 0.1
# simcord's page does not redraw by itself what the bot posts without being asked.
_WATCH: Final = 0.4
_UNNOTICED: Final = timedelta(minutes=11)
"""Time after which a bot that was just told who is on a server asks for them again."""
# Its own rules against framing would shut out our page of the same origin.
_DROPPED_FROM_ANSWER: Final = frozenset(
    {"content-length", "content-encoding", "content-security-policy", "date", "server"}
    | {"transfer-encoding", "x-frame-options"}
)
# simcord compares them with its own address.
_DROPPED_FROM_REQUEST: Final = frozenset({"content-length", "host", "origin", "referer"})
_WORTH_ANOTHER_TRY: Final = frozenset({"busy", "stale-revision"})
_REVISION: Final = re.compile(rb'("published_revision": ?)\d+')

Awaited = Callable[[int], Awaitable[Collection[int]]]
"""Function that gives the ids of the people a channel waits for."""


LINE: Final = "daily"
"""The line of the day, where a game is named."""


class Opening(Protocol):
    """Begins a game by one press on our page."""

    async def may(self, channel: int) -> bool:
        """Return whether one can be begun in a channel."""

    async def begin(
        self, person: simcord.MemberActor, channel: simcord.ChannelHandle, title: str
    ) -> None:
        """Begin one of a title for a person, or show them the line of the day."""


@dataclass
class Proxy:
    """The page's server.

    Attributes:
        env: the simulated Discord.
        preview: simcord's page, already being served.
        people: members whom you can play.
        awaited: gives the ids of those whom the channel waits for.
        opening: begins a game by one press; None: the page offers none.
    """

    env: simcord.Env
    preview: Preview
    people: tuple[simcord.MemberActor, ...]
    awaited: Awaited
    opening: Opening | None = None
    _one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)
    _requests_seen: int = 0
    _ahead: timedelta = timedelta()

    def __post_init__(self) -> None:
        self.mailbox = Mailbox(self.env)

    @contextlib.asynccontextmanager
    async def serving(self, port: int) -> AsyncIterator[str]:
        """Serve while the context lasts; gives the address to open.

        Raises:
            OSError: the port is taken.
        """
        self._upstream, _, _ = self.preview.url.partition("/#")
        runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=1)
        async with aiohttp.ClientSession() as self._session:
            await runner.setup()
            watch = asyncio.create_task(self._watch())
            try:
                await web.TCPSite(runner, HOST, port).start()
                yield f"http://{HOST}:{runner.addresses[0][1]}/"
            finally:
                watch.cancel()
                await asyncio.gather(watch, return_exceptions=True)
                await runner.cleanup()
                async with self._one_at_a_time:
                    # simcord cannot end while it does something.
                    pass

    def _application(self) -> web.Application:
        app = web.Application(middlewares=[_only_from_this_page], client_max_size=2**25)
        app.router.add_get("/", _page)
        app.router.add_static("/playground/page", PAGE)
        app.router.add_get("/playground/state", self._state)
        app.router.add_get("/playground/picture/{person}/{name}", self._picture)
        app.router.add_post("/playground/pass", self._pass)
        app.router.add_post("/playground/begin", self._begin)
        app.router.add_post("/playground/member", self._member)
        app.router.add_get("/discord", self._frame)
        app.router.add_get("/preview.css", self._style)
        app.router.add_post("/api/action", self._action)
        app.router.add_route("*", "/{path:.*}", self._through)
        return app

    # What our page asks for.

    async def _state(self, request: web.Request) -> web.Response:
        """Answer with the people, their private letters and the time."""
        person_id = _number(request.query.get("person", ""))
        awaited_people = await self.awaited(self.preview.channel.id)
        return web.json_response(
            {
                "secret": self.preview.capability,
                "now": self.env.now().isoformat(),
                "can_begin": await self._can_begin(),
                "people": [
                    {
                        "id": str(person.id),
                        "name": person.name,
                        "letters": self.mailbox.count(person.id),
                        "awaited": person.id in awaited_people,
                        "here": self._is_here(person),
                    }
                    for person in self.people
                ],
                "letters": self.mailbox.letters(person_id),
            }
        )

    async def _picture(self, request: web.Request) -> web.Response:
        person = _number(request.match_info["person"])
        if (picture := self.mailbox.picture(person, request.match_info["name"])) is None:
            raise web.HTTPNotFound
        return web.Response(body=picture, content_type="image/png")

    async def _can_begin(self) -> bool:
        return self.opening is not None and await self.opening.may(self.preview.channel.id)

    async def _begin(self, request: web.Request) -> web.Response:
        body = await request.json()
        person, title = self._person(body), str(body.get("title"))
        if title not in (*TITLES, LINE):
            raise web.HTTPBadRequest(text="title: there is no such game")
        async with self._one_at_a_time:
            await self._catch_up()
            # Somebody else may have begun one while this waited for the lock.
            if self.opening is not None and await self._can_begin():
                await self.opening.begin(person, self.preview.channel, title)
            await self._refresh()
        return web.json_response({"can_begin": await self._can_begin()})

    async def _member(self, request: web.Request) -> web.Response:
        """Let somebody leave the server, or come back, and so much time pass that it is noticed."""
        person = self._person(await request.json())
        async with self._one_at_a_time:
            await self._catch_up()
            if self._is_here(person):
                person.guild.remove_member(person)
            else:
                person.guild.add_member(person.user)
            self._ahead += _UNNOTICED
            await self._catch_up()
            await self._refresh()
        return web.json_response({"here": self._is_here(person)})

    def _is_here(self, person: simcord.MemberActor) -> bool:
        return person.id in person.guild.member_ids()

    def _person(self, body: Mapping[str, Any]) -> simcord.MemberActor:
        """Return the person that a request names.

        Raises:
            HTTPBadRequest: there is nobody of that id.
        """
        person_id = _number(body.get("person"))
        if (person := next((a for a in self.people if a.id == person_id), None)) is None:
            raise web.HTTPBadRequest(text="person: nobody here")
        return person

    async def _pass(self, request: web.Request) -> web.Response:
        """Let some hours pass at once, with all that is due in them."""
        hours = _number((await request.json()).get("hours"))
        if not 1 <= hours <= 24 * 7:
            raise web.HTTPBadRequest(text="hours: 1 to 168")
        async with self._one_at_a_time:
            await self._catch_up()
            # Hour by hour: while clocks run, rounds are many, and each step may take so long only.
            for _ in range(hours):
                self._ahead += timedelta(hours=1)
                await self._catch_up()
            await self._refresh()
        return web.json_response({"now": self.env.now().isoformat()})

    # What simcord's page asks for.

    async def _frame(self, request: web.Request) -> web.Response:
        return await self._forward("GET", "/", request.headers, b"")

    async def _style(self, request: web.Request) -> web.Response:
        """Answer with simcord's style and ours after it."""
        answer = await self._forward("GET", "/preview.css", request.headers, b"")
        ours = await asyncio.to_thread((PAGE / "frame.css").read_text, encoding="utf-8")
        return web.Response(text=f"{answer.text}\n{ours}", content_type="text/css")

    async def _through(self, request: web.Request) -> web.Response:
        body = await request.read()
        return await self._forward(request.method, request.raw_path, request.headers, body)

    async def _action(self, request: web.Request) -> web.Response:
        """Forward a person's action, and show it on everybody's page before answering."""
        body = await request.read()
        async with self._one_at_a_time:
            await self._catch_up()
            answer = await self._forward("POST", "/api/action", request.headers, body)
            answer = await self._try_again(request.headers, body, answer)
            await self._refresh()
        return answer

    async def _try_again(
        self, headers: Mapping[str, str], body: bytes, answer: web.Response
    ) -> web.Response:
        """Repeat an action that was refused only because the page had just been redrawn."""
        for _ in range(_SECOND_TRIES):
            if (revision := _revision_to_try(answer)) is None:
                break
            await asyncio.sleep(_PAUSE)
            # The body is JSON, or a form that begins with it and goes on with files.
            again = _REVISION.sub(rb"\g<1>%d" % revision, body, count=1)
            answer = await self._forward("POST", "/api/action", headers, again)
        return answer

    async def _forward(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes
    ) -> web.Response:
        """Return simcord's answer, without what ties it to its own address."""
        headers = {k: v for k, v in headers.items() if k.lower() not in _DROPPED_FROM_REQUEST}
        async with self._session.request(
            method, f"{self._upstream}{path}", headers=headers, data=body or None
        ) as answer:
            fields = {
                k: v for k, v in answer.headers.items() if k.lower() not in _DROPPED_FROM_ANSWER
            }
            return web.Response(status=answer.status, body=await answer.read(), headers=fields)

    # Time, and what the bot posts by itself.

    async def _catch_up(self) -> None:
        """Bring the virtual clock to the real one and what was skipped before it."""
        late = datetime.now(UTC) + self._ahead - self.env.now()
        if late > timedelta():
            await self.env.advance_time(late.total_seconds())

    async def _refresh(self) -> None:
        await self.preview.refresh()
        self._requests_seen = len(self.env.http_requests)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(_WATCH)
            if len(self.env.http_requests) != self._requests_seen:
                async with self._one_at_a_time:
                    # The bot may still be drawing: next time.
                    with contextlib.suppress(TimeoutError):
                        await self._refresh()


def _revision_to_try(answer: web.Response) -> int | None:
    """Return the revision with which a refused action may succeed, or None."""
    receipt = json.loads(answer.body) if isinstance(answer.body, bytes) else None
    if not isinstance(receipt, dict) or not receipt.get("rejected"):
        return None
    codes = {item.get("code") for item in receipt.get("diagnostics", ())}
    return int(receipt["revision"]) if codes & _WORTH_ANOTHER_TRY else None


async def _page(_request: web.Request) -> web.FileResponse:
    return web.FileResponse(PAGE / "index.html", headers={"Cache-Control": "no-store"})


@web.middleware
async def _only_from_this_page(
    request: web.Request, handler: Any
) -> web.StreamResponse:  # aiohttp's type of handlers is not exported
    """Refuse other sites that the same browser has open."""
    # Any other site in the same browser could send requests to this address too.
    ours = {f"{host}:{request.url.port}" for host in (HOST, "localhost")}
    origin = request.headers.get("Origin")
    if request.host not in ours or (origin and origin.removeprefix("http://") not in ours):
        raise web.HTTPForbidden
    response: web.StreamResponse = await handler(request)
    return response


def _number(value: object) -> int:
    """Return a whole number that came from outside."""
    try:
        return int(str(value))
    except ValueError:
        raise web.HTTPBadRequest(text="a whole number is missing") from None
