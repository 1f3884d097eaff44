"""The one place where a message in either form becomes a request to Discord."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final

import discord
from cachetools import FIFOCache

from metrobot.ui.pages.page import Letter, Post

LONGEST_EDIT: Final = 3.0
"""Seconds until an edit is given up: Discord limits those of old messages, and others wait."""
NOBODY: Final = discord.AllowedMentions.none()
_REMEMBERED: Final = 2_000
"""Messages whose attachments are kept in memory."""


def calling(people: Iterable[int]) -> discord.AllowedMentions:
    """Let some people be mentioned, by their ids, and nobody else."""
    users = [discord.Object(person) for person in people]
    return discord.AllowedMentions(everyone=False, roles=False, users=users)


async def post(
    channel: discord.abc.Messageable,
    body: Post,
    files: Sequence[discord.File] = (),
    *,
    mentions: discord.AllowedMentions = NOBODY,
    nonce: str | None = None,
) -> discord.Message:
    """Send a message.

    Args:
        channel: where to.
        body: its content.
        files: its pictures, drawn.
        mentions: people who are notified.
        nonce: by which Discord recognises a repeat, and drops it.
    """
    rest: dict[str, Any] = {"files": files, "nonce": nonce, "allowed_mentions": mentions}
    if isinstance(body, Letter):
        return await channel.send(body.content, view=body.view, **rest)
    return await channel.send(view=body.view, **rest)


async def edit(
    message: discord.PartialMessage,
    body: Post,
    attachments: Sequence[discord.Attachment | discord.File] | None = None,
    *,
    mentions: discord.AllowedMentions = NOBODY,
) -> discord.Message:
    """Bring a message up to date, in the form in which it was sent.

    Args:
        message: the message.
        body: its new content.
        attachments: all that are to be attached from now on; None where it
            has none, or keeps those that it has.
        mentions: people for whom Discord may mark the message.

    Raises:
        HTTPException: Discord refuses it.
        TimeoutError: Discord does not answer in time.
    """
    rest: dict[str, Any] = {"allowed_mentions": mentions}
    if attachments is not None:
        rest["attachments"] = attachments
    async with asyncio.timeout(LONGEST_EDIT):
        if isinstance(body, Letter):
            return await message.edit(content=body.content, view=body.view, **rest)
        return await message.edit(view=body.view, **rest)


# An edit that does not name the files that stay removes them.
class Attached:
    """Attachments of the messages sent last, as Discord has answered."""

    def __init__(self) -> None:
        self._known: FIFOCache[int, tuple[discord.Attachment, ...]] = FIFOCache(_REMEMBERED)

    def note(self, message: discord.Message) -> None:
        """Remember the attachments of a message."""
        if message.attachments:
            self._known[message.id] = tuple(message.attachments)

    def of(self, message: int) -> tuple[discord.Attachment, ...]:
        """Return the attachments of a message, as far as they are known."""
        return self._known.get(message, ())
