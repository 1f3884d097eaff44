"""From what is stored to a table, with the latest states kept in memory."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, cast

from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import Title
from metrobot.service import history as histories
from metrobot.service.errors import TableError, TableKey
from metrobot.service.history import History
from metrobot.service.table import GameId, Person, PlayerId, Seating, Status, Table
from metrobot.store.rows import GameRow
from metrobot.store.store import Store

CACHED_GAMES = 64
"""Of how many games the state is kept in memory."""


class Reader:
    """Makes tables of games, replaying only what is new."""

    def __init__(self, store: Store, titles: Mapping[str, Title[Any, Any]]) -> None:
        self._store = store
        self._titles = titles
        self._cache: OrderedDict[int, History] = OrderedDict()

    async def by_id(self, game: int) -> Table:
        """Return a game.

        Raises:
            TableError: there is none with this id.
        """
        return await self.table(known(await self._store.by_id(game)))

    async def table(self, row: GameRow) -> Table:
        """Return the table of a game as it was read from the store."""
        return table_of(self.title(row), row, await self.history(row))

    def title(self, row: GameRow) -> Title[Any, Any]:
        """Return the rules of a stored game."""
        return self._titles[row.title]

    async def history(self, row: GameRow) -> History | None:
        """Return what has happened in a game; None while it is a lobby."""
        if row.players is None:
            return None
        found = self._cache.get(row.id)
        if found is None or found.revision > row.revision:
            found = histories.begin(self.title(row), rules_of(row))
        if found.revision < row.revision:
            rows = await self._store.events(row.id, found.revision, row.revision)
            found = found.extended(rows)
        self.keep(row.id, found)
        return found

    def keep(self, game: int, history: History) -> None:
        """Keep a history in memory, in place of the one that was longest unused."""
        kept = self._cache.get(game)
        if kept is None or kept.revision < history.revision:
            self._cache[game] = history
        self._cache.move_to_end(game)
        if len(self._cache) > CACHED_GAMES:
            self._cache.popitem(last=False)


def known(row: GameRow | None) -> GameRow:
    """Return a game that was found.

    Raises:
        TableError: none was found.
    """
    if row is None:
        raise TableError(TableKey.NONE_HERE)
    return row


def rules_of(row: GameRow) -> Ruleset:
    """Return the ruleset of a game that has started."""
    return Ruleset(row.title, row.players or 0, tuple(row.options.items()))


def table_of(title: Title[Any, Any], row: GameRow, history: History | None) -> Table:
    """Return the table of a game whose history is known."""
    status = Status(row.status)
    return Table(
        id=GameId(row.id),
        guild=row.guild,
        channel=row.channel,
        title=title,
        status=status,
        host=PlayerId(row.host),
        capacity=row.capacity,
        people=tuple(Person(PlayerId(p.id), p.name, p.dm_closed) for p in row.people),
        options=dict(row.options),
        seating=cast("Seating", row.seating),
        revision=row.revision,
        ruleset=None if history is None else rules_of(row),
        state=None if history is None else history.state,
        log=() if history is None else history.log,
        commitment=row.commitment,
        salt=row.salt,
        key=row.key if status is Status.OVER else None,
        board_message=row.board_message,
        created_at=row.created_at,
        turn_since=row.turn_since,
        starts=() if history is None else history.starts,
    )
