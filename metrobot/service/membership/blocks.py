"""People and servers whom whoever runs the bot keeps out."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from metrobot.service.membership.lobbies import Lobbies
from metrobot.service.membership.seats import Seats
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.loader import TablesPart
from metrobot.service.model.play import GameId, PlayerId, Status

PERSON: Final = "person"
SERVER: Final = "server"
REFUSALS: Final = (TableKey.BLOCKED, TableKey.SERVER_BLOCKED)
EVERY: Final = timedelta(seconds=30)
"""Longest pause of a bot beside which the list can change."""


# The list is written by a command beside the bot, which can tell nobody: it is read in each round
# (docs/decisions/who-may-see.md).
@dataclass(eq=False)
class Blocks(TablesPart):
    """List of blocked people and servers; frees the seats of blocked people.

    Attributes:
        seats: let them leave games.
        lobbies: let them leave lobbies.
        hurry: is called with the time until the next round.
        every: longest pause until the list is read again.
        people: ids of the people who are blocked, as last read.
        servers: ids of the servers, likewise.
    """

    seats: Seats
    lobbies: Lobbies
    hurry: Callable[[timedelta], None]
    every: timedelta = field(default_factory=lambda: EVERY, init=False)
    people: frozenset[int] = field(default=frozenset(), init=False)
    servers: frozenset[int] = field(default=frozenset(), init=False)

    def refusal(self, guild: int | None, person: int) -> TableKey | None:
        """Return the reason that keeps somebody out on a server, or None."""
        if person in self.people:
            return TableKey.BLOCKED
        return TableKey.SERVER_BLOCKED if guild in self.servers else None

    async def load(self) -> None:
        """Read the list of those who are blocked."""
        rows = await self.store.blocks.all()
        self.people = frozenset(number for kind, number, _ in rows if kind == PERSON)
        self.servers = frozenset(number for kind, number, _ in rows if kind == SERVER)

    async def sweep(self) -> None:
        """Read the list of the blocked, and free their seats in unfinished games."""
        self.hurry(self.every)
        await self.load()
        for game, player in await self.store.blocks.seats():
            # Another process may have been faster, or the game may have ended meanwhile.
            with suppress(TableError):
                await self._free(GameId(game), PlayerId(player))

    async def _free(self, game: GameId, player: PlayerId) -> None:
        table = await self.loader.by_id(game)
        if table.status is not Status.LOBBY:
            # Who is blocked has not left: nobody's rating may move by that, theirs neither.
            await self.store.blocks.leave_unrated(game)
            await self.seats.resign(game, player)
            return
        await self.lobbies.show(await self.lobbies.at(table.place.channel, game).leave(player))
