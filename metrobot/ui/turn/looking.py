"""What one person looks at while a game goes on: their hand, the board, its parts."""

from typing import Final

from metrobot.engine.errors import Refusal
from metrobot.service import checks
from metrobot.service.table import Table
from metrobot.ui.frame.desk import Desk, player_of
from metrobot.ui.frame.scene import scene_of
from metrobot.ui.pages.ids import Kind, Press, PressId
from metrobot.ui.pages.page import Page, page, split_text
from metrobot.ui.turn.boards import WHOLE, board_page
from metrobot.ui.words.names import escaped, shown
from metrobot.ui.words.refusals import FrameKey

MOST_MESSAGES: Final = 6
"""So many messages a board in words may take."""


class Looking:
    """Shows people in private what they may see."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def hand(self, ix: Press, table: Table) -> None:
        """Show somebody their hand.

        Raises:
            TableError: who asks does not play in this game, or it has not started.
        """
        checks.check_started(table)
        checks.check_seated(table, player_of(ix))
        words = self._desk.words(ix)
        scene = scene_of(table, words, player_of(ix))
        block = self._desk.front(table).hand(scene, words)
        await self._desk.show_private(ix, [block])

    async def board(self, ix: Press, table: Table, zoom: str | None = None, note: str = "") -> None:
        """Show somebody the newest board, or a part of it.

        Raises:
            Refusal: the game has not started, or there is no such part.
        """
        checks.check_started(table)
        shown_page = self._board(ix, table, zoom, note)
        await self._desk.reply(ix, shown_page)

    async def zoom(self, ix: Press, press: PressId, chosen: str) -> None:
        """Show another part in the same private message.

        Raises:
            Refusal: there is no such part.
        """
        if ix.message is None or not ix.message.flags.ephemeral:
            raise Refusal(FrameKey.UNKNOWN_PRESS)
        await self._desk.accept(ix)
        table = await self._desk.table_of(press.game)
        note = self._note(ix, table, press)
        await self._desk.replace(ix, self._board(ix, table, chosen, note))

    async def text(self, ix: Press, table: Table) -> None:
        """Tell somebody the whole board in words.

        Raises:
            TableError: the game has not started.
        """
        checks.check_started(table)
        words = self._desk.words(ix)
        text = self._desk.front(table).board_text(scene_of(table, words, player_of(ix)), words)
        for number, part in enumerate(split_text(text)):
            if number < MOST_MESSAGES:
                await self._desk.reply(ix, page(part))

    async def press(self, ix: Press, press: PressId) -> None:
        """Answer My hand or Board under a public board, old or new.

        Raises:
            TableError: who asks has no hand here.
        """
        await self._desk.think(ix)
        table = await self._desk.table_of(press.game)
        if press.kind is Kind.HAND:
            await self.hand(ix, table)
        else:
            await self.board(ix, table, note=self._note(ix, table, press))

    def _note(self, ix: Press, table: Table, press: PressId) -> str:
        """Return that the board has moved on, if it has."""
        is_stale = table.revision != press.revision
        return self._desk.words(ix).say("board.moved_on") if is_stale else ""

    def _board(self, ix: Press, table: Table, zoom: str | None, note: str) -> Page:
        """Return the board's message.

        Raises:
            Refusal: there is no such part.
        """
        front, words = self._desk.front(table), self._desk.words(ix)
        part = None if zoom in (None, WHOLE) else zoom
        zooms = front.zooms(scene_of(table, words, player_of(ix)), words)
        if part is not None and all(each.key != part for each in zooms):
            labels = tuple(escaped(each.label) for each in zooms)
            raise Refusal(FrameKey.NO_ZOOM, zoom=shown(part), zooms=labels)
        return board_page(front, table, words, player_of(ix), zoom=part, note=note)
