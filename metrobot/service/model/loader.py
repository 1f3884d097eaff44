"""Making tables of stored games, with the latest states kept in memory."""

import asyncio
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

from cachetools import LRUCache

from metrobot.engine.ruleset import Ruleset, with_defaults
from metrobot.engine.title import AnyTitle, Titles
from metrobot.service.model import guards
from metrobot.service.model import history as histories
from metrobot.service.model.chance import Dealing
from metrobot.service.model.clock import SteadyClock
from metrobot.service.model.computers import computer_of
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.history import History
from metrobot.service.model.keyed_locks import KeyedLocks
from metrobot.service.model.play import Departed, Person, Status
from metrobot.service.model.sealed_choices import choices_of
from metrobot.service.model.table import Place, Table
from metrobot.store.schema.rows import GameRow, PersonRow, TakenBackError, row_of, rows_of
from metrobot.store.store import Store

CACHED_GAMES = 64
"""Most games whose state is kept in memory."""
ON_ITS_WAY = 1.0
"""Seconds after which a row that was read before a notification has surely arrived."""


class _LoadedTable(NamedTuple):
    """Table with the row and the history that it was made of."""

    row: GameRow
    history: History | None
    table: Table


class TableLoader:
    """Makes tables of stored games, and replays only events that are new."""

    def __init__(self, store: Store, titles: Titles) -> None:
        self._store = store
        self.titles = titles
        self._histories: LRUCache[int, History] = LRUCache(CACHED_GAMES)
        self._rows: LRUCache[int, GameRow] = LRUCache(CACHED_GAMES)
        self._tables: LRUCache[int, _LoadedTable] = LRUCache(CACHED_GAMES)
        self._heard: LRUCache[int | None, float] = LRUCache(CACHED_GAMES)

    async def by_id(self, game: int) -> Table:
        """Return a game.

        Raises:
            TableError: there is none with this id.
        """
        return await self.table(existing(await self._store.games.by_id(game)))

    async def running(self, game: int) -> tuple[GameRow, Table, History]:
        """Return a running game, its lock held.

        Raises:
            TableError: it is not running.
        """
        row = existing(await self._store.games.by_id(game))
        table = await self.table(row)
        guards.check_running(table)
        return row, table, cast("History", table.history)  # a running game has one

    async def glance(self, row: GameRow) -> Table:
        """Return the table of a game without its history, but with those who are awaited.

        Lists of games and rounds through all of them need not replay any.
        """
        if row.status == Status.RUNNING and row.awaited is None:
            # Stored by an older release: no act since then has noted who is awaited.
            return await self.table(row)
        table = table_of(self.title(row), row, None)
        return replace(table, expected=tuple(table.people[place] for place in row.awaited or ()))

    async def table(self, row: GameRow) -> Table:
        """Return the table of a game as it was read; the same object until something changes."""
        history, entry = await self.history(row), self._tables.get(row.id)
        if entry is None or entry.history is not history or entry.row != row:
            entry = _LoadedTable(row, history, table_of(self.title(row), row, history))
            self._tables[row.id] = entry
        return entry.table

    def keep_table(self, row: GameRow, history: History, table: Table) -> None:
        """Keep a game that has just been stored, with its table."""
        self.keep(row, history)
        self._tables[row.id] = _LoadedTable(row, history, table)

    def title(self, row: GameRow) -> AnyTitle:
        """Return the rules of a stored game."""
        return self.titles[row.title]

    async def history(self, row: GameRow) -> History | None:
        """Return the history of a game; None while it is a lobby."""
        if row.players is None:
            return None
        history = self._histories.get(row.id)
        # The row may have been read before the newest act was stored: its history must fit it.
        if history is None or history.revision > row.revision:
            history = self._start(row)
        if history.revision < row.revision:
            history = await self._followed(row, history)
        self.keep(row, history)
        return history

    def _start(self, row: GameRow) -> History:
        """Return the history of a game before its first event."""
        title = self.title(row)
        return histories.new_history(title, rules_of(title, row))

    async def _followed(self, row: GameRow, history: History) -> History:
        try:
            rows = await self._store.games.events(row.id, history.revision, row.revision)
        except TakenBackError:
            # Some of the events that were known are void now: start over from the first.
            return await self._followed(row, self._start(row))
        return replace(history.extended(rows), revision=row.revision)

    async def as_of(self, game: int, revision: int) -> Table:
        """Return a game as it stood at an earlier revision, with everything else as it is now.

        Raises:
            TableError: there is none with this id.
        """
        row = existing(await self._store.games.by_id(game))
        row = replace(row, revision=revision, status=Status.RUNNING, sealed=())
        start = self._start(row)
        return table_of(start.title, row, await self._followed(row, start))

    def keep(self, row: GameRow, history: History) -> None:
        """Keep the row and history of a game that were read or have just been stored."""
        old_history = self._histories.get(row.id)
        if old_history is None or old_history.revision < history.revision:
            self._histories[row.id] = history
        known_row = self._rows.get(row.id)
        # Rows of the same revision too: locks and messages change a row, but not its revision.
        is_newer = known_row is None or known_row.revision <= row.revision
        last_news = max(self._heard.get(row.id, -math.inf), self._heard.get(None, -math.inf))
        # A row that arrives now may be older than the last notification.
        if is_newer and asyncio.get_running_loop().time() - last_news >= ON_ITS_WAY:
            self._rows[row.id] = row

    async def row_at(self, game: int, revision: int) -> GameRow:
        """Return a game that somebody has seen at a revision, from memory if possible.

        Raises:
            TableError: there is no such game.
        """
        # Another process may have stored something since. The store finds out: it refuses to
        # write on another revision, or beside other sealed choices, than were seen.
        row = self.remembered(game)
        if row is not None and row.revision == revision:
            return row
        return existing(await self._store.games.by_id(game))

    async def row_seen(self, game: int) -> GameRow:
        """Return a game as it was last read, from memory if possible, for data that seldom changes.

        Raises:
            TableError: there is no such game.
        """
        return self.remembered(game) or existing(await self._store.games.by_id(game))

    def remembered(self, game: int) -> GameRow | None:
        """Return a game as it was last read, if it is in memory."""
        # While the server cannot be heard, another process may have changed anything.
        return self._rows.get(game) if self._store.signals.is_heard else None

    def is_newest(self, table: Table) -> bool:
        """Return whether nothing newer is known of a game."""
        history = self._histories.get(table.id)
        return history is not None and history.revision == table.revision

    def board_posted(self, game: int, message: int) -> None:
        """Set the newest board message of a game that is kept."""
        row = self._rows.get(game)
        if row is not None:
            self._rows[game] = replace(row, board_message=message)

    def forget(self, game: int | None = None) -> None:
        """Read a game, or every game, from the store again."""
        if game is None:
            self._rows.clear()
            self._tables.clear()
            # An act under way, whose game nobody has locked for this, still has what was before.
            self._heard[None] = asyncio.get_running_loop().time()
        else:
            self._rows.pop(game, None)
            self._tables.pop(game, None)

    def changed_elsewhere(self, game: int | None = None) -> None:
        """Forget a game, or every game, that another process has just changed."""
        self.forget(game)
        # A row that was read before the change may still be on its way, and nothing would tell of
        # it again: so for a moment nothing new is kept.
        self._heard[game] = asyncio.get_running_loop().time()

    def forget_all(self) -> None:
        """Drop all caches: another database has taken the place of the old one."""
        self.forget()
        self._histories.clear()


