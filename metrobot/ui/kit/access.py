"""Access to games and channels, checked in one place for all presses and commands.

A game that a person may not see does not exist for them: one of another server, or of a
channel that is closed to them, is refused in the same words as a number that no game has.
"""

import asyncio
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

import discord

from metrobot.engine.errors import Refusal
from metrobot.service.model.computers import computer_of
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import PlayerId
from metrobot.ui.kit import guilds
from metrobot.ui.kit.connection import Connection
from metrobot.ui.pages.ids import Press
from metrobot.ui.words.refusals import (
    FrameKey,
    not_invited,
    posting_permissions,
    writing_permissions,
)

Place: TypeAlias = discord.TextChannel | discord.VoiceChannel | discord.StageChannel
"""Channels that hold messages; threads do too."""
_WITH_SENDING: Final = ("send_tts_messages", "mention_everyone", "embed_links", "attach_files")
"""Permissions that are void in a thread without the permission to write there."""


@dataclass(frozen=True, slots=True)
class ChannelAccess:
    """A channel or thread, with permissions of the person and of the bot.

    Attributes:
        channel: as discord.py knows it.
        member: permissions there of the person who pressed or typed.
        bot: permissions there of the bot.
    """

    channel: Any
    member: discord.Permissions
    bot: discord.Permissions

    @property
    def is_thread(self) -> bool:
        """Whether it is a thread."""
        return isinstance(self.channel, discord.Thread)


async def check_invited(ix: Press, members: guilds.Members) -> None:
    """Refuse an interaction on a server that has the commands, but not the bot.

    Raises:
        Refusal: the bot is not there; the refusal has the link that invites it.
    """
    if not await members.is_bot_there(ix.guild_id or 0):
        raise not_invited(ix)


async def channel_access(ix: Press, channel: int) -> ChannelAccess | None:
    """Return a channel of the interaction's server; None if missing or out of sight."""
    # The interaction brings along the permissions in its own channel.
    if channel == ix.channel_id:
        return ChannelAccess(ix.channel, ix.permissions, ix.app_permissions)
    server = await guilds.guild_of(ix)
    place: Any = None if server is None else await guilds.channel_in(server, channel)
    if server is None or place is None or not isinstance(ix.user, discord.Member):
        return None
    parent = await _parent_of(server, place)
    if parent is None:
        return None
    member, bot = [permissions_in(place, parent, person) for person in (ix.user, server.me)]
    return ChannelAccess(place, member, bot)


async def _parent_of(server: guilds.Server, place: Any) -> Any:
    """Return the channel whose permissions apply: a thread's parent, or the channel itself."""
    if not isinstance(place, discord.Thread):
        return place
    return await guilds.channel_in(server, place.parent_id)


def permissions_in(place: Any, parent: Any, member: discord.Member) -> discord.Permissions:
    """Return a member's permissions in a channel or thread.

    Args:
        place: the channel or thread.
        parent: the thread's channel, or the channel again.
        member: whose roles are known by their numbers.
    """
    if not isinstance(place, discord.Thread):
        granted: discord.Permissions = place.permissions_for(member)
        return granted
    # As `Thread.permissions_for`, which looks for the thread's channel in the cache alone.
    granted = discord.abc.GuildChannel.permissions_for(parent, member)
    if not granted.send_messages_in_threads:
        granted.update(**dict.fromkeys(_WITH_SENDING, False))
    return granted if granted.view_channel else granted & ~discord.Permissions.all_channel()


async def may_post(connection: Connection, guild: int, channel: int) -> bool:
    """Return whether the bot may post a board in a channel by now."""
    client = connection.client
    if (server := await guilds.known_guild(client, guild)) is None:
        return False
    is_told = client.get_guild(guild) is server.guild
    place: Any = server.channel(channel)
    # Where the gateway tells of servers, nothing is asked: events come often.
    if place is None and not is_told:
        place = await guilds.channel_in(server, channel)
    parent = None if place is None else await _parent_of(server, place)
    if parent is None:
        return False
    granted, is_thread = permissions_in(place, parent, server.me), isinstance(place, discord.Thread)
    # In a locked thread Discord lets only those write who manage threads.
    if is_thread and place.locked and not granted.manage_threads:
        return False
    return not posting_permissions(granted, is_thread=is_thread)


