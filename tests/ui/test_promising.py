"""Promises go to Discord the short way; what goes wrong there goes discord.py's own."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import (
    AsyncWebhookAdapter,
    async_context,
    interaction_response_params,
)

from metrobot.ui.app.promising import Promising
from metrobot.ui.app.promptness import Promptness
from tests.ui.stage import Stage

PROMISE = interaction_response_params(5, {"flags": 64})
ANSWER = interaction_response_params(4, {"content": "Hello."})


@dataclass
class Discord:
    """One that answers as it is told.

    Attributes:
        statuses: of the next requests; then all are fine.
        heard: path, query and body of each request.
    """

    statuses: list[int] = field(default_factory=list)
    heard: list[tuple[str, str, Any]] = field(default_factory=list)

    async def serve(self, request: web.Request) -> web.Response:
        """Answer one request."""
        self.heard.append((request.path, request.query_string, await request.json()))
        status = self.statuses.pop(0) if self.statuses else 204
        if status == 204:
            told = {"interaction": {"id": "77"}}
            return _json(200, told) if request.query else web.Response(status=204)
        return _json(status, {"code": 10062, "message": "no", "retry_after": 0.0})


def _json(status: int, told: Any) -> web.Response:
    """Return an answer as Discord forms it: without a charset."""
    headers = {"Content-Type": "application/json", "Retry-After": "0", "Via": "1"}
    return web.Response(status=status, body=json.dumps(told).encode(), headers=headers)


Say = Callable[[MultipartParameters], Any]


@asynccontextmanager
async def on(discord_: Discord, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Say]:
    """Yield what says something to this Discord."""
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", discord_.serve)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}/api")
    async with aiohttp.ClientSession() as session:

        async def say(params: MultipartParameters) -> Any:
            adapter = Promising(Promptness().acknowledged)
            return await adapter.create_interaction_response(
                77, "secret", session=session, params=params
            )

        yield say
    await runner.cleanup()


async def test_a_promise_asks_discord_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One request, which says what discord.py would say."""
    there = Discord()
    async with on(there, monkeypatch) as say:
        told = await say(PROMISE)

    path = "/api/interactions/77/secret/callback"
    assert there.heard == [(path, "", {"type": 5, "data": {"flags": 64}})]
    assert told["interaction"]["id"] == 77


async def test_an_answer_is_said_as_discord_py_says_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It needs to know the message that comes of it."""
    there = Discord()
    async with on(there, monkeypatch) as say:
        await say(ANSWER)

    assert [query for _, query, _ in there.heard] == ["with_response=1"]


@pytest.mark.parametrize(
    ("status", "error"),
    [(404, discord.NotFound), (403, discord.Forbidden), (400, discord.HTTPException)],
)
async def test_a_final_refusal_is_raised_with_its_code(
    monkeypatch: pytest.MonkeyPatch, status: int, error: type[discord.HTTPException]
) -> None:
    """Such as of an interaction that has run out."""
    there = Discord([status])
    async with on(there, monkeypatch) as say:
        with pytest.raises(error) as raised:
            await say(PROMISE)

    assert (raised.value.status, raised.value.code, len(there.heard)) == (status, 10062, 1)


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_trouble_that_passes_is_left_to_discord_py(
    monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """Which tries again for as long as it always has."""
    there = Discord([status])
    async with on(there, monkeypatch) as say:
        await say(PROMISE)

    assert len(there.heard) == 2
    assert there.heard[0][2] == there.heard[1][2]


async def test_only_the_task_that_answers_goes_this_way() -> None:
    """A simulated Discord keeps its own way, and so do all others."""
    promising, own = Promising(Promptness().acknowledged), async_context.get()
    simulated = AsyncWebhookAdapter.__new__(_Simulated)

    async def begun(before: AsyncWebhookAdapter) -> Any:
        async_context.set(before)
        promising.begin()
        return async_context.get()

    assert await asyncio.create_task(begun(own)) is promising
    assert await asyncio.create_task(begun(simulated)) is simulated
    assert async_context.get() is own


class _Simulated(AsyncWebhookAdapter):
    """Reaches no Discord."""


async def test_connections_are_kept_for_whoever_presses_next(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a minute, and as many as are needed."""

    async def login(*_: object) -> None:
        """Ask nobody."""

    monkeypatch.setattr(discord.Client, "login", login)
    await stage.bot.login("token")
    connector = stage.bot.http.connector

    assert (connector.limit, connector._keepalive_timeout) == (0, 60.0)
    await connector.close()
