"""/leaderboard, and what /me says and asks about one's own standing."""

from collections.abc import Mapping
from dataclasses import dataclass

import discord
from discord import app_commands

from metrobot.engine.errors import Refusal
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import PlayerId
from metrobot.service.tables import Tables
from metrobot.ui.kit.access import check_can_post
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.handlers import Answers, never, on_press, slash, suggestions
from metrobot.ui.kit.replies import Answerer, player_id
from metrobot.ui.pages.ids import Press, PressId, PressKind, parse_number
from metrobot.ui.pages.page import Page, page
from metrobot.ui.people.leaderboard_pages import leaderboard_text, profile_page
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import title_key
from metrobot.ui.words.refusals import FrameKey


@dataclass(eq=False)
class LeaderboardHandlers(Answerer):
    """Answers who asks how well people play."""

    tables: Tables
    fronts: Mapping[str, Front]

    async def _titles(self, ix: Press, current: str) -> list[app_commands.Choice[str]]:
        """Suggest games."""
        words = self.readers.words(ix)
        named = ((words.say(title_key(title)), title) for title in self.fronts)
        return suggestions(named, current)

    @slash("leaderboard", answers=Answers.ITSELF, suggest={"game": _titles})
    async def leaderboard(
        self, ix: Press, game: str | None = None, everybody: bool = False
    ) -> None:
        """Show a server's leaderboard, in private unless everybody should see it."""
        if game is not None:
            self._check(game)  # refused before anything is counted
        if everybody:
            await check_can_post(ix, ix.channel_id or 0)
        await ix.response.defer(ephemeral=not everybody, thinking=True)
        chosen = game or await self._played_most(ix)
        words = (
            self.readers.public_words(ix.guild_locale, ix.guild_id)
            if everybody
            else self.readers.words(ix)
        )
        shown_page = await self._board(ix, chosen, 0, words, buttons=not everybody)
        await ix.edit_original_response(view=shown_page.view)

    @on_press(PressKind.RANKS, answers=Answers.EDIT, of_game=never)
    async def turn_page(self, ix: Press, press: PressId) -> None:
        """Show another page of a leaderboard in the same private message."""
        title, _, number = press.arg.partition(".")
        self._check(title)
        place = parse_number(number) or 0
        shown_page = await self._board(ix, title, place, self.readers.words(ix), buttons=True)
        await self.replies.replace(ix, shown_page)

    @slash("me profile")
    async def profile(self, ix: Press, person: discord.User | None = None) -> None:
        """Show how somebody has played here; oneself if nobody is named.

        Raises:
            Refusal: they do not show themselves to others.
        """
        whose = person or ix.user
        listed = await self.tables.leaderboards.is_listed(PlayerId(whose.id))
        if not listed and whose.id != ix.user.id:
            raise Refusal(FrameKey.UNLISTED, name=whose.display_name)
        player, name = PlayerId(whose.id), whose.display_name
        found = await self.tables.leaderboards.profile(ix.guild_id or 0, player)
        words = self.readers.words(ix)
        await self.replies.reply(ix, profile_page(name, found, words, listed=listed))

    @slash("me board")
    async def list_self(self, ix: Press, show: bool) -> None:
        """Store whether somebody appears on boards."""
        words = self.readers.words(ix)
        known = await self.tables.leaderboards.set_listed(player_id(ix), listed=show)
        key = "standing.listed" if show else "standing.unlisted"
        await self.replies.reply(ix, page(words.say(key if known else "standing.unknown")))

    async def _board(
        self, ix: Press, title: str, number: int, words: Words, *, buttons: bool
    ) -> Page:
        """Return one page of a leaderboard."""
        scores = self.tables.leaderboards
        found = await scores.board(ix.guild_id or 0, title, player_id(ix), number)
        return leaderboard_text(found, words, buttons=buttons)

    async def _played_most(self, ix: Press) -> str:
        """Return the title that was played most where the command came from."""
        most = await self.tables.leaderboards.played_most(ix.guild_id or 0)
        return most or next(iter(self.fronts))

    def _check(self, title: str) -> None:
        """Refuse a title that there is not.

        Raises:
            TableError: there is no such title.
        """
        if title not in self.fronts:
            raise TableError(TableKey.NO_SUCH_TITLE, title=title, titles=tuple(self.fronts))
