"""/game join, leave, start and cancel: what the buttons of a lobby do, typed."""

from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from metrobot.ui.kit.game_access import GameAccess
from metrobot.ui.kit.handlers import slash
from metrobot.ui.kit.readers import Readers
from metrobot.ui.kit.replies import Replies, player_id
from metrobot.ui.lobby.lobby_buttons import Lobby, check_may_cancel, sure_page
from metrobot.ui.pages.ids import Press
from metrobot.ui.pages.page import page
from metrobot.ui.turn.board_buttons import link_to


class LobbyCommands:
    """Carries out what people type about the lobby of a channel."""

    def __init__(self, readers: Readers, replies: Replies, games: GameAccess, lobby: Lobby) -> None:
        self._readers = readers
        self._replies = replies
        self._games = games
        self._lobby = lobby

    @slash("game join")
    async def join(self, ix: Press) -> None:
        """Take a place in the lobby."""
        await self._tell(ix, await self._lobby.join(ix), "lobby.joined")

    @slash("game leave")
    async def leave(self, ix: Press) -> None:
        """Give up a place in the lobby."""
        await self._tell(ix, await self._lobby.leave(ix), "lobby.left")

    @slash("game start")
    async def start(self, ix: Press) -> None:
        """Start the game."""
        table = await self._lobby.start(ix)
        if table.is_alone and table.has(player_id(ix)):
            await self._lobby.open_planner(ix, table)
        else:
            await self._tell(ix, table, "lobby.begun")

    @slash("game cancel")
    async def cancel(self, ix: Press) -> None:
        """Cancel a lobby, or ask whether to cancel a running game."""
        table = await self._games.table_here(ix)
        await check_may_cancel(ix, table)
        if table.status is Status.RUNNING:
            await self._replies.reply(ix, sure_page(table, self._readers.words(ix)))
            return
        await self._tell(ix, await self._lobby.cancel(ix), "cancel.done")

    async def _tell(self, ix: Press, table: Table, key: str) -> None:
        """Answer a command in private, with a link to the table."""
        table = await self._lobby.present(ix, table)
        text = self._readers.words(ix).say(key, link=link_to(table))
        await self._replies.reply(ix, page(text))
