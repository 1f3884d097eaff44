"""The first word to Discord about an interaction, said with as little work as can be."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Final

import aiohttp
import yarl
from discord import Forbidden, HTTPException, NotFound
from discord.http import MultipartParameters, Route, json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

_PROMISES: Final = (5, 6)
"""Discord's numbers of first answers that say no more than that one follows."""
_HEADERS: Final = {"Content-Type": "application/json"}
_ERRORS: Final = {HTTPStatus.FORBIDDEN: Forbidden, HTTPStatus.NOT_FOUND: NotFound}


class Promising:
    """Says promises in a shorter way than discord.py, which says all else as ever.

    Nobody else asks anything at the address of an interaction, so no lock is
    needed; and what Discord could tell of the answer is not asked for. What
    goes wrong on the short way is left to discord.py, unless it is final.

    Args:
        said: called with the id of an interaction that has had its first answer.
    """

    def __init__(self, said: Callable[[int], Awaitable[None]]) -> None:
        self._said = said
        self._long_way = async_context.get()

    def __getattr__(self, name: str) -> Any:
        """Return what says something else than a first answer."""
        return getattr(self._long_way, name)

    def begin(self) -> None:
        """Have the present task answer this way, unless its Discord is a simulated one."""
        if type(async_context.get()) is AsyncWebhookAdapter:
            this: Any = self
            async_context.set(this)

    async def create_interaction_response(
        self,
        interaction_id: int,
        token: str,
        *,
        session: aiohttp.ClientSession,
        proxy: str | None = None,
        proxy_auth: aiohttp.BasicAuth | None = None,
        params: MultipartParameters,
    ) -> Any:
        """Give the first answer to an interaction.

        Raises:
            HTTPException: Discord does not take it.
        """
        way: dict[str, Any] = {"proxy": proxy, "proxy_auth": proxy_auth}
        payload = params.payload or {}
        is_said, path = False, f"interactions/{interaction_id}/{token}/callback"
        if payload.get("type") in _PROMISES:
            is_said = await _is_said(session, path, payload, way)
        told: Any = {"interaction": {"id": interaction_id}}
        if not is_said:
            told = await self._long_way.create_interaction_response(
                interaction_id, token, session=session, params=params, **way
            )
        await self._said(interaction_id)
        return told


async def _is_said(
    session: aiohttp.ClientSession, path: str, payload: dict[str, Any], way: dict[str, Any]
) -> bool:
    """Make a promise; return whether that has worked.

    Args:
        session: of discord.py.
        path: below that of the API.
        payload: what is said.
        way: by which proxy, if by any.

    Raises:
        HTTPException: Discord does not take it, and never will.
    """
    # Nothing in the address needs to be quoted: looking for that takes long.
    url, data = yarl.URL(f"{Route.BASE}/{path}", encoded=True), json.dumps(payload).encode()
    try:
        async with session.post(url, data=data, headers=_HEADERS, **way) as response:
            if response.ok:
                return True
            if response.status == HTTPStatus.TOO_MANY_REQUESTS:
                await asyncio.sleep(float(response.headers.get("Retry-After", 0)))
                return False
            if response.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                return False
            error = _ERRORS.get(HTTPStatus(response.status), HTTPException)
            raise error(response, await json_or_text(response))
    except OSError:
        return False
