"""Refusals that any game may have: keys with facts."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import discord

from metrobot.engine.errors import Refusal
from metrobot.ui.words.keys import keyed

_POSTING = keyed("permission", ("view_channel", "send_messages", "attach_files"))
"""Permissions for posting a board, with the keys of their names."""
_POSTING_IN_THREADS = keyed(
    "permission", ("view_channel", "attach_files", "send_messages_in_threads")
)
"""Permissions for posting a board in a thread, with the keys of their names."""
_PICTURES = "attach_files"
_INVITED: Final = discord.Permissions(
    create_public_threads=True, **dict.fromkeys((*_POSTING, *_POSTING_IN_THREADS), True)
)
"""Permissions that the link which invites the bot asks for, as in README."""


class FrameKey(StrEnum):
    """Keys of the refusals of any game on Discord, each with its facts."""

    OLD_COMMAND = "error.old_command"
    """A command with values of another kind than it takes."""
    UNREACHABLE = "line.remind.unreachable"
    """Reminders of somebody to whom no direct message goes through."""
    PICTURES_WAIT = "frame.pictures_wait"
    """Two pictures for the same person are still to be drawn."""
    DIRECT_MESSAGE = "frame.direct_message"
    """A command or button in a direct message: games live in channels. link: invites the bot."""
    LACKS_PERMISSION = "frame.lacks_permission"
    """permissions: those that the bot lacks in this channel, as keys of words."""
    RESTARTING = "frame.restarting"
    """The bot is about to end, and begins nothing new."""
    UNKNOWN_PRESS = "frame.unknown_press"
    """A button or menu that this release does not know."""
    REPLACE_BY = "frame.replace_by"
    """A seat for both a person and a computer, or for neither."""
    YOU_LACK_PERMISSION = "frame.you_lack_permission"
    """permissions: those that the person lacks there, as keys of words."""
    NO_PLACE = "frame.no_place"
    """A channel that holds no messages: a category, a forum."""
    PRIVATE_THREAD = "frame.private_thread"
    """A private thread in which the bot is not."""
    NOT_INVITED = "frame.not_invited"
    """link: that invites the bot to this server, where it is not."""
    NOT_MANAGER = "frame.not_manager"
    """The language of a whole server, chosen by somebody who does not manage it."""
    NOT_MANAGER_OF_PAPER = "frame.not_manager_of_paper"
    """The same with its morning paper."""
    NOT_MANAGER_OF_GAMES = "frame.not_manager_of_games"
    """The same with the rules for its games."""
    NO_THREADS = "frame.no_threads"
    """Threads can be opened in text channels alone, not in a thread."""
    TOO_MANY_THREADS = "frame.too_many_threads"
    """A thread on a server that has as many as Discord allows."""
    WHICH_GAME = "frame.which_game"
    """Several games could be meant, or none of that name."""
    UNLISTED = "frame.unlisted"
    """name: of somebody who shows no profile to others."""
    BAD_TIME = "frame.bad_time"
    """asked: a text that is no time of the day."""
    BAD_DATE = "frame.bad_date"
    """asked: a text that is neither a date nor a number of days."""
    HALF_QUIET = "frame.half_quiet"
    NO_SUCH_COLOUR = "frame.no_such_colour"
    """Quiet hours of which only one end was named."""
    WHICH_ZONE = "frame.which_zone"
    """asked: a name of several time zones; choices: some of them, each with the time there."""
    NO_TOPIC = "frame.no_topic"
    """topic: the name that was asked for, safe to show."""
    NO_ZOOM = "frame.no_zoom"
    """zoom: the name that was asked for, safe to show; zooms: the names of all parts."""


def not_invited(ix: discord.Interaction[discord.Client]) -> Refusal:
    """Return the refusal of an interaction on a server without the bot."""
    guild = discord.Object(ix.guild_id or 0)
    link = discord.utils.oauth_url(ix.application_id, permissions=_INVITED, guild=guild)
    return Refusal(FrameKey.NOT_INVITED, link=link)


def not_taken_along(ix: discord.Interaction[discord.Client]) -> Refusal:
    """Return the refusal of what works only on servers that have invited the bot."""
    if ix.guild_id is not None:
        return not_invited(ix)
    link = discord.utils.oauth_url(ix.application_id, permissions=_INVITED)
    return Refusal(FrameKey.DIRECT_MESSAGE, link=link)


def lacking(granted: discord.Permissions, permissions: Mapping[str, str]) -> tuple[str, ...]:
    """Return the permissions that are missing, by the keys of their names."""
    return tuple(key for name, key in permissions.items() if not getattr(granted, name))


def missing_permissions(ix: discord.Interaction[discord.Client]) -> tuple[str, ...]:
    """Return the permissions that the bot lacks here to post a board, as keys."""
    return posting_permissions(ix.app_permissions, is_thread=isinstance(ix.channel, discord.Thread))


def posting_permissions(granted: discord.Permissions, *, is_thread: bool) -> tuple[str, ...]:
    """Return the permissions that are missing for posting a board, as keys."""
    return lacking(granted, _POSTING_IN_THREADS if is_thread else _POSTING)


def writing_permissions(granted: discord.Permissions, *, is_thread: bool) -> tuple[str, ...]:
    """Return the permissions that a person lacks who wants something posted, as keys."""
    # Pictures are the bot's own: people need no permission to attach files.
    missing = posting_permissions(granted, is_thread=is_thread)
    return tuple(key for key in missing if key != _POSTING[_PICTURES])
