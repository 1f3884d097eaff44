"""/leaderboard, and what /me says and asks about one's own standing."""

from typing import Any

import discord
from discord import app_commands

from metrobot.engine.errors import Refusal
from metrobot.service.errors import TableError, TableKey
from metrobot.service.table import PlayerId
from metrobot.ui.frame.desk import Desk, player_of
from metrobot.ui.frame.seeing import check_can_post
from metrobot.ui.pages.ids import Press, PressId, number_in
from metrobot.ui.pages.page import Page, page
from metrobot.ui.people.standingpages import board_page, profile_page
from metrobot.ui.words.catalogue import ENGLISH, Words
from metrobot.ui.words.keys import title_key
from metrobot.ui.words.limits import MOST_CHOICES
from metrobot.ui.words.refusals import FrameKey

Command = app_commands.Command[Any, ..., Any]


class StandingDesk:
    """Answers who asks how well people play."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

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
            self._desk.public_words(ix.guild_locale, ix.guild_id)
            if everybody
            else self._desk.words(ix)
        )
        shown_page = await self._board(ix, chosen, 0, words, buttons=not everybody)
        await ix.edit_original_response(view=shown_page.view)

    async def turn_page(self, ix: Press, press: PressId) -> None:
        """Show another page of a leaderboard in the same private message."""
        title, _, number = press.arg.partition(".")
        await self._desk.accept(ix)
        self._check(title)
        place = number_in(number) or 0
        shown_page = await self._board(ix, title, place, self._desk.words(ix), buttons=True)
        await self._desk.replace(ix, shown_page)

    async def profile(self, ix: Press, person: discord.User | discord.Member | None) -> None:
        """Show how somebody has played here; oneself if nobody is named.

        Raises:
            Refusal: they do not show themselves to others.
        """
        await self._desk.think(ix)
        whose = person or ix.user
        listed = await self._desk.tables.scores.is_listed(PlayerId(whose.id))
        if not listed and whose.id != ix.user.id:
            raise Refusal(FrameKey.UNLISTED, name=whose.display_name)
        player, name = PlayerId(whose.id), whose.display_name
        found = await self._desk.tables.scores.profile(ix.guild_id or 0, player)
        words = self._desk.words(ix)
        await self._desk.reply(ix, profile_page(name, found, words, listed=listed))

    async def show(self, ix: Press, *, listed: bool) -> None:
        """Store whether somebody appears on boards."""
        await self._desk.think(ix)
        words = self._desk.words(ix)
        known = await self._desk.tables.scores.set_listed(player_of(ix), listed=listed)
        key = "standing.listed" if listed else "standing.unlisted"
        await self._desk.reply(ix, page(words.say(key if known else "standing.unknown")))

    async def _board(
        self, ix: Press, title: str, number: int, words: Words, *, buttons: bool
    ) -> Page:
        """Return one page of a leaderboard."""
        scores = self._desk.tables.scores
        found = await scores.board(ix.guild_id or 0, title, player_of(ix), number)
        return board_page(found, words, buttons=buttons)

    async def _played_most(self, ix: Press) -> str:
        """Return the title that was played most where the command came from."""
        most = await self._desk.tables.scores.played_most(ix.guild_id or 0)
        return most or next(iter(self._desk.fronts))

    def _check(self, title: str) -> None:
        """Refuse a title that there is not.

        Raises:
            TableError: there is no such title.
        """
        if title not in self._desk.fronts:
            raise TableError(TableKey.NO_SUCH_TITLE, title=title, titles=tuple(self._desk.fronts))


def leaderboard_command(desk: Desk, standing: StandingDesk) -> Command:
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
        words = desk.words(ix)
        named = [(title, words.say(title_key(title))) for title in desk.fronts]
        return [
            app_commands.Choice(name=name, value=title)
            for title, name in named
            if current.lower() in name.lower()
        ][:MOST_CHOICES]

    return leaderboard


def profile_command(standing: StandingDesk) -> Command:
    """Return the subcommand of /me that tells how somebody has played."""

    @app_commands.command(name="profile", description=ENGLISH.say("command.me.profile"))
    @app_commands.describe(person=ENGLISH.say("command.me.profile.person"))
    async def profile(ix: Press, person: discord.User | None = None) -> None:
        await standing.profile(ix, person)

    return profile


def listing_command(standing: StandingDesk) -> Command:
    """Return the subcommand of /me that chooses whether others see one's results."""

    @app_commands.command(name="board", description=ENGLISH.say("command.me.board"))
    @app_commands.describe(show=ENGLISH.say("command.me.board.show"))
    async def listing(ix: Press, show: bool) -> None:
        await standing.show(ix, listed=show)

    return listing
