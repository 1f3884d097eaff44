"""Threads of a game's own: opened on demand, named after title and host."""

from typing import Final

import discord

from metrobot.engine.errors import Refusal
from metrobot.ui.pages.ids import Press
from metrobot.ui.words.discord_limits import THREAD_NAME_LIMIT
from metrobot.ui.words.keys import keyed
from metrobot.ui.words.refusals import FrameKey, lacking
from metrobot.ui.words.text_length import clipped

A_WEEK: Final = 10080
"""Minutes of silence until Discord puts a thread aside; a post brings it back."""
_TOO_MANY: Final = {160006, 160007}
"""Discord's codes for a server with as many open threads as it may have."""
_NEEDED_OF_PEOPLE: Final = keyed(
    "permission", ("create_public_threads", "send_messages_in_threads")
)
_NEEDED: Final = _NEEDED_OF_PEOPLE | keyed("permission", ("attach_files",))


def check_can_open(ix: Press) -> discord.TextChannel:
    """Return the channel under which a thread can be opened.

    Raises:
        Refusal: this is no channel for threads, or the bot, or who asks, lacks
            a permission.
    """
    if not isinstance(ix.channel, discord.TextChannel):
        raise Refusal(FrameKey.NO_THREADS)
    if permissions := lacking(ix.app_permissions, _NEEDED):
        raise Refusal(FrameKey.LACKS_PERMISSION, permissions=permissions)
    if permissions := lacking(ix.permissions, _NEEDED_OF_PEOPLE):
        raise Refusal(FrameKey.YOU_LACK_PERMISSION, permissions=permissions)
    return ix.channel


async def open_thread(channel: discord.TextChannel, name: str) -> discord.Thread:
    """Open a public thread that Discord puts aside after a week of silence.

    Raises:
        Refusal: the server has as many threads as Discord allows.
    """
    types = discord.ChannelType
    try:
        return await channel.create_thread(
            name=clipped(name, THREAD_NAME_LIMIT),
            # Announcement channels hold threads of a type of their own, and no other.
            type=types.news_thread if channel.is_news() else types.public_thread,
            auto_archive_duration=A_WEEK,
        )
    except discord.HTTPException as error:
        if error.code in _TOO_MANY:
            raise Refusal(FrameKey.TOO_MANY_THREADS) from error
        raise
