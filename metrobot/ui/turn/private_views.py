"""What one person looks at while a game goes on: /board and /hand, parts of it, their hand."""

from typing import Any, Final

from discord import app_commands

from metrobot.engine.errors import Refusal
from metrobot.service.model import guards
from metrobot.service.model.table import Table
from metrobot.ui.kit.context import Context, player_id
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.pages.ids import Press, PressId, PressKind
from metrobot.ui.pages.page import Page, page, split_text
from metrobot.ui.turn.board_buttons import WHOLE, board_page
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.discord_limits import CHOICE_LIMIT, MOST_CHOICES
from metrobot.ui.words.player_names import escaped, shown_name
from metrobot.ui.words.refusals import FrameKey
from metrobot.ui.words.text_length import clipped

MOST_MESSAGES: Final = 6
"""So many messages a board in words may take."""


class PrivateViews:
    """Shows people in private what they may see."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def hand(self, ix: Press, table: Table) -> None:
        """Show somebody their hand.

        Raises:
            TableError: who asks does not play in this game, or it has not started.
        """
        guards.check_started(table)
        guards.check_seated(table, player_id(ix))
        words = self._context.words(ix)
        game_view = game_view_of(table, words, player_id(ix))
        block = self._context.front(table).hand(game_view, words)
        await self._context.show_private(ix, [block])

    async def board(self, ix: Press, table: Table, zoom: str | None = None, note: str = "") -> None:
        """Show somebody the newest board, or a part of it.

        Raises:
            Refusal: the game has not started, or there is no such part.
        """
        guards.check_started(table)
        shown_page = self._board(ix, table, zoom, note)
        await self._context.reply(ix, shown_page)

    async def zoom(self, ix: Press, press: PressId, chosen: str) -> None:
        """Show another part in the same private message.

        Raises:
            Refusal: there is no such part.
        """
        if ix.message is None or not ix.message.flags.ephemeral:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        await self._context.defer_edit(ix)
        table = await self._context.table_of(press.game)
        note = self._note(ix, table, press)
        await self._context.replace(ix, self._board(ix, table, chosen, note))

    async def text(self, ix: Press, table: Table) -> None:
        """Tell somebody the whole board in words.

        Raises:
            TableError: the game has not started.
        """
        guards.check_started(table)
        words = self._context.words(ix)
        text = self._context.front(table).board_text(
            game_view_of(table, words, player_id(ix)), words
        )
        for number, part in enumerate(split_text(text)):
            if number < MOST_MESSAGES:
                await self._context.reply(ix, page(part))

    async def press(self, ix: Press, press: PressId) -> None:
        """Answer My hand or Board under a public board, old or new.

        Raises:
            TableError: who asks has no hand here.
        """
        await self._context.defer_private(ix)
        table = await self._context.table_of(press.game)
        if press.kind is PressKind.HAND:
            await self.hand(ix, table)
        else:
            await self.board(ix, table, note=self._note(ix, table, press))

    def _note(self, ix: Press, table: Table, press: PressId) -> str:
        """Return that the board has moved on, if it has."""
        is_stale = table.revision != press.revision
        return self._context.words(ix).say("board.moved_on") if is_stale else ""

    def _board(self, ix: Press, table: Table, zoom: str | None, note: str) -> Page:
        """Return the board's message.

        Raises:
            Refusal: there is no such part.
        """
        front, words = self._context.front(table), self._context.words(ix)
        part = None if zoom in (None, WHOLE) else zoom
        zooms = front.zooms(game_view_of(table, words, player_id(ix)), words)
        if part is not None and all(each.key != part for each in zooms):
            labels = tuple(escaped(each.label) for each in zooms)
            raise Refusal(FrameKey.NO_ZOOM, zoom=shown_name(part), zooms=labels)
        return board_page(front, table, words, player_id(ix), zoom=part, note=note)


Command = app_commands.Command[Any, ..., Any]


def board_command(context: Context, views: PrivateViews) -> Command:
    """Return /board."""

    @app_commands.command(name="board", description=ENGLISH.say("command.board"))
    @app_commands.describe(
        zoom=ENGLISH.say("command.board.zoom"), text=ENGLISH.say("command.board.text")
    )
    @app_commands.guild_only()
    async def board(ix: Press, zoom: str | None = None, text: bool = False) -> None:
        await context.defer_private(ix)
        table = await context.table_here(ix)
        if text:
            await views.text(ix, table)
        else:
            await views.board(ix, table, zoom)

    @board.autocomplete("zoom")
    async def zooms(ix: Press, current: str) -> list[app_commands.Choice[str]]:
        try:
            table = await context.table_here(ix)
        except Refusal:
            return []
        if table.state is None:
            return []
        words = context.words(ix)
        found = context.front(table).zooms(game_view_of(table, words, player_id(ix)), words)
        return [
            app_commands.Choice(name=clipped(zoom.label, CHOICE_LIMIT), value=zoom.key)
            for zoom in found
            if current.lower() in zoom.label.lower()
        ][:MOST_CHOICES]

    return board


def hand_command(context: Context, views: PrivateViews) -> Command:
    """Return /hand."""

    @app_commands.command(name="hand", description=ENGLISH.say("command.hand"))
    @app_commands.guild_only()
    async def hand(ix: Press) -> None:
        await context.defer_private(ix)
        await views.hand(ix, await context.table_here(ix))

    return hand
