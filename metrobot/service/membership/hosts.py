"""The host of a game, and whoever comes after one who has gone."""

from dataclasses import dataclass

from metrobot.service.model.computers import computer_of
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.loader import TablesPart, existing
from metrobot.service.model.play import GameId, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.store.schema.rows import NOBODY, GameRow, StaleError


@dataclass(eq=False)
class Hosts(TablesPart):
    """Gives games a new host."""

    async def succeed(self, game: GameId, gone: PlayerId) -> Table:
        """Make the next person in turn order the host, as the present one has left the server.

        Raises:
            TableError: the game is over, nobody else plays, or the host is another by now.
        """
        async with self.locks.of(game):
            row = existing(await self.store.games.by_id(game))
            if row.status not in (Status.LOBBY, Status.RUNNING):
                raise TableError(TableKey.OVER)
            # Several events and sweeps may report that the same host has gone.
            host = next_host(row, gone)
            if row.host != gone or host == gone:
                raise TableError(TableKey.STALE)
            try:
                await self.store.seats.set_host(game, gone, host, self.clock.now())
            except StaleError as error:
                raise TableError(TableKey.STALE) from error
            self.loader.forget(game)
        return await self.loader.by_id(game)


def next_host(row: GameRow, gone: int) -> int:
    """Return the id of the next host in the order of play; the same if nobody else is there."""
    ids = [person.id for person in row.people]
    start = ids.index(gone) + 1 if gone in ids else 0
    after = (each for each in (*ids[start:], *ids[:start]) if each not in (NOBODY, gone))
    return next((each for each in after if computer_of(each) is None), gone)
