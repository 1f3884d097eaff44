"""From what is stored to a table, with the latest states kept in memory."""

import asyncio
import math
from dataclasses import replace
from typing import NamedTuple, cast

from cachetools import LRUCache

from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import AnyTitle, Titles
from metrobot.service.model import history as histories
from metrobot.service.model.chance import Dealing
from metrobot.service.model.computers import computer_of
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.history import History
from metrobot.service.model.play import Departed, GameId, Person, PlayerId, Status
from metrobot.service.model.sealed_choices import choices_of
from metrobot.service.model.table import Place, Seating, Table
from metrobot.store.schema.rows import GameRow, PersonRow, TakenBackError
from metrobot.store.store import Store

CACHED_GAMES = 64
"""Of how many games the state is kept in memory."""
ON_ITS_WAY = 1.0
"""Seconds for which what was read of a game may still be on its way."""


class _LoadedTable(NamedTuple):
    """A table, and all that it was made of."""

    row: GameRow
    history: History | None
    table: Table


class TableLoader:
    """Makes tables of games, replaying only what is new."""

    def __init__(self, store: Store, titles: Titles) -> None:
        self._store = store
        self._titles = titles
        self._histories: LRUCache[int, History] = LRUCache(CACHED_GAMES)
        self._rows: LRUCache[int, GameRow] = LRUCache(CACHED_GAMES)
        self._tables: LRUCache[int, _LoadedTable] = LRUCache(CACHED_GAMES)
        self._heard: LRUCache[int | None, float] = LRUCache(CACHED_GAMES)

    async def by_id(self, game: int) -> Table:
        """Return a game.

        Raises:
            TableError: there is none with this id.
        """
        return await self.table(existing(await self._store.by_id(game)))

    async def table(self, row: GameRow) -> Table:
        """Return the table of a game as it was read from the store."""
        return self.table_from(row, await self.history(row))

    async def glance(self, row: GameRow) -> Table:
        """Return the table of a game with who is awaited, and nothing else of what has happened.

        So a list of games, or a round through all of them, plays none of them again.
        """
        if row.status == Status.RUNNING and row.awaited is None:
            return await self.table(row)  # no act since that is stored
        table = table_of(self.title(row), row, None)
        return replace(table, expected=tuple(table.people[place] for place in row.awaited or ()))

    def table_from(self, row: GameRow, history: History | None) -> Table:
        """Return the table of a game; the same one as long as nothing of it has changed."""
        kept = self._tables.get(row.id)
        if kept is None or kept.history is not history or kept.row != row:
            kept = _LoadedTable(row, history, table_of(self.title(row), row, history))
            self._tables[row.id] = kept
        return kept.table

    def unsaved_table(self, row: GameRow, history: History) -> Table:
        """Return the table of a game as it will be, for nobody else until it is stored."""
        return table_of(self.title(row), row, history)

    def keep_table(self, row: GameRow, history: History, table: Table) -> None:
        """Keep what has just been stored of a game, and the table that was made of it."""
        self.keep(row, history)
        self._tables[row.id] = _LoadedTable(row, history, table)

    def title(self, row: GameRow) -> AnyTitle:
        """Return the rules of a stored game."""
        return self._titles[row.title]

    async def history(self, row: GameRow) -> History | None:
        """Return what has happened in a game; None while it is a lobby."""
        if row.players is None:
            return None
        found = self._histories.get(row.id)
        if found is None or found.revision > row.revision:
            found = histories.new_history(self.title(row), rules_of(row))
        if found.revision < row.revision:
            found = await self._followed(row, found)
        self.keep(row, found)
        return found

    async def _followed(self, row: GameRow, found: History) -> History:
        """Return a history up to a later revision; made again if a part of it was taken back."""
        try:
            rows = await self._store.events(row.id, found.revision, row.revision)
        except TakenBackError:
            return await self._followed(row, histories.new_history(found.title, rules_of(row)))
        return replace(found.extended(rows), revision=row.revision)

    async def as_of(self, game: int, revision: int) -> Table:
        """Return a game as it was played at an earlier revision, all else as it is now.

        Raises:
            TableError: there is none with this id.
        """
        row = replace(
            existing(await self._store.by_id(game)),
            revision=revision,
            status=Status.RUNNING,
            sealed=(),
        )
        start = histories.new_history(self.title(row), rules_of(row))
        return table_of(start.title, row, await self._followed(row, start))

    def keep(self, row: GameRow, history: History) -> None:
        """Keep what was read or has just been stored of a game."""
        kept = self._histories.get(row.id)
        if kept is None or kept.revision < history.revision:
            self._histories[row.id] = history
        known_row = self._rows.get(row.id)
        # Also of the same revision: locks and messages change a row, not its revision.
        is_newer = known_row is None or known_row.revision <= row.revision
        if is_newer and not self._is_in_doubt(row.id):
            self._rows[row.id] = row

    async def row_at(self, game: int, revision: int) -> GameRow:
        """Return a game that somebody has seen at this revision, from memory if possible.

        What another process has stored since is found out by the store, which
        refuses to write after another revision than the one that is named, or
        with other choices sealed than were seen.

        Raises:
            TableError: there is no such game.
        """
        row = self._remembered(game)
        if row is not None and row.revision == revision:
            return row
        return existing(await self._store.by_id(game))

    async def row_seen(self, game: int) -> GameRow:
        """Return a game as it was last read, from memory if possible: for what seldom changes.

        Raises:
            TableError: there is no such game.
        """
        return self._remembered(game) or existing(await self._store.by_id(game))

    def _remembered(self, game: int) -> GameRow | None:
        """Return a game as it was last read, if it is known what others have changed since."""
        return self._rows.get(game) if self._store.is_heard else None

    def is_newest(self, table: Table) -> bool:
        """Return whether nothing newer is known of a game."""
        history = self._histories.get(table.id)
        return history is not None and history.revision == table.revision

    def board_posted(self, game: int, message: int) -> None:
        """Note the newest board message of a game that is kept."""
        row = self._rows.get(game)
        if row is not None:
            self._rows[game] = replace(row, board_message=message)

    def forget(self, game: int | None = None) -> None:
        """Have a game, or every game, read again from the store."""
        if game is None:
            self._rows.clear()
            self._tables.clear()
        else:
            self._rows.pop(game, None)
            self._tables.pop(game, None)

    def changed_elsewhere(self, game: int | None = None) -> None:
        """Forget a game, or every game, that another process has just changed.

        What was read before that may still be on its way, and nothing would tell of it
        again: so nothing is kept for a moment.
        """
        self.forget(game)
        self._heard[game] = asyncio.get_running_loop().time()

    def _is_in_doubt(self, game: int) -> bool:
        """Return whether a row of a game may be older than what was heard of it."""
        heard = max(self._heard.get(game) or -math.inf, self._heard.get(None) or -math.inf)
        return asyncio.get_running_loop().time() - heard < ON_ITS_WAY

    def forget_all(self) -> None:
        """Forget whatever was read: another database has taken the place of the one that was."""
        self.forget()
        self._histories.clear()