@dataclass(eq=False)
class TablesPart:
    """Part of the service that reads and changes games.

    Attributes:
        store: keeps games.
        clock: tells the time.
        loader: makes tables.
        locks: of games, by their ids; held by whoever changes one.
    """

    store: Store
    clock: SteadyClock
    loader: TableLoader
    locks: KeyedLocks


def existing(row: GameRow | None) -> GameRow:
    """Return a row, or refuse if the game does not exist.

    Raises:
        TableError: none was found.
    """
    if row is None:
        raise TableError(TableKey.NONE_HERE)
    return row


# The one place where stored options are completed: a game of an older release lacks later ones.
def rules_of(title: AnyTitle, row: GameRow) -> Ruleset:
    """Return the ruleset of a game that has started."""
    options = with_defaults(title.options, row.options)
    return Ruleset(title.id, row.players or 0, tuple(options.items()))


def dealing_of(row: GameRow) -> Dealing:
    """Return the dealing of a game: secret while it is played."""
    return Dealing(bytes.fromhex(row.key), row.salt, row.dealing)


def _people(rows: Iterable[PersonRow]) -> Iterator[Person]:
    for person in rows_of(Person, rows):
        computer = computer_of(person.id)
        yield person if computer is None else replace(person, name=computer.name)


def table_of(title: AnyTitle, row: GameRow, history: History | None) -> Table:
    """Return the table of a game whose history is known."""
    status = Status(row.status)
    return row_of(
        Table,
        row,
        place=row_of(Place, row),
        title=title,
        status=status,
        people=tuple(_people(row.people)),
        departed=tuple(
            row_of(Departed, departure, person=next(_people((departure.person,))))
            for departure in row.departed
        ),
        options=with_defaults(title.options, row.options),
        ruleset=None if history is None else history.state.rules,
        history=history,
        key=row.key if status is Status.OVER else None,
        sealed={} if history is None else choices_of(history, row.sealed),
        removed=row.removed or (),
    )
