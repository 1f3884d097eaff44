"""The option of a command for a channel or thread, whether or not the bot knows it."""

from typing import Final, TypeAlias

import discord
from discord import app_commands

from metrobot.ui.pages.ids import Press

Target: TypeAlias = app_commands.AppCommandChannel | app_commands.AppCommandThread
_TYPES: Final = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
)
"""Types of channels that hold messages; categories, forums and media channels do not."""


class TargetOption(app_commands.Transformer):
    """The option for a channel or thread in which something can be posted."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """Discord's type of the option."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """Types of channels that Discord offers."""
        return list(_TYPES)

    async def transform(self, _: Press, value: Target, /) -> Target:
        """Return the chosen channel as it is; handlers check it."""
        # discord.py's own transformer looks for it among the channels that the gateway has told of.
        return value


ChannelOption = app_commands.Transform[Target, TargetOption]