def existing(row: GameRow | None) -> GameRow:
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


def dealing_of(row: GameRow) -> Dealing:
    """Return what the draws of a game follow from: secret while it is played."""
    return Dealing(bytes.fromhex(row.key), row.salt, row.dealing)


def _person(row: PersonRow) -> Person:
    """Return somebody at a table as others know them."""
    player, computer = PlayerId(row.id), computer_of(row.id)
    name = row.name if computer is None else computer.name
    return Person(player, name, row.dm_closed, row.away_until, row.cover, row.hints)


def table_of(title: AnyTitle, row: GameRow, history: History | None) -> Table:
    """Return the table of a game whose history is known."""
    status = Status(row.status)
    return Table(
        id=GameId(row.id),
        place=Place(
            guild=row.guild,
            channel=row.channel,
            host=PlayerId(row.host),
            board_message=row.board_message,
            lost=row.lost,
            private=row.private,
        ),
        title=title,
        status=status,
        capacity=row.capacity,
        people=tuple(map(_person, row.people)),
        departed=tuple(
            Departed(each.position, each.revision, _person(each.person)) for each in row.departed
        ),
        options=dict(row.options),
        seating=cast("Seating", row.seating),
        revision=row.revision,
        ruleset=None if history is None else rules_of(row),
        state=None if history is None else history.state,
        log=() if history is None else history.log,
        commitment=row.commitment,
        salt=row.salt,
        dealing=row.dealing,
        computed=row.computed,
        hints=row.hints,
        key=row.key if status is Status.OVER else None,
        created_at=row.created_at,
        turn_since=row.turn_since,
        starts=() if history is None else history.starts,
        sealed={} if history is None else choices_of(history, row.sealed),
    )
