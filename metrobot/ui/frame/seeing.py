"""Who may see which game, and write where: asked in one place for all presses and commands.

What somebody may not see does not exist for them: a game of another server, or
of a channel that is closed to them, is refused in the same words as a number
that no game has.
"""

import asyncio
from collections.abc import Container
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import discord

from metrobot.engine.errors import Refusal
from metrobot.service.errors import TableError, TableKey
from metrobot.ui.pages.ids import Press
from metrobot.ui.words.refusals import FrameKey, posting_permissions, writing_permissions

_PATIENCE: Final = 1.0
"""So many seconds Discord may take to tell of a channel; an answer is due within three."""

Place: TypeAlias = discord.TextChannel | discord.VoiceChannel | discord.StageChannel
"""Channels that hold messages; threads do too."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A channel or thread, as far as an interaction has to do with it.

    Attributes:
        channel: as discord.py knows it.
        member: what who pressed or typed may do there.
        bot: what the bot may do there.
    """

    channel: Any
    member: discord.Permissions
    bot: discord.Permissions

    @property
    def is_thread(self) -> bool:
        """Whether it is a thread."""
        return isinstance(self.channel, discord.Thread)


async def spot_of(ix: Press, channel: int) -> Spot | None:
    """Return a channel of the interaction's server; None if it is not there, or not to be seen."""
    if channel == ix.channel_id:
        return Spot(ix.channel, ix.permissions, ix.app_permissions)
    guild = ix.client.get_guild(ix.guild_id or 0)
    found = None if guild is None else await _found(guild, channel)
    if guild is None or found is None or not isinstance(ix.user, discord.Member):
        return None
    if isinstance(found, discord.Thread) and found.parent is None:
        return None
    return Spot(found, found.permissions_for(ix.user), found.permissions_for(guild.me))


async def _found(guild: discord.Guild, channel: int) -> Any:
    """Return a channel or thread of a server, or None; Discord is asked for what is not known."""
    known = guild.get_channel_or_thread(channel)
    if known is not None:
        return known
    try:
        return await asyncio.wait_for(guild.fetch_channel(channel), _PATIENCE)
    except (discord.HTTPException, discord.InvalidData, TimeoutError):
        return None


async def check_may_see(ix: Press, *, guild: int, channel: int, people: Container[int]) -> None:
    """Refuse a game that is none of this server, or of a channel that is closed to the reader.

    Whoever plays in it may see it always: also when its channel is lost.

    Args:
        ix: the press or command.
        guild: id of the game's server.
        channel: id of its channel.
        people: ids of who plays in it.

    Raises:
        TableError: there is no such game, as far as the reader is concerned.
    """
    if guild != ix.guild_id:
        raise TableError(TableKey.NONE_HERE)
    if channel == ix.channel_id or ix.user.id in people:
        return
    if not await _may_see(ix, channel):
        raise TableError(TableKey.NONE_HERE)


async def _may_see(ix: Press, channel: int) -> bool:
    """Return whether the reader may see a channel; one that is lost, whoever manages channels."""
    spot = await spot_of(ix, channel)
    if spot is None:
        return _manages_server(ix)
    if not spot.member.view_channel:
        return False
    return await _is_open_to(spot, spot.member, ix.user.id)


async def _is_open_to(spot: Spot, granted: discord.Permissions, person: int) -> bool:
    """Return whether somebody is let into a thread: all are, but into private ones."""
    thread = spot.channel
    if not isinstance(thread, discord.Thread) or not thread.is_private():
        return True
    if granted.manage_threads:
        return True
    try:
        await asyncio.wait_for(thread.fetch_member(person), _PATIENCE)
    except (discord.HTTPException, TimeoutError):
        return False
    return True


def _manages_server(ix: Press) -> bool:
    """Return whether who pressed or typed manages all channels of the server."""
    user = ix.user
    return isinstance(user, discord.Member) and user.guild_permissions.manage_channels


async def may_manage(ix: Press, channel: int) -> bool:
    """Return whether who pressed or typed may manage a game's channel, or all if it is lost."""
    if channel == ix.channel_id:
        return ix.permissions.manage_channels
    spot = await spot_of(ix, channel)
    if spot is None:
        return _manages_server(ix)
    return spot.member.view_channel and spot.member.manage_channels


async def check_can_post(ix: Press, channel: int, *, is_asked_for: bool = True) -> None:
    """Refuse what would end in a post that the bot, or who asks for it, may not make.

    Args:
        ix: the press or command.
        channel: id of where to post.
        is_asked_for: whether the post is something new that they ask for.

    Raises:
        Refusal: the place holds no messages or is not seen, or the bot or who
            asks lacks a permission there.
    """
    spot = await spot_of(ix, channel)
    if spot is None:
        unseen = ("permission.view_channel",)
        raise Refusal(FrameKey.LACKS_PERMISSION, permissions=unseen)
    if channel != ix.channel_id and not isinstance(spot.channel, Place | discord.Thread):
        raise Refusal(FrameKey.NO_PLACE)
    if missing := posting_permissions(spot.bot, is_thread=spot.is_thread):
        raise Refusal(FrameKey.LACKS_PERMISSION, permissions=missing)
    if is_asked_for:
        await check_may_write(ix, spot)
    if not await _is_open_to(spot, spot.bot, ix.client.user.id):
        raise Refusal(FrameKey.PRIVATE_THREAD)


async def check_may_write(ix: Press, spot: Spot) -> None:
    """Refuse to post in somebody's name where they may not write themselves.

    Raises:
        Refusal: they lack a permission there.
    """
    if missing := writing_permissions(spot.member, is_thread=spot.is_thread):
        raise Refusal(FrameKey.YOU_LACK_PERMISSION, permissions=missing)
    if spot.channel is not ix.channel and not await _is_open_to(spot, spot.member, ix.user.id):
        unseen = ("permission.view_channel",)
        raise Refusal(FrameKey.YOU_LACK_PERMISSION, permissions=unseen)


def check_private(ix: Press) -> None:
    """Refuse a planner's id on a message that everybody sees: it is not ours.

    Raises:
        Refusal: it is.
    """
    if ix.message is None or not ix.message.flags.ephemeral:
        raise Refusal(FrameKey.UNKNOWN_PRESS)
