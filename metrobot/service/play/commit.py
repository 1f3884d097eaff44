"""Storing an act, and having it told."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context, copy_context
from dataclasses import dataclass, replace
from functools import partial

from metrobot.service.model.clock import SteadyClock
from metrobot.service.model.history import History
from metrobot.service.model.loader import TableLoader, table_of
from metrobot.service.model.play import GameId
from metrobot.service.model.table import Table
from metrobot.service.outbox import turn_batches
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import JustStored, OutboxWorker
from metrobot.service.play import acts, lock_choice
from metrobot.service.play.plans import plan_due
from metrobot.service.waits.absences import with_waits
from metrobot.store.db.errors import DatabaseTroubleError, UnsureError
from metrobot.store.schema.act_rows import DeliveryRow, Move, Stream
from metrobot.store.schema.rows import StaleError
from metrobot.store.store import Store

TRIES = 20
"""Most further tries of an act of which the database did not say whether it is stored."""
PAUSE = 1.0
"""Seconds before each of them."""


@dataclass(eq=False)
class Committer:
    """Stores acts and has them told, the lock of their game held.

    Attributes:
        store: stores acts.
        clock: tells how far the time of day is ahead.
        loader: keeps tables.
        outbox: posts deliveries.
        prepare: makes the message of a turn, given a table and the turn's number,
            and keeps it with the table; posts nothing.
    """

    store: Store
    clock: SteadyClock
    loader: TableLoader
    outbox: OutboxWorker
    prepare: Callable[[Table, int], None]

    async def commit(self, write: lock_choice.Write, move: Move, history: History) -> Table:
        """Store an act and have it told.

        Args:
            write: stores the move.
            move: the act.
            history: the game after it.

        Raises:
            TableError: another writer was faster.
            UnsureError: the database does not say whether it is stored.
        """
        game = GameId(move.game.id)
        # Of an act that is not stored yet: nobody else may see it.
        table = table_of(history.title, move.game, history)
        old_row = await self.loader.row_seen(table.id)
        title, awaited = table.title, table.places_to_act()
        turn, points = title.turn_number(history.state), title.points(history.state)
        goes_on = awaited if turn == move.game.turn else ()
        if (move := with_waits(move, table, old_row, goes_on, self.clock.ahead)).clocks:
            table = table_of(history.title, move.game, history)
        move = replace(move, game=replace(move.game, awaited=awaited, turn=turn, points=points))
        # Turns that play themselves come in one message.
        if turn_batches.may_come_together(old_row, move.game):
            revision = await self.store.outbox.last_turn_revision(table.id)
            plan, batches = plan_due(table), partial(turn_batches.deliveries_of, move.deliveries)
            deliveries, instead = (
                batches(table, revision, has_plan=has_plan)
                for has_plan in (plan is not None, False)
            )
            owners = [] if plan is None else [table.person_at(plan.seat).id]
            plans = {p.id: p.plans for p in old_row.people if p.id in (*owners, *move.spent)}
            move = replace(move, deliveries=deliveries, instead=instead, plans=plans)
        try:
            pending = await acts.refuse_stale(self._stored(write, self._announced(move, table)))
        except BaseException:
            # Also if the task was cancelled: the act may well be stored by now, so read it again.
            self.loader.forget(game)
            self.outbox.deliver_soon(Stream(game))
            raise
        self.loader.keep_table(move.game, history, table)
        self.outbox.deliver_soon(Stream(game), JustStored(table, pending))
        return table

    async def _stored(self, write: lock_choice.Write, move: Move) -> tuple[DeliveryRow, ...]:
        """Store an act once, also if the database breaks off; return the game's deliveries."""
        try:
            return await write(move)
        except UnsureError:
            # Without events no revision is taken: another try could store the act twice.
            if not move.events:
                raise
            for _ in range(TRIES):
                await asyncio.sleep(PAUSE)
                with suppress(DatabaseTroubleError):  # the server is not up yet
                    try:
                        return await write(move)
                    except StaleError:
                        # Somebody was faster: perhaps our first try.
                        if not await self._is_stored(move):
                            raise
                        return await self.store.outbox.pending(move.game.id)
            raise

    async def _is_stored(self, move: Move) -> bool:
        """Return whether the events of an act are in the log: others have other times."""
        there = await self.store.games.events(move.game.id, move.after, move.game.revision)
        return [(e.revision, e.at) for e in there] == [(e.revision, e.at) for e in move.events]

    def _announced(self, move: Move, table: Table) -> Move:
        """Return a move that starts the work on its message just before its commit."""
        turns = (row.turn for row in move.deliveries if row.kind == DeliveryKind.TURN)
        turn = next(turns, None)
        # The message is made while only the disk is waited for.
        # A private game's turns are not posted.
        if turn is None or table.place.private:
            return move
        loop, work = asyncio.get_running_loop(), partial(self._work_ahead, table, turn)
        # The database's thread has a context of its own, in which it may be another time.
        return replace(move, written=partial(_soon, loop, copy_context(), work))

    def _work_ahead(self, table: Table, turn: int) -> None:
        # An error comes again, and is handled, when the message is posted.
        with suppress(Exception):
            self.prepare(table, turn)


def _soon(loop: asyncio.AbstractEventLoop, context: Context, work: Callable[[], None]) -> None:
    # The loop may have ended by now.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(work, context=context)
