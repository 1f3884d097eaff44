"""/me privacy and /me forget: what is kept of a person, and how to be rid of it."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands, ui

from metrobot.engine.errors import Refusal
from metrobot.service.model.table import Table
from metrobot.ui.kit.board_links import with_board_messages
from metrobot.ui.kit.context import Context, player_id
from metrobot.ui.pages.ids import Press, PressId, PressKind, button
from metrobot.ui.pages.page import Page, page
from metrobot.ui.turn.board_buttons import link_to
from metrobot.ui.words.catalogue import ENGLISH, Words
from metrobot.ui.words.keys import title_key
from metrobot.ui.words.refusals import FrameKey

Command = app_commands.Command[Any, ..., Any]
_MOST_GAMES: Final = 20


class PrivacyHandlers:
    """Answers what people ask about what is kept of them."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def privacy(self, ix: Press) -> None:
        """Tell what is kept."""
        await self._context.defer_private(ix)
        words = self._context.words(ix)
        told = ("privacy.what", "privacy.who", "privacy.how_long", "privacy.not_ours")
        text = "\n".join(words.say(key) for key in told)
        await self._context.reply(ix, page(words.say("privacy.head"), text))

    async def ask(self, ix: Press) -> None:
        """Ask whether somebody is sure to be forgotten, or name what is in the way."""
        await self._context.defer_private(ix)
        words = self._context.words(ix)
        games = await self._context.tables.privacy.in_the_way(player_id(ix))
        named = await with_board_messages(self._context, ix.client, games[:_MOST_GAMES])
        shown = _in_the_way(named, len(games) - len(named), words) if games else _sure(words)
        await self._context.reply(ix, shown)

    async def forget(self, ix: Press, _: PressId) -> None:
        """Forget whoever pressed.

        Raises:
            TableError: they have a place in an unfinished game.
            Refusal: the button stood where everybody sees it: it is not ours.
        """
        if ix.message is None or not ix.message.flags.ephemeral:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        await ix.response.defer()
        words = self._context.words(ix)
        await self._context.tables.privacy.forget(player_id(ix))
        await self._context.replace(ix, page(words.say("privacy.forgotten")))
        self._context.forget(ix.user.id)


def privacy_command(privacy: PrivacyHandlers) -> Command:
    """Return the subcommand of /me that tells what is kept."""

    @app_commands.command(name="privacy", description=ENGLISH.say("command.me.privacy"))
    async def told(ix: Press) -> None:
        await privacy.privacy(ix)

    return told


def forget_command(privacy: PrivacyHandlers) -> Command:
    """Return the subcommand of /me that has a person forgotten."""

    @app_commands.command(name="forget", description=ENGLISH.say("command.me.forget"))
    async def forget(ix: Press) -> None:
        await privacy.ask(ix)

    return forget


def _sure(words: Words) -> Page:
    """Return the question whether to forget."""
    press = PressId(0, 0, PressKind.FORGET)
    yes = button(press, words.say("privacy.forget_button"), discord.ButtonStyle.danger)
    return page(words.say("privacy.sure"), ui.ActionRow(yes))


def _in_the_way(games: Sequence[Table], more: int, words: Words) -> Page:
    """Return which games keep somebody from being forgotten, and what to do.

    Args:
        games: those that are named.
        more: how many there are besides.
        words: of the reader.
    """
    lines = [
        words.say("privacy.game", title=words.say(title_key(game.title.id)), link=link_to(game))
        for game in games
    ]
    if more:
        lines.append(words.count("privacy.more_games", more))
    return page("\n".join((words.say("privacy.in_the_way"), *lines)), words.say("privacy.way_out"))