# In the same words as for a number that no game has: a refusal that differed would tell of it
# (docs/decisions/who-may-see.md).
async def check_may_see(ix: Press, *, guild: int, channel: int, people: Container[int]) -> None:
    """Refuse a game of another server, or of a channel that is closed to the reader.

    Players may always see their game, even if its channel is lost.

    Args:
        ix: the press or command.
        guild: id of the game's server.
        channel: id of its channel.
        people: ids of its players.

    Raises:
        TableError: there is no such game, as far as the reader is concerned.
    """
    if not await may_see(ix, guild=guild, channel=channel, people=people):
        raise TableError(TableKey.NONE_HERE)


async def may_see(ix: Press, *, guild: int, channel: int, people: Container[int] = ()) -> bool:
    """Return whether a game is there for the reader; arguments as for `check_may_see`."""
    if guild != ix.guild_id:
        # A letter reaches its player wherever they are.
        return ix.guild_id is None and ix.user.id in people
    if channel == ix.channel_id or ix.user.id in people:
        return True
    spot = await channel_access(ix, channel)
    # A game of a lost channel is seen by those who manage all of them.
    if spot is None:
        return await _manages_server(ix)
    return spot.member.view_channel and await _is_open_to(spot, spot.member, ix.user.id)


def requests_to_see(ix: Press, server: guilds.Server | None, channel: int) -> int:
    """Return the most requests that `may_see` makes about a channel, the server known or not."""
    if server is None or channel == ix.channel_id:
        return 0
    place = server.channel(channel)
    if not isinstance(place, discord.Thread):
        # A thread that is archived is not known: itself, its channel, and who is in it.
        return 3 * (place is None)
    return place.is_private() + (server.channel(place.parent_id) is None)


async def who_see(
    members: guilds.Members, guild: int, channel: int, people: Sequence[PlayerId]
) -> tuple[PlayerId, ...]:
    """Return those of some people who see a channel, as far as Discord says so in time."""
    sights = await _sight(members, guild, channel, people)
    return tuple(person for person in people if sights.get(person, guilds.Sight()).sees)


async def who_are_shut_out(
    members: guilds.Members, guild: int, channel: int, people: Iterable[int]
) -> dict[int, None]:
    """Return those of some people who may not both see a channel and write there.

    Whoever Discord does not tell of in time may, as may computers; who is in a time-out is not
    meant: that would be told to others.
    """
    sights = await _sight(members, guild, channel, people)
    return {person: None for person, rights in sights.items() if not rights.writes}


async def who_cannot_act(
    members: guilds.Members, guild: int, channel: int, people: Iterable[int]
) -> dict[int, datetime | None]:
    """Return those of some people who cannot see a channel, or are or were in a time-out.

    Returns:
        The end of the time-out, which may be over, or None: they cannot see the channel.
        Whoever Discord does not tell of in time can act, as can computers.
    """
    sights = await _sight(members, guild, channel, people)
    ends = {id_: rights.silent_until if rights.sees else None for id_, rights in sights.items()}
    return {id_: end for id_, end in ends.items() if end or not sights[id_].sees}


async def _sight(
    members: guilds.Members, guild: int, channel: int, people: Iterable[int]
) -> dict[int, guilds.Sight]:
    """Return the rights of some people in a channel, as far as they are known.

    They are kept for ten minutes.
    """
    keys = {person: (guild, channel, person) for person in people if computer_of(person) is None}
    unknown = [person for person, key in keys.items() if key not in members.sight]
    if unknown and members.can_ask:
        await guilds.in_time(_look_for(members, guild, channel, unknown))
    sights = {person: members.sight[key] for person, key in keys.items() if key in members.sight}
    # They may have been looked at before they left the server.
    return {
        person: rights for person, rights in sights.items() if (guild, person) not in members.left
    }


