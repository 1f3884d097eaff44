"""Posting deliveries: in order, at least once, and without ever undoing a move."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Self

from cachetools import LRUCache

from metrobot.service.model.clock import Clock
from metrobot.service.model.keyed_locks import KeyedLocks
from metrobot.service.model.loader import TableLoader
from metrobot.service.model.play import GameId, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox import retry, turn_batches
from metrobot.service.outbox.delivery import (
    DM_CLOSED_REASON,
    Delivery,
    DeliveryKind,
    Notifier,
    Undeliverable,
)
from metrobot.service.outbox.kinds import Lane, Queue, handling_of, queue_of, recipient_of
from metrobot.store.db.errors import DatabaseTroubleError
from metrobot.store.schema.rows import DeliveryRow, NewDelivery, Stream
from metrobot.store.store import Store
from metrobot.vitals import log_context
from metrobot.vitals.listener import UNHEARD, Vitals

log = logging.getLogger(__name__)

# Drawing is what a turn costs: more games at once would only be late together.
GAMES_AT_ONCE = 8
"""Most games that are read and drawn at the same time; posting does not count."""
# Whoever is called should find the board in the channel.
AHEAD = 2.0
"""Most seconds by which direct messages wait for the channel."""
ROUND = 5.0
"""Most seconds that a round waits for the deliveries it has begun."""
LEASE = timedelta(seconds=10)
"""Time for which other processes leave the delivery of a dead process alone."""
RENEWED = 3.0
"""Seconds after which the lease of a delivery under way is renewed."""
PATIENCE = 5.0
"""Most seconds that a closing service waits for deliveries under way."""
MOST_TRIES = 8
"""Attempts before a reminder, or a message of no game to a lost channel, is given up."""
MOST_SETTLED = 1_000
"""Most settled deliveries that are remembered, to notice that a list of pending ones is old."""
MOST_FAULTS = 12
"""Attempts of one process at a delivery that fails by a fault of ours: nearly three hours."""


@dataclass(frozen=True, slots=True)
class JustStored:
    """A game that was stored a moment ago.

    Attributes:
        table: the game after the act.
        pending: all its pending deliveries.
    """

    table: Table
    pending: tuple[DeliveryRow, ...]


class _Slot:
    """One of the places for games that are read and drawn at once; released only once."""

    def __init__(self, slots: asyncio.Semaphore) -> None:
        self._slots = slots
        self._is_held = False

    async def __aenter__(self) -> Self:
        await self._slots.acquire()
        self._is_held = True
        return self

    async def __aexit__(self, *_: object) -> None:
        self.give_back()

    def give_back(self) -> None:
        """Release the place to another game."""
        if self._is_held:
            self._is_held = False
            self._slots.release()


# Why messages are stored first and posted later: docs/decisions/outbox.md.
@dataclass(eq=False)
class OutboxWorker:
    """Posts pending deliveries: those of a game in order, those of no game by channel or person.

    The channel and each person are told side by side, so that a message that
    has to wait holds up only its own lane. The note of who has locked edits the
    board's message, if that is out, and holds up nothing.

    Attributes:
        store: keeps the pending deliveries.
        clock: tells the time.
        loader: makes tables.
        acting: locks of games, held by whoever changes one.
        notifier: posts deliveries.
        hurry: is called with the time until a retry.
        vitals: is told of each delivery that is given up.
    """

    store: Store
    clock: Clock
    loader: TableLoader
    acting: KeyedLocks
    notifier: Notifier
    hurry: Callable[[timedelta], None]
    vitals: Vitals = UNHEARD

    def __post_init__(self) -> None:
        self._name = secrets.token_hex(8)
        self._retries = retry.RetrySchedule(self.clock)
        self._faults = dict[int, int]()
        self._settled = LRUCache[int, bool](MOST_SETTLED)
        self._locks = KeyedLocks()
        self._slots = asyncio.Semaphore(GAMES_AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    async def deliver_pending(self, game: GameId | None = None) -> None:
        """Deliver all that is due, of one game or of all, and wait until it is done."""
        under_way = tuple(self._tasks)
        due = [Stream(game)] if game is not None else await self._due()
        await asyncio.gather(*(self._deliver(each) for each in due))
        if under_way:
            await asyncio.wait(under_way)

    async def deliver_due(self) -> None:
        """Begin to deliver all that is due, and wait a few seconds for it."""
        if not self.notifier.is_ready:
            return
        begun = [self._begin(stream) for stream in await self._due()]
        if begun:
            await asyncio.wait(begun, timeout=ROUND)

    async def next_in(self) -> timedelta | None:
        """Return the time until the next delivery is due; None if nothing is pending."""
        rows = await self.store.outbox.every_pending()
        if not rows:
            return None
        ahead = self._first_in_lanes(rows)
        # A delivery under way does not count: if it fails, it calls for the next round itself.
        idle = (row for row in ahead if not self._locks.is_held((row.stream, recipient_of(row))))
        return min(map(self._left, idle), default=retry.LONGEST_PAUSE)

    def deliver_soon(self, stream: Stream, stored: "JustStored | None" = None) -> None:
        """Begin to deliver what is due in a stream, without waiting for it.

        Args:
            stream: the stream.
            stored: the game if it was just stored, to spare a look into the store.
        """
        if self.notifier.is_ready:
            self._begin(stream, stored)

    async def close(self) -> None:
        """Wait a few seconds for deliveries under way, then cancel them."""
        if not self._tasks:
            return
        _, late = await asyncio.wait(self._tasks, timeout=PATIENCE)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def _begin(self, stream: Stream, stored: "JustStored | None" = None) -> "asyncio.Task[None]":
        task = asyncio.create_task(self._deliver(stream, stored), name=_task_name(stream))
        # The event loop keeps only a weak reference to a task.
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: "asyncio.Task[None]") -> None:
        """Drop a task that is done, and log its failure; unsent deliveries stay pending."""
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed", task.get_name(), exc_info=error)
            if isinstance(error, Exception):
                # Nothing else would come back to it soon. Other errors end the process.
                self.hurry(retry.FIRST_PAUSE)

    async def _due(self) -> list[Stream]:
        rows = await self.store.outbox.every_pending()
        self._retries.forget_all_but(rows)
        due = (row.stream for row in self._first_in_lanes(rows) if not self._left(row))
        return list(dict.fromkeys(due))

    def _first_in_lanes(self, rows: Sequence[DeliveryRow]) -> list[DeliveryRow]:
        found: dict[tuple[Stream, Queue], DeliveryRow] = {}
        for row in rows:
            found.setdefault((row.stream, queue_of(row)), row)
        return list(found.values())

    async def _deliver(self, stream: Stream, stored: "JustStored | None" = None) -> None:
        if not self.notifier.is_ready:
            return
        rows = stored.pending if stored else await self.store.outbox.pending(*stream)
        while runners := self._runners(rows):
            if len(runners) == 1:
                rows = await self._run(stream, runners[0], stored)
            else:
                await self._run_all(stream, runners, stored)
                rows = await self.store.outbox.pending(*stream)
            stored = None

    def _runners(self, rows: Sequence[DeliveryRow]) -> list[Queue]:
        """Return the recipients of due deliveries, the channel first."""
        due = (recipient_of(row) for row in self._first_in_lanes(rows) if not self._left(row))
        return sorted(dict.fromkeys(due), key=lambda runner: runner is not Lane.CHANNEL)

    async def _run_all(
        self, stream: Stream, runners: Sequence[Queue], stored: "JustStored | None"
    ) -> None:
        """Deliver to the channel and to several people at once, the channel a little ahead."""
        begun = list[asyncio.Task[tuple[DeliveryRow, ...]]]()
        try:
            for runner in runners:
                run = self._run(stream, runner, stored)
                begun.append(asyncio.create_task(run, name=_task_name(stream)))
                if runner is Lane.CHANNEL:
                    # With a limit: a stalled post in the channel must not hold up anybody else.
                    await asyncio.wait(begun, timeout=AHEAD)
            done = await asyncio.gather(*begun, return_exceptions=True)
        finally:
            # If this task is cancelled, its children are still running.
            for task in begun:
                task.cancel()
        for error in done:
            if isinstance(error, BaseException):
                raise error

    async def _run(
        self, stream: Stream, runner: Queue, stored: "JustStored | None"
    ) -> tuple[DeliveryRow, ...]:
        """Deliver all that is due to one recipient of a stream, one message after another.

        Returns:
            The deliveries of the stream that are pending after that.
        """
        lock = self._locks.of((stream, runner))
        if lock.locked():
            # Another task is delivering to this recipient: when it is done, this is outdated.
            stored = None
        # The lock first: whoever waits for another task must not hold a slot.
        async with lock:
            held_up: set[Queue] = set()
            while True:
                async with _Slot(self._slots) as slot:
                    if stored is not None and self._is_overtaken(stored):
                        stored = None
                    rows = stored.pending if stored else await self.store.outbox.pending(*stream)
                    row = self._next(rows, runner, held_up)
                    if row is None:
                        return rows
                    if await self._deliver_leased(row, stored, slot):
                        self._settled[row.id] = True
                    else:
                        held_up.add(queue_of(row))
                stored = None

    def _is_overtaken(self, stored: "JustStored") -> bool:
        """Return whether the game or its pending deliveries have changed since they were read."""
        if not self.loader.is_newest(stored.table):
            return True
        return any(self._settled.get(row.id) for row in stored.pending)

    async def _deliver_leased(
        self, row: DeliveryRow, stored: "JustStored | None", slot: _Slot
    ) -> bool:
        """Try one delivery unless another process leases it; return whether its lane is free."""
        if not self.store.is_shared:
            return await self._deliver_current(row, stored, slot)
        if not await self._lease(row):
            return await self._is_settled(row)
        renewing = asyncio.create_task(self._renew(row), name=f"hold {row.id}")
        try:
            return await self._deliver_current(row, stored, slot)
        except BaseException:
            # So that another process need not wait for the lease to run out.
            await self.store.outbox.release(row, self._name)
            raise
        finally:
            renewing.cancel()

    async def _lease(self, row: DeliveryRow) -> bool:
        """Lease a delivery; return whether this process has it now."""
        return await self.store.outbox.lease(row, self._name, LEASE)

    async def _is_settled(self, row: DeliveryRow) -> bool:
        """Return whether a delivery that another process had leased is settled by now."""
        found = await self.store.outbox.pending(*row.stream)
        same = next((each for each in found if each.id == row.id), None)
        # The other process is just about to post it, or was stopped in the middle: leave it alone
        # for a while.
        if same is not None and not self._left(same):
            self._retries.begin(same, same.next_at, retry.FIRST_PAUSE)
            self.hurry(retry.FIRST_PAUSE)
        return same is None

    async def _renew(self, row: DeliveryRow) -> None:
        while True:
            await asyncio.sleep(RENEWED)
            # The next try may succeed, and the lease lasts for three of them.
            with suppress(DatabaseTroubleError):
                await self._lease(row)

    def _left(self, row: DeliveryRow) -> timedelta:
        """Return the time that a delivery waits, for its retry or for a lease elsewhere."""
        return row.held_by_another(self._name) or self._retries.left(row)

    async def _deliver_current(
        self, row: DeliveryRow, stored: "JustStored | None", slot: _Slot
    ) -> bool:
        """Try one delivery on the game as it is now; return whether it is settled."""
        if row.game is None:
            return await self._attempt(None, row, slot)
        if not handling_of(row).is_reminder:
            table = stored.table if stored else await self.loader.by_id(row.game)
            return await self._attempt(table, row, slot)
        # Under the lock of acts, so that nobody is reminded of a turn that they have just taken.
        async with self.acting.of(row.game):
            table = await self.loader.by_id(row.game)
            if is_awaited(table, row.turn, row.player):
                return await self._attempt(table, row, slot, await self._together(table, row))
        await self.store.outbox.drop(row, "not awaited any more")
        return True

    async def _together(self, table: Table, row: DeliveryRow) -> tuple[DeliveryRow, ...]:
        """Return the other reminders of a turn that can share a post in the channel."""
        if handling_of(row).lane is not Lane.REMINDERS:
            return ()
        pending = await self.store.outbox.pending(*row.stream)
        others = (each for each in pending if each.kind == row.kind and each.id != row.id)
        return tuple(
            each
            for each in others
            if not self._left(each) and is_awaited(table, each.turn, each.player)
        )

    def _next(
        self, rows: Sequence[DeliveryRow], runner: Queue, held_up: set[Queue]
    ) -> DeliveryRow | None:
        """Return a recipient's first due delivery in a free lane; note lanes that wait."""
        for row in rows:
            if recipient_of(row) != runner or queue_of(row) in held_up:
                continue
            if not self._retries.left(row):
                return row
            held_up.add(queue_of(row))
        return None

    async def _attempt(
        self,
        table: Table | None,
        row: DeliveryRow,
        slot: _Slot,
        others: tuple[DeliveryRow, ...] = (),
    ) -> bool:
        """Try one delivery, with others in the same message; return whether it is settled."""
        if table is not None:
            log_context.note_game(table.id, row.revision)
            if not await self._is_worth_saying(table, row):
                await self.store.outbox.settle_delivered(row, None, board=False)
                return True
        try:
            delivery = _delivery(table, row, slot.give_back, others)
            message = await self.notifier.deliver(table, delivery)
        except Undeliverable as error:
            return await self._handle_failure(table, row, error)
        except Exception as error:
            # A fault of ours must not silence the game for ever: it is tried again, up to a limit.
            log.exception("delivery %s of %s failed", row.id, row.stream)
            return await self._handle_failure(table, row, self._fault(row, error))
        self._faults.pop(row.id, None)
        # The note of who has locked becomes a new board message where the board's was deleted.
        kind = handling_of(row)
        is_board = message is not None and (kind.shows_board or kind.lane is Lane.BOARD_EDITS)
        await self.store.settle_delivered(row, message, board=is_board, others=others)
        if table is None:
            return True
        # The channel takes messages again, so what waited for it is due at once.
        if table.place.lost is not None and handling_of(row).lane is Lane.CHANNEL:
            await self.store.regain_channel(table.id, self.clock.now())
            self.loader.forget(table.id)
        if is_board and message is not None:
            self.loader.board_posted(table.id, message)
        return True

    def _fault(self, row: DeliveryRow, error: Exception) -> Undeliverable:
        """Return an unforeseen error as a failed delivery; permanent after many tries."""
        count = self._faults[row.id] = self._faults.get(row.id, 0) + 1
        return Undeliverable(repr(error), permanent=count >= MOST_FAULTS)

    async def mark_channel_lost(self, game: int, reason: str) -> None:
        """Mark the channel of a game as lost, and tell its host once, if possible."""
        table = await self.loader.by_id(game)
        told = [NewDelivery(DeliveryKind.LOST, player=table.place.host)]
        if await self.store.channels.lose(game, reason, told, self.clock.now()):
            log.warning("game %s has lost its place: %s", game, reason)
            self.loader.forget(game)
            self.deliver_soon(Stream(game))

    async def _is_worth_saying(self, table: Table, row: DeliveryRow) -> bool:
        """Return whether a delivery is still wanted: not private, taken back or outdated."""
        kind = handling_of(row)
        if table.place.private and not kind.in_private:
            return False
        if kind.tells_turns:
            return any(logged.revision == row.revision for logged in reversed(table.log))
        return kind.lane is not Lane.BOARD_EDITS or await self._is_shown(table, row)

    async def _is_shown(self, table: Table, row: DeliveryRow) -> bool:
        """Return whether the newest board message shows the revision that a note belongs to."""
        is_present = table.status is Status.RUNNING and table.revision == row.revision
        if not is_present or table.place.board_message is None:
            return False
        return (
            await self.store.outbox.shown_at(table.id, table.place.board_message) == table.revision
        )

    async def _handle_failure(
        self, table: Table | None, row: DeliveryRow, error: Undeliverable
    ) -> bool:
        """Postpone, replace or give up a failed delivery; return whether it is settled."""
        kind, lost_by = handling_of(row), table if error.is_lost else None
        is_unawaited = kind.is_reminder or (error.is_lost and table is None)
        is_last_try = is_unawaited and row.attempts + 1 >= MOST_TRIES
        if kind.instead is not None and error.reason == DM_CLOSED_REASON:
            instead = NewDelivery(kind.instead, row.turn, row.player)
            await self.store.drop_closed(row, error.reason, instead, self.clock.now())
            # Every table shows that they take no direct messages.
            self.loader.forget()
        elif lost_by is not None and kind.lane is Lane.CHANNEL:
            # Stays pending: the channel may come back, or the game move elsewhere.
            await self._postpone(row, error, retry.pause_after(row.attempts, retry.LOST_PAUSE))
            await self.mark_channel_lost(lost_by.id, error.reason)
            return False
        elif lost_by is not None and kind.lane is not Lane.PERSON:
            # Outdated by the time the channel takes messages again.
            await self.store.outbox.drop(row, error.reason)
            await self.mark_channel_lost(lost_by.id, error.reason)
        elif error.permanent or lost_by is not None or is_last_try:
            await self._give_up(table, row, error.reason)
        else:
            await self._postpone(row, error, retry.pause_after(row.attempts, retry.LONGEST_PAUSE))
            return False
        return True

    async def _postpone(self, row: DeliveryRow, error: Undeliverable, pause: timedelta) -> None:
        next_at = self.clock.now() + pause
        await self.store.outbox.postpone(row, next_at, error.reason)
        self._retries.begin(row, next_at, pause)
        self.hurry(pause)

    async def _give_up(self, table: Table | None, row: DeliveryRow, reason: str) -> None:
        """Give a delivery up, and tell the host, once a game."""
        log.warning("%s: message %s (%s) is given up: %s", row.stream, row.id, row.kind, reason)
        self._faults.pop(row.id, None)
        self.vitals.given_up(row.kind)
        told, kind = None, handling_of(row)
        if table is not None and kind.is_missed and not kind.is_reminder:
            is_closed = any(each.id == table.place.host and each.dm_closed for each in table.people)
            told_by = DeliveryKind.REFUSED_HERE if is_closed else DeliveryKind.REFUSED
            told = NewDelivery(told_by, row.turn, table.place.host)
        await self.store.give_up(row, reason, told, self.clock.now())


