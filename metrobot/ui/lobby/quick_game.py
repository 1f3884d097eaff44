"""A game against one computer at a press: where a lesson ends."""

from typing import Final

from metrobot.service.table import GameId
from metrobot.ui.frame.access import check_can_post
from metrobot.ui.frame.context import Context, person_of
from metrobot.ui.lobby.first_message import show_opened
from metrobot.ui.lobby.lobby_buttons import Lobby
from metrobot.ui.pages.ids import Press, PressId

_LEVEL: Final = "easy"
_TWO: Final = 2


class QuickGame:
    """Opens games of one person and one computer, and starts them."""

    def __init__(self, context: Context, lobby: Lobby) -> None:
        self._context = context
        self._lobby = lobby

    async def press(self, ix: Press, press: PressId) -> None:
        """Open a lobby in the channel for who pressed, add an easy computer, start.

        Raises:
            Refusal: there is no such game, one is under way here, or the bot or
                who pressed lacks a permission.
        """
        here = ix.channel_id or 0
        await check_can_post(ix, here)
        host, tables = person_of(ix), self._context.tables
        table = await tables.open(
            guild=ix.guild_id or 0, channel=here, host=host, title=press.arg, capacity=_TWO
        )
        table = await tables.add_computer(here, host.id, _LEVEL, game=GameId(table.id))
        words = self._context.public_words(ix.guild_locale, ix.guild_id)
        await show_opened(self._context, ix, table, words)
        await self._lobby.start(ix, await self._context.table_of(table.id))