async def _look_for(
    members: guilds.Members, guild: int, channel: int, people: Iterable[int]
) -> None:
    """Ask Discord for people's rights in a channel; of whom it does not tell, nothing is known."""
    server = await guilds.current_guild(members.client, guild)
    place = await guilds.channel_in(server, channel)
    if place is None or (parent := await _parent_of(server, place)) is None:
        return

    async def look(person: int) -> None:
        member = await members.member_of(server.guild, person)
        if member is None:
            return  # who has left the server is another matter
        # discord.py would take rights away for it; whether it is over is known when that matters.
        silent_until, member.timed_out_until = member.timed_out_until, None
        granted = permissions_in(place, parent, member)
        sees = granted.view_channel
        if sees and isinstance(place, discord.Thread) and place.is_private():
            sees = granted.manage_threads or await _is_in(place, person)
        is_thread = isinstance(place, discord.Thread)
        writes = not writing_permissions(granted, is_thread=is_thread)
        if is_thread and place.locked:
            writes = granted.manage_threads
        # Administrators are never held to one.
        silent_until = None if granted.administrator else silent_until
        members.sight[guild, channel, person] = guilds.Sight(sees, sees and writes, silent_until)

    await asyncio.gather(*map(look, people), return_exceptions=True)


async def _is_in(thread: discord.Thread, person: int) -> bool:
    """Return whether somebody is in a private thread.

    Raises:
        HTTPException: Discord does not tell.
    """
    try:
        await thread.fetch_member(person)
    except discord.NotFound as error:
        if error.code not in guilds.NO_MEMBER:
            raise
        return False
    return True


async def _is_open_to(spot: ChannelAccess, granted: discord.Permissions, person: int) -> bool:
    """Return whether a person may enter a thread: any public one, private ones by invitation."""
    thread = spot.channel
    is_closed = isinstance(thread, discord.Thread) and thread.is_private()
    if not is_closed or granted.manage_threads:
        return True
    # Not a member, or Discord does not say in time: the thread stays closed.
    return await guilds.in_time(thread.fetch_member(person)) is not None


async def _manages_server(ix: Press) -> bool:
    server = await guilds.guild_of(ix)
    member = None if server is None else await guilds.member_with_roles(ix, server)
    return member is not None and member.guild_permissions.manage_channels


async def may_manage(ix: Press, channel: int) -> bool:
    """Return whether the person may manage a game's channel, or all if it is lost."""
    if channel == ix.channel_id:
        return ix.permissions.manage_channels
    if (spot := await channel_access(ix, channel)) is None:
        return await _manages_server(ix)
    return spot.member.view_channel and spot.member.manage_channels


async def check_can_post(ix: Press, channel: int, *, is_asked_for: bool = True) -> Any:
    """Return a channel; refuse a post that the bot may not make, or the person not ask for.

    Args:
        ix: the press or command.
        channel: id of the channel to post in.
        is_asked_for: whether the post is something new that the person asks for.

    Raises:
        Refusal: the channel holds no messages or is not seen, or the bot or the
            person lacks a permission there.
    """
    if (spot := await channel_access(ix, channel)) is None:
        raise Refusal(FrameKey.LACKS_PERMISSION, permissions=("permission.view_channel",))
    # The channel of the interaction itself holds messages, whatever discord.py makes of it.
    if channel != ix.channel_id and not isinstance(spot.channel, Place | discord.Thread):
        raise Refusal(FrameKey.NO_PLACE)
    if permissions := posting_permissions(spot.bot, is_thread=spot.is_thread):
        raise Refusal(FrameKey.LACKS_PERMISSION, permissions=permissions)
    # Nobody posts in somebody's name where they may not write themselves.
    if is_asked_for and (permissions := writing_permissions(spot.member, is_thread=spot.is_thread)):
        raise Refusal(FrameKey.YOU_LACK_PERMISSION, permissions=permissions)
    # A person who presses in the channel itself has been let in.
    is_let_in = not is_asked_for or spot.channel is ix.channel
    if not is_let_in and not await _is_open_to(spot, spot.member, ix.user.id):
        raise Refusal(FrameKey.YOU_LACK_PERMISSION, permissions=("permission.view_channel",))
    # The permissions of a private thread are those of its channel: they do not say who is in it.
    if not await _is_open_to(spot, spot.bot, ix.client.user.id):
        raise Refusal(FrameKey.PRIVATE_THREAD)
    return spot.channel or discord.Object(channel)


def check_manager(ix: Press, refused: FrameKey) -> None:
    """Refuse whoever does not manage the server.

    Raises:
        Refusal: who asks is none; with this key.
    """
    if not ix.permissions.manage_guild:
        raise Refusal(refused)


def is_private(ix: Press) -> bool:
    """Return whether the pressed button stands on a message that one person sees."""
    return ix.message is not None and ix.message.flags.ephemeral
