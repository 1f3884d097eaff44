"""/game join, leave, start and cancel, as the buttons of a lobby; /game status and its button."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from metrobot.service.model.guards import check_started
from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import Account
from metrobot.ui.kit.answerer import Answerer
from metrobot.ui.kit.handlers import Answers, on_press, slash
from metrobot.ui.kit.replies import player_id
from metrobot.ui.kit.time_choices import day_choices
from metrobot.ui.lobby.lobby_buttons import Lobby, is_lonely
from metrobot.ui.lobby.lobby_page import alone_page, lobby_status
from metrobot.ui.pages.ids import Press, PressId, PressKind
from metrobot.ui.turn.board_buttons import link_to
from metrobot.ui.turn.status_page import details_page, rhythm, status_page

_PAUSES: Final = (1, 3, 7, 14, 30)
"""Days that are suggested for a rest."""


@dataclass(eq=False)
class LobbyCommands(Answerer):
    """Carries out what people type about the lobby of a channel.

    Attributes:
        lobby: does the same as its buttons.
        ask_to_give_up: asks all others at a table whether to end it without a result.
    """

    lobby: Lobby
    ask_to_give_up: Callable[[Press, Table], Awaitable[None]]

    @slash("game join", causes=(Account.JOINS,))
    async def join(self, ix: Press) -> None:
        """Take a place in the lobby."""
        await self._tell(ix, await self.lobby.join(ix), "lobby.joined")

    @slash("game leave", causes=())
    async def leave(self, ix: Press) -> None:
        """Give up a place in the lobby."""
        await self._tell(ix, await self.lobby.leave(ix), "lobby.left")

    @slash("game start", causes=())
    async def start(self, ix: Press) -> None:
        """Start the game; who is alone in the lobby is asked first."""
        lobby = await self.games.any_table_here(ix)
        if lobby.status is Status.LOBBY and is_lonely(lobby, player_id(ix)):
            await self.replies.reply(ix, alone_page(lobby, self.readers.words(ix)))
            return
        table = await self.lobby.start(ix)
        if table.is_alone and table.has(player_id(ix)):
            await self.lobby.open_planner(ix, table)
        else:
            await self._tell(ix, table, "lobby.begun")

    @slash("game cancel", causes=(Account.POSTS, Account.PINGS))
    async def cancel(self, ix: Press) -> None:
        """Cancel a lobby, or ask whether to cancel a running game.

        A host asks all who play in it; who manages the channel is asked alone.
        """
        table = await self.games.any_table_here(ix)
        await self.lobby.check_may_cancel(ix, table)
        if await self.lobby.needs_vote(ix, table):
            await self.ask_to_give_up(ix, table)
            return
        await self.replies.reply(ix, await self.lobby.cancel_page(ix, table))

    async def _tell(self, ix: Press, table: Table, key: str) -> None:
        table = await self.lobby.present(ix, table)
        await self.say(ix, key, link=link_to(table))


@dataclass(eq=False)
class StatusHandlers(Answerer):
    """Answers /game status and the button of its page.

    Attributes:
        lobby: brings its message up to date.
        ask_to_rest: asks all others at a table to let it rest until a date as it was typed.
    """

    lobby: Lobby
    ask_to_rest: Callable[[Press, Table, str], Awaitable[None]]

    @slash(
        "game status",
        suggest={"pause": day_choices(*_PAUSES)},
        causes=(Account.POSTS, Account.PINGS),
    )
    async def status(self, ix: Press, pause: str | None = None) -> None:
        """Show the state of this channel's game, or ask all others to let it rest until a date."""
        words, player = self.readers.words(ix), player_id(ix)
        table = await self.lobby.present(ix, await self.games.table_here(ix))
        if pause is not None:
            await self.ask_to_rest(ix, table, pause)
            return
        if table.state is None:
            await self.replies.reply(ix, lobby_status(table, words, player))
            return
        self.tables.look_for_departures(table.id)
        time, front = await self.tables.clocks.time_of(table, player), self.fronts[table.title.id]
        silent = self.tables.seats.silent(table, player)
        followers = len(await self.tables.lookouts.followers(table.id))
        answer = status_page(front, table, words, player, time, silent=silent, followers=followers)
        await self.replies.reply(ix, answer)

    @on_press(PressKind.STATUS, answers=Answers.EDIT, only_private=True, causes=())
    async def details(self, ix: Press, press: PressId) -> None:
        """Show all of where a game stands in the same private message.

        Raises:
            TableError: the game has not started.
        """
        table = await self.games.table_of(press.game)
        check_started(table)
        words, front = self.readers.words(ix), self.fronts[table.title.id]
        hours = await self.tables.looks.hours(table.id)
        reminders = words.say("reminder.table.status", when=rhythm(hours, words))
        table = await self.lobby.present(ix, table)
        await self.replies.replace(ix, details_page(front, table, words, player_id(ix), reminders))
