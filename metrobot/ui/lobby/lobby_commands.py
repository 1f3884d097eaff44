"""/game join, leave, start and cancel: what the buttons of a lobby do, typed."""

from dataclasses import dataclass

from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from metrobot.ui.kit.game_access import GameAccess
from metrobot.ui.kit.handlers import slash
from metrobot.ui.kit.replies import Answerer, player_id
from metrobot.ui.lobby.lobby_buttons import Lobby, check_may_cancel, sure_page
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import page
from metrobot.ui.turn.board_buttons import link_to


@dataclass(eq=False)
class LobbyCommands(Answerer):
    """Carries out what people type about the lobby of a channel."""

    games: GameAccess
    lobby: Lobby

    @slash("game join")
    async def join(self, ix: Press) -> None:
        """Take a place in the lobby."""
        await self._tell(ix, await self.lobby.join(ix), "lobby.joined")

    @slash("game leave")
    async def leave(self, ix: Press) -> None:
        """Give up a place in the lobby."""
        await self._tell(ix, await self.lobby.leave(ix), "lobby.left")

    @slash("game start")
    async def start(self, ix: Press) -> None:
        """Start the game."""
        table = await self.lobby.start(ix)
        if table.is_alone and table.has(player_id(ix)):
            await self.lobby.open_planner(ix, table)
        else:
            await self._tell(ix, table, "lobby.begun")

    @slash("game cancel")
    async def cancel(self, ix: Press) -> None:
        """Cancel a lobby, or ask whether to cancel a running game."""
        table = await self.games.table_here(ix)
        await check_may_cancel(ix, table)
        if table.status is Status.RUNNING:
            await self.replies.reply(ix, sure_page(table, self.readers.words(ix)))
            return
        await self._tell(ix, await self.lobby.cancel(ix), "cancel.done")

    async def _tell(self, ix: Press, table: Table, key: str) -> None:
        """Answer a command in private, with a link to the table."""
        table = await self.lobby.present(ix, table)
        text = self.readers.words(ix).say(key, link=link_to(table))
        await self.replies.reply(ix, page(text))
