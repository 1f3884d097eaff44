"""Private views of a game that goes on: /board, parts of the board, /hand; and its followers."""

from itertools import islice
from typing import Any, Final

from discord import app_commands, ui

from metrobot.engine.errors import Refusal
from metrobot.service.model import guards
from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.front import Front
from metrobot.ui.kit.handlers import Answers, never, on_press, slash, suggestions
from metrobot.ui.kit.replies import player_id
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.ids import Button, Press, PressId, PressKind, Style, button, menu_value
from metrobot.ui.pages.page import Letter, Page, Part, letter, page, parts_of, split_text
from metrobot.ui.turn.board_buttons import WHOLE, awaited, board_page, go_row
from metrobot.ui.turn.board_buttons import press as press_of
from metrobot.ui.turn.public_pages import board_in_words, last_fact, last_headline, scores
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.player_names import escaped, shown_name
from metrobot.ui.words.refusals import FrameKey

END: Final = "end"
TURNS: Final = "turns"
"""Arguments of the buttons that have the end of a game told, or its turns too."""
MOST_MESSAGES: Final = 6
"""Most messages of a board in words."""


class PrivateViews(Answerer):
    """Shows people in private what they may see."""

    async def _zooms(self, ix: Press, current: str) -> list[app_commands.Choice[str]]:
        try:
            table = await self.games.table_here(ix)
        # Suggestions have no place for a refusal; the command itself will tell it.
        except Refusal:
            return []
        if table.state is None:
            return []
        words, front = self.readers.words(ix), self.fronts[table.title.id]
        zooms = front.zooms(game_view_of(table, words, player_id(ix)), words)
        return suggestions(((zoom.label, zoom.key) for zoom in zooms), current)

    @slash("board", suggest={"zoom": _zooms}, causes=())
    async def show_board(self, ix: Press, zoom: str | None = None, text: bool = False) -> None:
        """Show the newest board of this channel's game, a part of it, or all of it in words."""
        table = await self.games.table_here(ix)
        await (self._tell(ix, table) if text else self._show(ix, table, zoom))

    async def _tell(self, ix: Press, table: Table) -> None:
        """Tell somebody the newest board in words."""
        guards.check_started(table)
        words = self.readers.words(ix)
        front = self.fronts[table.title.id]
        description = board_in_words(front, table, player_id(ix), words)
        for part in islice(split_text(description), MOST_MESSAGES):
            await self.replies.reply(ix, page(part))

    @slash("hand", causes=())
    async def show_hand(self, ix: Press) -> None:
        """Show somebody their hand in this channel's game."""
        await self._hand(ix, await self.games.table_here(ix))

    async def _hand(self, ix: Press, table: Table) -> None:
        guards.check_started(table)
        guards.check_seated(table, player_id(ix))
        guards.check_seen(table, player_id(ix))
        words = self.readers.words(ix)
        block = self.fronts[table.title.id].hand(game_view_of(table, words, player_id(ix)), words)
        await self.replies.reply(ix, page(*parts_of([block])))

    async def _show(self, ix: Press, table: Table, zoom: str | None = None, note: str = "") -> None:
        """Show somebody the newest board, or a part of it; in words, if they want these first."""
        guards.check_started(table)
        if zoom is None and (await self.tables.people.preferences(player_id(ix))).words_first:
            await self._tell(ix, table)
            return
        await self.replies.reply(ix, self._board(ix, table, zoom, note))

    @on_press(PressKind.ZOOM, answers=Answers.EDIT, only_private=True, causes=())
    async def zoom(self, ix: Press, press: PressId) -> None:
        """Show another part in the same private message.

        Raises:
            Refusal: there is no such part.
        """
        table = await self.games.table_of(press.game)
        note = self._note(ix, table, press)
        await self.replies.replace(ix, self._board(ix, table, menu_value(ix), note))

    @on_press(PressKind.HAND, PressKind.BOARD, PressKind.WORDS, answers=Answers.PRIVATE, causes=())
    async def press(self, ix: Press, press: PressId) -> None:
        """Answer My hand or Board under a public board, old or new, or In words under a private.

        Raises:
            TableError: who asks has no hand here.
        """
        table = await self.games.table_of(press.game)
        if press.kind is PressKind.HAND:
            await self._hand(ix, table)
        elif press.kind is PressKind.WORDS:
            await self._tell(ix, table)
        else:
            await self._show(ix, table, note=self._note(ix, table, press))

    @on_press(PressKind.FOLLOW, answers=Answers.EDIT, causes=())
    async def follow(self, ix: Press, press: PressId) -> None:
        """Show the page on following a game, or choose which news come.

        Raises:
            TableError: as for `Lookouts.follow`.
        """
        table, lookouts = await self.games.table_of(press.game), self.tables.lookouts
        guards.check_running(table)
        if press.arg:
            await lookouts.follow(table, player_id(ix), turns=press.arg == TURNS)
        turns = (await lookouts.followers(table.id)).get(ix.user.id)
        answer = follow_page(table, turns, self.readers.words(ix))
        await (self.replies.replace if press.arg else self.replies.reply)(ix, answer)

    @on_press(PressKind.UNFOLLOW, answers=Answers.PRIVATE, of_game=never, causes=())
    async def unfollow(self, ix: Press, press: PressId) -> None:
        """Tell somebody no more of a game that they follow."""
        await self.tables.lookouts.unfollow(press.game, player_id(ix))
        await self.say(ix, "follow.ended")

    def _note(self, ix: Press, table: Table, press: PressId) -> str:
        is_stale = table.revision != press.revision
        return self.readers.words(ix).say("board.moved_on") if is_stale else ""

    def _board(self, ix: Press, table: Table, zoom: str | None, note: str) -> Page:
        front, words = self.fronts[table.title.id], self.readers.words(ix)
        part = None if zoom in (None, WHOLE) else zoom
        zooms = front.zooms(game_view_of(table, words, player_id(ix)), words)
        if part is not None and all(option.key != part for option in zooms):
            labels = tuple(escaped(option.label) for option in zooms)
            raise Refusal(FrameKey.NO_ZOOM, zoom=shown_name(part), zooms=labels)
        news = last_headline(front, table, words), last_fact(front, table, words)
        said = "\n".join(filter(None, (note, *news)))
        return board_page(front, table, words, player_id(ix), zoom=part, note=said)


