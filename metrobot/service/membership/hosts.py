"""The host of a game, and whoever comes after one who has gone."""

from collections.abc import Container
from dataclasses import dataclass

from metrobot.service.model.computers import computer_of
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.loader import TablesPart, existing
from metrobot.service.model.play import GameId, Status
from metrobot.service.model.table import Table
from metrobot.service.play.acts import refuse_stale
from metrobot.service.ports import FindGone
from metrobot.store.schema.rows import NOBODY, GameRow


@dataclass(eq=False)
class Hosts(TablesPart):
    """Gives games a new host."""

    find_gone: FindGone

    async def succeed(self, game: GameId) -> Table:
        """Make the next person who is there the host, if the present one has left the server.

        Raises:
            TableError: the game is over, its host is there, or nobody else is.
        """
        async with self.locks.of(game):
            row = existing(await self.store.games.by_id(game))
            if row.status not in (Status.LOBBY, Status.RUNNING):
                raise TableError(TableKey.OVER)
            leavers = await self.find_gone(row.guild, [row.host, *(p.id for p in row.people)])
            host = next_host(row, row.host, leavers)
            # Several people may need the same host at once: the first of them finds a new one.
            if row.host not in leavers or host == row.host:
                raise TableError(TableKey.STALE)
            await refuse_stale(self.store.seats.set_host(game, row.host, host, self.clock.now()))
            self.loader.forget(game)
        return await self.loader.by_id(game)


def next_host(row: GameRow, last: int, leavers: Container[int] = ()) -> int:
    """Return the id of the next host in the order of play; the last one if nobody else is there."""
    ids = [person.id for person in row.people]
    start = ids.index(last) + 1 if last in ids else 0
    candidates = (id_ for id_ in (*ids[start:], *ids[:start]) if id_ not in (NOBODY, last))
    there = (id_ for id_ in candidates if computer_of(id_) is None and id_ not in leavers)
    return next(there, last)
