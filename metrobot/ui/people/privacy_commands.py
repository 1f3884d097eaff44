"""/me privacy and /me forget: what is kept of a person, and how to be rid of it."""

from collections.abc import Sequence
from typing import Final

from discord import ui

from metrobot.service.model.table import Table
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.handlers import on_own_press, slash
from metrobot.ui.kit.replies import player_id
from metrobot.ui.pages.ids import Press, PressId, PressKind, Style, button
from metrobot.ui.pages.page import Page, Part, page
from metrobot.ui.turn.board_buttons import link_to, resume_rows
from metrobot.ui.words.catalogue import Words

_MOST_GAMES: Final = 20


class PrivacyHandlers(Answerer):
    """Answers /me privacy and /me forget."""

    @slash("me privacy", causes=(), anywhere=True)
    async def privacy(self, ix: Press) -> None:
        """Show the page on what is kept of people."""
        words = self.readers.words(ix)
        keys = ("privacy.what", "privacy.who", "privacy.how_long", "privacy.not_ours")
        text = "\n".join(words.say(key) for key in keys)
        await self.replies.reply(ix, page(words.say("privacy.head"), text))

    @slash("me forget", causes=(), anywhere=True)
    async def ask(self, ix: Press) -> None:
        """Ask whether somebody is sure to be forgotten, or name what is in the way."""
        words = self.readers.words(ix)
        games = await self.tables.privacy.in_the_way(player_id(ix))
        tables = await self.links.with_messages(games[:_MOST_GAMES])
        more, here = len(games) - len(tables), ix.guild_id
        answer = _in_the_way(tables, more, words, here) if games else _sure(words)
        await self.replies.reply(ix, answer)

    @on_own_press(PressKind.FORGET)
    async def forget(self, ix: Press, _: PressId) -> None:
        """Forget whoever pressed.

        Raises:
            TableError: they have a place in an unfinished game.
        """
        words = self.readers.words(ix)
        await self.tables.privacy.forget(player_id(ix))
        await self.replies.replace(ix, page(words.say("privacy.forgotten")))
        self.readers.forget(ix.user.id)


def _sure(words: Words) -> Page:
    yes = button(PressId(0, 0, PressKind.FORGET), words.say("privacy.forget_button"), Style.danger)
    return page(words.say("privacy.sure"), ui.ActionRow(yes))


def _in_the_way(games: Sequence[Table], more: int, words: Words, guild: int | None = None) -> Page:
    """Return the games that keep somebody from being forgotten, and the way out."""
    lines = [
        words.say(
            "privacy.game",
            title=words.title(game.title.id),
            link=words.say("status.link", link=link_to(game)),
        )
        for game in games
    ]
    if more:
        lines.append(words.count("privacy.more_games", more))
    text = "\n".join((words.say("privacy.in_the_way"), *lines))
    rows = list(resume_rows((game for game in games if game.place.guild == guild), words))
    aside: list[Part] = [words.say("privacy.aside"), *rows] if rows else []
    return page(text, words.say("privacy.way_out"), *aside)