def is_awaited(table: Table, turn: int | None, player: int | None) -> bool:
    """Return whether a player is still to act in the turn that a reminder is about.

    In a lobby: whether its host is still alone.
    """
    if table.status is Status.LOBBY:
        return sum(not person.is_computer for person in table.people) == 1
    people = table.to_call()  # empty unless the game is running
    is_same = bool(people) and table.title.turn_number(table.state) == turn
    return is_same and any(person.id == player for person in people)


def _task_name(stream: Stream) -> str:
    return f"deliver {stream.game or stream}"


def _nonce(table: Table | None, row: DeliveryRow) -> str:
    """Return the nonce of a delivery, the same at each try, by which Discord drops repeats."""
    if table is None:
        return f"{row.channel or row.player or 0:x}.{row.id:x}"
    # Ids start over in a fresh database, and Discord may still remember the old ones.
    return f"{table.commitment[:12]}.{row.id}"


def _delivery(
    table: Table | None,
    row: DeliveryRow,
    made: Callable[[], None],
    others: tuple[DeliveryRow, ...] = (),
) -> Delivery:
    """Return a stored delivery, with others of the same message, for the notifier."""
    players = dict.fromkeys(each.player for each in (row, *others) if each.player is not None)
    return Delivery(
        id=row.id,
        game=None if table is None else table.id,
        kind=DeliveryKind(row.kind),
        turn=row.turn,
        revision=row.revision,
        player=None if row.player is None else PlayerId(row.player),
        nonce=_nonce(table, row),
        players=tuple(map(PlayerId, players)),
        made=made,
        turns=() if table is None else turn_batches.turns_of(table, row),
        guild=row.guild if table is None else table.place.guild,
        channel=row.channel if table is None else table.place.channel,
    )