def follow_page(table: Table, turns: bool | None, words: Words) -> Page:
    """Return the page on following a game, with the ways to change it.

    Args:
        table: the game.
        turns: whether they are told of its turns; None: they do not follow it.
        words: of the reader.
    """
    row = ui.ActionRow[Any]()
    for is_chosen, arg, key in (
        (turns is False, END, "follow.end"),
        (turns is True, TURNS, "follow.turns"),
    ):
        style = Style.success if is_chosen else Style.secondary
        row.add_item(button(press_of(table, PressKind.FOLLOW, arg), words.say(key), style))
    if turns is not None:
        row.add_item(_off_button(table, words))
    follows = {None: "follow.no", False: "follow.of_end", True: "follow.of_turns"}[turns]
    return page(words.say(follows, title=words.title(table.title.id)), words.say("follow.how"), row)


def _off_button(table: Table, words: Words) -> Button:
    return button(press_of(table, PressKind.UNFOLLOW), words.say("follow.off"))


def follow_letter(front: Front, table: Table, words: Words) -> Letter:
    """Return the news of a game for somebody who follows it: as everybody may see it."""
    game_view, row = game_view_of(table, words), go_row(table, words)
    row.add_item(_off_button(table, words))
    key = {Status.RUNNING: "follow.news", Status.OVER: "follow.over"}.get(table.status)
    facts = {"title": words.title(table.title.id), "channel": f"<#{table.place.channel}>"}
    parts: list[Part] = [words.say(key or "follow.given_up", **facts)]
    if table.status is Status.RUNNING:
        news = last_headline(front, table, words), awaited(table, words)
        parts += [*news, front.board(game_view, words)]
    elif table.status is Status.OVER:
        closing = front.closing(game_view, words)
        parts += [closing.winner, scores(table, words), closing.picture or ""]
    return letter(*parts, row, tag=f"{table.revision}-follow")
