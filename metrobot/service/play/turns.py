"""Turns of people: drafts, and playing them."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias, cast

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft
from metrobot.service.model import guards
from metrobot.service.model.drafts import Drafts
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.history import History
from metrobot.service.model.loader import TablesPart, dealing_of
from metrobot.service.model.play import GameId, Play, PlayerId, rest_of
from metrobot.service.model.table import Table
from metrobot.service.play import acts, lock_choice
from metrobot.service.play.lock_choice import Commit
from metrobot.store.schema.rows import GameRow, ResealedError

MOST_TRIES = 20
"""Most tries to lock while other processes lock too; eight people cause few."""
TurnMaker = Callable[[Table, History, Seat, datetime], History]
"""Plays a turn for the awaited seat; raises if that is not allowed."""
Back: TypeAlias = Callable[[GameId, PlayerId], Awaitable[None]]
"""Ends the cover of a player's seat, if there is one, the game's lock held."""


class ConfirmedTurn(NamedTuple):
    """A draft that was confirmed, and the table after it.

    Attributes:
        table: after the turn, or the lock.
        draft: as it was confirmed.
        left_out: number of its last actions that were not played, as the turn was over.
    """

    table: Table
    draft: Draft[Any, Any]
    left_out: int


class TableDraft(NamedTuple):
    """A draft with the board on which it stands.

    Attributes:
        table: as it was read for the draft.
        draft: choices of the player so far.
    """

    table: Table
    draft: Draft[Any, Any]


@dataclass(eq=False)
class Turns(TablesPart):
    """Lets people plan their turns and play them."""

    drafts: Drafts
    back: Back
    commit: Commit

    async def begin_draft(self, game: GameId, player: PlayerId) -> TableDraft:
        """Return a draft for a player whose turn it is: empty, or with their locked choice.

        If a computer covered them, they are back. Somebody new is shown their hand by it, and
        has their seat for good then.

        Raises:
            TableError: not running, not seated, or not their turn.
        """
        table = await self.loader.by_id(game)
        if _is_covered(table, player):
            async with self.locks.of(game):
                await self.back(game, player)
            table = await self.loader.by_id(game)
        if table.is_unseen(player) and any(p.id == player for p in table.people_choosing()):
            await acts.refuse_stale(self.store.seats.settle(game, player))
            self.loader.forget(game)
            table = await self.loader.by_id(game)
        return TableDraft(table, lock_choice.draft_for(table, player))

    async def read_draft(
        self, game: GameId, player: PlayerId, revision: int, code: str
    ) -> TableDraft:
        """Return the draft that a code stands for.

        Args:
            game: the game.
            player: whose draft it is.
            revision: of the table when the draft was begun.
            code: as `Draft.code` gave it.

        Raises:
            TableError: not seated, not running, moved on since, or not their turn.
        """
        table = await self.loader.by_id(game)
        seat = guards.seat_on(table, player, revision)
        return TableDraft(table, self.drafts.read(table, seat, code))

    async def confirm(self, game: GameId, player: PlayerId, revision: int, code: str) -> Table:
        """Play a whole draft, or nothing, and the draws of chance after it.

        If all choose at once it is locked, and played with the last lock.

        Raises:
            TableError: as for `read_draft`, or it is not a whole turn.
        """
        return (await self.play_draft(game, player, revision, code)).table

    async def play_draft(
        self, game: GameId, player: PlayerId, revision: int, code: str
    ) -> ConfirmedTurn:
        """Play a whole draft as `confirm` does, and return what was left out of it.

        Raises:
            TableError: as for `confirm`.
        """
        drafts = list[Draft[Any, Any]]()

        def turn(table: Table, history: History, seat: Seat, now: datetime) -> History:
            # Called again for each try, so the last draft is the one that was played.
            drafts.append(self.drafts.read(table, seat, code))
            return acts.history_after_draft(history, drafts[-1], now)

        table = await self._play(game, player, revision, turn)
        return ConfirmedTurn(table, drafts[-1], acts.count_left_out(table, drafts[-1]))

    async def act(
        self, game: GameId, player: PlayerId, revision: int, actions: Sequence[Action]
    ) -> Table:
        """Play some actions, all or none, and the draws of chance after them.

        If all choose at once they are locked, and played with the last lock.

        Raises:
            TableError: no action, not seated, not running, moved on since, or
                not their turn.
            RuleError: the rules forbid one of them.
        """
        if not actions:
            raise TableError(TableKey.TURN_UNFINISHED)

        def turn(_: Table, history: History, seat: Seat, now: datetime) -> History:
            return acts.history_after(history, seat, actions, now)

        return await self._play(game, player, revision, turn)

    def keep_draft(self, table: Play, draft: Draft[Any, Any]) -> Draft[Any, Any]:
        """Remember a draft that is shown to its player; return it as it was remembered, if it was.

        So it is not tried again, nor worked out again what can be told of it.

        Args:
            table: the newest board.
            draft: choices of the player so far.
        """
        return self.drafts.put(table, draft)

    async def _play(self, game: GameId, player: PlayerId, revision: int, turn: TurnMaker) -> Table:
        """Play a turn, whole or not at all."""
        async with self.locks.of(game):
            # A row in memory is enough to see that nothing covers them, and Confirm reads nothing.
            if _is_covered(row := await self.loader.row_at(game, revision), player):
                # Playing ends a cover as planning does; otherwise the computer would go on with
                # the next turn.
                await self.back(game, player)
                row = await self.loader.row_at(game, revision)
            for _ in range(MOST_TRIES):
                # Another process has stored a choice meanwhile: now this may be the last one.
                with suppress(ResealedError):
                    return await self._played(row, player, revision, turn)
                row = await self.loader.row_at(game, revision)
        raise TableError(TableKey.STALE)

    async def _played(
        self, row: GameRow, player: PlayerId, revision: int, turn: TurnMaker
    ) -> Table:
        """Play a turn, the game's lock held."""
        table = await self.loader.table(row)
        seat = guards.seat_on(table, player, revision)
        old = cast("History", table.history)  # `seat_on` refuses a game that has none
        now = self.clock.now()
        new = turn(table, old, seat, now)
        # Whoever plays ends the rest, also with a choice that waits for others.
        if row.rest_until and rest_of(row, wall := self.clock.wall()) is not None:
            row = replace(row, rest_until=wall)
        if table.title.is_simultaneous:
            lock = lock_choice.lock_choice(self.store, row, old, new, seat=seat, now=now)
            return await self.commit(*lock)
        new = new.settled(dealing_of(row), now)
        move = acts.turn_move(row, old, new, now)
        return await self.commit(self.store.games.append, move, new)


def _is_covered(game: Table | GameRow, player: PlayerId) -> bool:
    """Return whether a computer plays for a person in a game."""
    return any(person.id == player and person.cover for person in game.people)
