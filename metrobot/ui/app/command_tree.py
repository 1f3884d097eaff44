"""The slash commands of the bot, put together from those that handlers declare."""

from collections.abc import Iterable
from typing import Any, Final, Protocol

import discord
from discord import app_commands

from metrobot.engine.errors import Refusal
from metrobot.ui.app.in_flight import InFlight
from metrobot.ui.app.parts import BotParts
from metrobot.ui.kit.handlers import ANSWERS, Answers, Command
from metrobot.ui.pages.ids import Press, PressId
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.refusals import FrameKey

_PERMISSIONS: Final = {"server": discord.Permissions(manage_guild=True)}
"""Who sees a group of commands in Discord; since a server can change that, whoever uses
one is checked once more."""


class Answering(Protocol):
    """A bot, as its commands know it.

    Attributes:
        parts: what it consists of.
        in_flight: the answers that are being made.
    """

    parts: BotParts
    in_flight: InFlight

    def begin(self, ix: Press, press: PressId | None) -> None:
        """Note that the present task answers somebody."""


class CommandTree(app_commands.CommandTree[Any]):
    """The commands, their errors answered in one place; they stand in servers alone.

    What a bot's page at Discord says of other places does not matter so.
    """

    def __init__(self, client: Any) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    async def interaction_check(self, ix: Press, /) -> bool:
        """Refuse commands outside of servers, where the bot is not, and when it is about to end.

        What is not refused is promised the answer that its handler declares.
        """
        bot: Answering = ix.client
        bot.begin(ix, None)
        is_typing = ix.type is discord.InteractionType.autocomplete
        refusal = _refusal(ix)
        if refusal is not None and not is_typing:
            await bot.parts.errors.answer(ix, Refusal(refusal))
        elif refusal is None and not is_typing and ix.command is not None:
            await bot.parts.replies.defer(ix, ix.command.extras.get(ANSWERS, Answers.ITSELF))
        return refusal is None or (is_typing and refusal is not FrameKey.RESTARTING)

    async def on_error(self, ix: Press, error: app_commands.AppCommandError, /) -> None:
        """Answer what went wrong."""
        await ix.client.parts.errors.answer(ix, error)


def add_commands(
    tree: app_commands.CommandTree[Any], commands: Iterable[tuple[str, Command]]
) -> None:
    """Add commands to a tree, each with the name of its group, which may be empty."""
    groups = dict[str, app_commands.Group]()
    for name, command in commands:
        if not name:
            tree.add_command(command)
            continue
        if name not in groups:
            groups[name] = app_commands.Group(
                name=name,
                guild_only=True,
                description=ENGLISH.say(f"command.{name}"),
                default_permissions=_PERMISSIONS.get(name),
            )
            tree.add_command(groups[name])
        groups[name].add_command(command)


def _refusal(ix: Press) -> FrameKey | None:
    """Return why a command is not carried out where it was typed, or None."""
    if ix.client.in_flight.is_leaving:
        return FrameKey.RESTARTING
    if ix.guild_id is None:
        return FrameKey.DIRECT_MESSAGE
    if ix.is_user_integration() and not ix.is_guild_integration():
        return FrameKey.NOT_INVITED
    return None
