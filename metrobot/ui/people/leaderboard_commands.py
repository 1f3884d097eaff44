"""/leaderboard, and what /me says and asks about one's own standing."""

from typing import Any

import discord
from discord import app_commands

from metrobot.engine.errors import Refusal
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import PlayerId
from metrobot.ui.kit.access import check_can_post
from metrobot.ui.kit.context import Context, player_id
from metrobot.ui.pages.ids import Press, PressId, parse_number
from metrobot.ui.pages.page import Page, page
from metrobot.ui.people.leaderboard_pages import leaderboard_text, profile_page
from metrobot.ui.words.catalogue import ENGLISH, Words
from metrobot.ui.words.discord_limits import MOST_CHOICES
from metrobot.ui.words.keys import title_key
from metrobot.ui.words.refusals import FrameKey

Command = app_commands.Command[Any, ..., Any]


class LeaderboardHandlers:
    """Answers who asks how well people play."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def leaderboard(self, ix: Press, title: str | None, *, everybody: bool) -> None:
        """Show a server's leaderboard, in private unless everybody should see it.

        Args:
            ix: the command.
            title: id of a game title; None: the one that was played most here.
            everybody: whether it is posted for all.
        """
        if title is not None:
            self._check(title)  # refused before anything is counted
        if everybody:
            await check_can_post(ix, ix.channel_id or 0)
        await ix.response.defer(ephemeral=not everybody, thinking=True)
        chosen = title or await self._played_most(ix)
        words = (
            self._context.public_words(ix.guild_locale, ix.guild_id)
            if everybody
            else self._context.words(ix)
        )
        shown_page = await self._board(ix, chosen, 0, words, buttons=not everybody)
        await ix.edit_original_response(view=shown_page.view)

    async def turn_page(self, ix: Press, press: PressId) -> None:
        """Show another page of a leaderboard in the same private message."""
        title, _, number = press.arg.partition(".")
        await self._context.defer_edit(ix)
        self._check(title)
        place = parse_number(number) or 0
        shown_page = await self._board(ix, title, place, self._context.words(ix), buttons=True)
        await self._context.replace(ix, shown_page)

    async def profile(self, ix: Press, person: discord.User | discord.Member | None) -> None:
        """Show how somebody has played here; oneself if nobody is named.

        Raises:
            Refusal: they do not show themselves to others.
        """
        await self._context.defer_private(ix)
        whose = person or ix.user
        listed = await self._context.tables.leaderboards.is_listed(PlayerId(whose.id))
        if not listed and whose.id != ix.user.id:
            raise Refusal(FrameKey.UNLISTED, name=whose.display_name)
        player, name = PlayerId(whose.id), whose.display_name
        found = await self._context.tables.leaderboards.profile(ix.guild_id or 0, player)
        words = self._context.words(ix)
        await self._context.reply(ix, profile_page(name, found, words, listed=listed))

    async def show(self, ix: Press, *, listed: bool) -> None:
        """Store whether somebody appears on boards."""
        await self._context.defer_private(ix)
        words = self._context.words(ix)
        known = await self._context.tables.leaderboards.set_listed(player_id(ix), listed=listed)
        key = "standing.listed" if listed else "standing.unlisted"
        await self._context.reply(ix, page(words.say(key if known else "standing.unknown")))

    async def _board(
        self, ix: Press, title: str, number: int, words: Words, *, buttons: bool
    ) -> Page:
        """Return one page of a leaderboard."""
        scores = self._context.tables.leaderboards
        found = await scores.board(ix.guild_id or 0, title, player_id(ix), number)
        return leaderboard_text(found, words, buttons=buttons)

    async def _played_most(self, ix: Press) -> str:
        """Return the title that was played most where the command came from."""
        most = await self._context.tables.leaderboards.played_most(ix.guild_id or 0)
        return most or next(iter(self._context.fronts))

    def _check(self, title: str) -> None:
        """Refuse a title that there is not.

        Raises:
            TableError: there is no such title.
        """
        if title not in self._context.fronts:
            raise TableError(
                TableKey.NO_SUCH_TITLE, title=title, titles=tuple(self._context.fronts)
            )


def leaderboard_command(context: Context, standing: LeaderboardHandlers) -> Command:
    """Return /leaderboard."""

    @app_commands.command(name="leaderboard", description=ENGLISH.say("command.leaderboard"))
    @app_commands.describe(
        game=ENGLISH.say("command.leaderboard.game"),
        everybody=ENGLISH.say("command.leaderboard.everybody"),
    )
    @app_commands.guild_only()
    async def leaderboard(ix: Press, game: str | None = None, everybody: bool = False) -> None:
        await standing.leaderboard(ix, game, everybody=everybody)

    @leaderboard.autocomplete("game")
    async def games(ix: Press, current: str) -> list[app_commands.Choice[str]]:
        words = context.words(ix)
        named = [(title, words.say(title_key(title))) for title in context.fronts]
        return [
            app_commands.Choice(name=name, value=title)
            for title, name in named
            if current.lower() in name.lower()
        ][:MOST_CHOICES]

    return leaderboard


def profile_command(standing: LeaderboardHandlers) -> Command:
    """Return the subcommand of /me that tells how somebody has played."""

    @app_commands.command(name="profile", description=ENGLISH.say("command.me.profile"))
    @app_commands.describe(person=ENGLISH.say("command.me.profile.person"))
    async def profile(ix: Press, person: discord.User | None = None) -> None:
        await standing.profile(ix, person)

    return profile


def listing_command(standing: LeaderboardHandlers) -> Command:
    """Return the subcommand of /me that chooses whether others see one's results."""

    @app_commands.command(name="board", description=ENGLISH.say("command.me.board"))
    @app_commands.describe(show=ENGLISH.say("command.me.board.show"))
    async def listing(ix: Press, show: bool) -> None:
        await standing.show(ix, listed=show)

    return listing
