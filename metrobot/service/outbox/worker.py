"""Delivering what has happened: in order, at least once, and never undoing a move."""

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
from metrobot.store.db.errors import DatabaseTroubleError
from metrobot.store.schema.rows import NOBODY, DeliveryRow, NewDelivery, Stream
from metrobot.store.store import Store
from metrobot.vitals import log_context
from metrobot.vitals.listener import UNHEARD, Vitals

log = logging.getLogger(__name__)

# Drawing is what a turn costs: more games at once would only be late together.
GAMES_AT_ONCE = 8
"""Of how many games something is read and drawn at the same time; posting counts no more."""
# Whoever is called in the channel should find the board there; a stalled post waits for nobody.
AHEAD = 2.0
"""Seconds that the channel is ahead of direct messages; it may wait for longer than that."""
ROUND = 5.0
"""Seconds that a round waits for what it has begun to say."""
LEASE = timedelta(seconds=10)
"""How long other processes leave alone what one that has died was saying."""
RENEWED = 3.0
"""Seconds after which a process that still says something tells the others so."""
PATIENCE = 5.0
"""Seconds that a closing service waits for what is under way."""
BOARDS = frozenset(
    {
        DeliveryKind.START,
        DeliveryKind.TURN,
        DeliveryKind.TURNS,
        DeliveryKind.MOVED,
        DeliveryKind.BOARD,
        DeliveryKind.TAKEN_BACK,
    }
)
"""Kinds whose message shows the newest board."""
PERSONAL = frozenset({DeliveryKind.HAND, DeliveryKind.LOST, DeliveryKind.REFUSED})
"""Kinds that go to one person by direct message."""
REMINDERS = frozenset({DeliveryKind.REMIND, DeliveryKind.REMIND_DIRECT, DeliveryKind.SILENT})
"""Kinds that are said only as long as somebody is still awaited."""
SHARED = frozenset({DeliveryKind.REMIND, DeliveryKind.SILENT})
"""Kinds of them that are one post in the channel for all whom they concern."""
KINDS_OF_PRIVATE = PERSONAL | {DeliveryKind.REMIND_DIRECT, DeliveryKind.ENDED, DeliveryKind.OVER}
"""Kinds that are said of a private game: to its player alone, or its end."""
REFUSALS = frozenset({DeliveryKind.REFUSED, DeliveryKind.REFUSED_HERE})
"""Kinds that tell a host of what was given up, once a game."""
UNMISSED = REFUSALS | REMINDERS | {DeliveryKind.LOST, DeliveryKind.LOCKS}
"""Kinds of which nobody is told that they were given up."""
MOST_TRIES = 8
"""So often a reminder is tried, for the next one will come; and what no game waits for, where
nothing can be posted."""
MOST_SETTLED = 1_000
"""So much of what was said last is remembered, to notice that what is known of a game is older."""
MOST_FAULTS = 12
"""So often one process tries what fails by a fault of ours: for nearly three hours."""
INSTEAD = {
    DeliveryKind.HAND: DeliveryKind.DM_CLOSED,
    DeliveryKind.REMIND_DIRECT: DeliveryKind.REMIND,
    DeliveryKind.REFUSED: DeliveryKind.REFUSED_HERE,
}
"""What is said in the channel when a person takes no direct messages."""
Lane = int | DeliveryKind | None
"""What holds up only its own: a player, what is added to a message, None for the channel."""


@dataclass(frozen=True, slots=True)
class JustStored:
    """What was stored a moment ago.

    Attributes:
        table: the game after it.
        pending: all that there is to say of it.
    """

    table: Table
    pending: tuple[DeliveryRow, ...]


class _Slot:
    """One of the places for games whose messages are read and drawn at once; released once."""

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


# Why what is said is stored first, and said later: docs/decisions/outbox.md.
@dataclass(eq=False)
class OutboxWorker:
    """Delivers pending messages: those of one game in order, those of no game per channel.

    The channel and each person are told side by side, so that a message that
    has to wait holds up its own channel alone. Something for the channel holds
    up what follows in the channel. Who has locked a choice is shown in the
    present board's message, if that is out, and holds up nothing.

    Attributes:
        store: has what is pending.
        clock: tells when something is due.
        loader: makes tables.
        acting: locks that are held by whoever changes a game.
        notifier: posts things.
        hurry: is called with how soon something has to be tried again.
        vitals: is told of what will never be posted.
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
        """Deliver what is due, of one game or of all, and wait for deliveries under way."""
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
        """Return how soon the next delivery is due; None if nothing is pending.

        What is being said at the moment does not count: if it fails, it calls
        for the next round itself.
        """
        rows = await self.store.every_pending()
        if not rows:
            return None
        ahead = self._first_in_lanes(rows)
        idle = (row for row in ahead if not self._locks.is_held((row.stream, _runner(row))))
        return min(map(self._left, idle), default=retry.LONGEST_PAUSE)

    def deliver_soon(self, stream: Stream, stored: "JustStored | None" = None) -> None:
        """Begin to deliver what is due in a stream, without waiting for it.

        Args:
            stream: of what.
            stored: what was just stored of a game, to spare a look into the store.
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
        """Start a task that delivers what is due in a stream."""
        task = asyncio.create_task(self._deliver(stream, stored), name=_task_name(stream))
        self._tasks.add(task)  # the loop itself would let it be collected
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: "asyncio.Task[None]") -> None:
        """Let go of a task that is done; what it did not say is still pending."""
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed", task.get_name(), exc_info=error)
            if isinstance(error, Exception):
                self.hurry(retry.FIRST_PAUSE)  # else the process is about to end

    async def _due(self) -> list[Stream]:
        """Return the streams in which a delivery is due, the oldest first."""
        rows = await self.store.every_pending()
        self._retries.forget_all_but(rows)
        due = (row.stream for row in self._first_in_lanes(rows) if not self._left(row))
        return list(dict.fromkeys(due))

    def _first_in_lanes(self, rows: Sequence[DeliveryRow]) -> list[DeliveryRow]:
        """Return the first pending delivery of each lane, which no other one blocks."""
        found: dict[tuple[Stream, Lane], DeliveryRow] = {}
        for row in rows:
            found.setdefault((row.stream, _lane(row)), row)
        return list(found.values())

    async def _deliver(self, stream: Stream, stored: "JustStored | None" = None) -> None:
        """Deliver all that is due in one stream, and what becomes due meanwhile."""
        if not self.notifier.is_ready:
            return
        rows = stored.pending if stored else await self.store.pending(*stream)
        while runners := self._runners(rows):
            if len(runners) == 1:
                rows = await self._run(stream, runners[0], stored)
            else:
                await self._run_all(stream, runners, stored)
                rows = await self.store.pending(*stream)
            stored = None

    def _runners(self, rows: Sequence[DeliveryRow]) -> list[int | None]:
        """Return the recipients of due deliveries, the channel before players."""
        due = (_runner(row) for row in self._first_in_lanes(rows) if not self._left(row))
        return sorted(dict.fromkeys(due), key=lambda runner: runner is not None)

    async def _run_all(
        self, stream: Stream, runners: Sequence[int | None], stored: "JustStored | None"
    ) -> None:
        """Deliver to the channel and to several people at once, the channel a little ahead."""
        begun = list[asyncio.Task[tuple[DeliveryRow, ...]]]()
        try:
            for runner in runners:
                run = self._run(stream, runner, stored)
                begun.append(asyncio.create_task(run, name=_task_name(stream)))
                if runner is None:
                    await asyncio.wait(begun, timeout=AHEAD)
            done = await asyncio.gather(*begun, return_exceptions=True)
        finally:
            for task in begun:  # those of a task that is itself cut off
                task.cancel()
        for error in done:
            if isinstance(error, BaseException):
                raise error

    async def _run(
        self, stream: Stream, runner: int | None, stored: "JustStored | None"
    ) -> tuple[DeliveryRow, ...]:
        """Deliver all that is due to one recipient of a stream, one message after another.

        Returns:
            What is still to be said after that.
        """
        lock = self._locks.of((stream, runner))
        if lock.locked():
            stored = None  # by the time the other runner is done, it is gone
        # The lock first: whoever waits for another runner holds no slot.
        async with lock:
            held_up: set[Lane] = set()
            while True:
                async with _Slot(self._slots) as slot:
                    if stored is not None and self._is_overtaken(stored):
                        stored = None
                    rows = stored.pending if stored else await self.store.pending(*stream)
                    row = self._next(rows, runner, held_up)
                    if row is None:
                        return rows
                    if await self._deliver_leased(row, stored, slot):
                        self._settled[row.id] = True
                    else:
                        held_up.add(_lane(row))
                stored = None

    def _is_overtaken(self, stored: "JustStored") -> bool:
        """Return whether the game or its pending deliveries have changed since they were stored."""
        if not self.loader.is_newest(stored.table):
            return True
        return any(self._settled.get(row.id) for row in stored.pending)

    async def _deliver_leased(
        self, row: DeliveryRow, stored: "JustStored | None", slot: _Slot
    ) -> bool:
        """Try one delivery unless another process has leased it; return whether it blocks none."""
        if not self.store.is_shared:
            return await self._deliver_current(row, stored, slot)
        if not await self._lease(row):
            return await self._is_settled(row)
        renewing = asyncio.create_task(self._renew(row), name=f"hold {row.id}")
        try:
            return await self._deliver_current(row, stored, slot)
        except BaseException:
            await self.store.release_delivery(row, self._name)
            raise
        finally:
            renewing.cancel()

    async def _lease(self, row: DeliveryRow) -> bool:
        """Lease a delivery from the database; return whether this process has it now."""
        return await self.store.lease_delivery(row, self._name, LEASE)

    async def _is_settled(self, row: DeliveryRow) -> bool:
        """Return whether a delivery that another process had leased is settled by now.

        Else another process says it, and after it what follows; or it is just about to,
        and may have been stopped in the middle of that: then it is left alone for a while.
        """
        found = await self.store.pending(*row.stream)
        same = next((each for each in found if each.id == row.id), None)
        if same is not None and not self._left(same):
            self._retries.begin(same, same.next_at, retry.FIRST_PAUSE)
            self.hurry(retry.FIRST_PAUSE)
        return same is None

    async def _renew(self, row: DeliveryRow) -> None:
        """Renew the lease of a delivery until this task is cancelled."""
        while True:
            await asyncio.sleep(RENEWED)
            with suppress(DatabaseTroubleError):
                await self._lease(row)

    def _left(self, row: DeliveryRow) -> timedelta:
        """Return how long a delivery waits: for its next try, or for another process to end."""
        return row.held_by_another(self._name) or self._retries.left(row)

    async def _deliver_current(
        self, row: DeliveryRow, stored: "JustStored | None", slot: _Slot
    ) -> bool:
        """Try one delivery of a game as it is now; return whether it is settled."""
        if row.game is None:
            return await self._attempt(None, row, slot)
        if row.kind not in REMINDERS:
            table = stored.table if stored else await self.loader.by_id(row.game)
            return await self._attempt(table, row, slot)
        # Nobody takes a turn while being reminded of it.
        async with self.acting.of(row.game):
            table = await self.loader.by_id(row.game)
            if is_awaited(table, row.turn, row.player):
                return await self._attempt(table, row, slot, await self._together(table, row))
        await self.store.drop_delivery(row, "not awaited any more")
        return True

    async def _together(self, table: Table, row: DeliveryRow) -> tuple[DeliveryRow, ...]:
        """Return the other reminders of a turn that are due in the channel: one post is for all."""
        if row.kind not in SHARED:
            return ()
        pending = await self.store.pending(*row.stream)
        others = (each for each in pending if each.kind == row.kind and each.id != row.id)
        return tuple(
            each
            for each in others
            if not self._left(each) and is_awaited(table, each.turn, each.player)
        )

    def _next(
        self, rows: Sequence[DeliveryRow], runner: int | None, held_up: set[Lane]
    ) -> DeliveryRow | None:
        """Return a recipient's first due delivery whose lane is free; note the lanes that wait."""
        for row in rows:
            if _runner(row) != runner or _lane(row) in held_up:
                continue
            if not self._retries.left(row):
                return row
            held_up.add(_lane(row))
        return None

    async def _attempt(
        self,
        table: Table | None,
        row: DeliveryRow,
        slot: _Slot,
        others: tuple[DeliveryRow, ...] = (),
    ) -> bool:
        """Try one delivery, and others in the same message; return whether it is settled."""
        if table is not None:
            log_context.note_game(table.id, row.revision)
            if not await self._is_worth_saying(table, row):
                await self.store.settle_delivered(row, None, board=False)
                return True
        try:
            delivery = _delivery(table, row, slot.give_back, others)
            message = await self.notifier.deliver(table, delivery)
        except Undeliverable as error:
            return await self._handle_failure(table, row, error)
        except Exception as error:
            # A fault of ours must not silence the game for ever: it is tried again.
            log.exception("delivery %s of %s failed", row.id, row.stream)
            return await self._handle_failure(table, row, self._fault(row, error))
        self._faults.pop(row.id, None)
        # Who has locked is shown in a message of its own where the board's is gone.
        is_board = row.kind in BOARDS | {DeliveryKind.LOCKS} and message is not None
        await self.store.settle_delivered(row, message, board=is_board, others=others)
        if table is None:
            return True
        if table.place.lost is not None and _lane(row) is None:
            await self.store.regain_channel(table.id, self.clock.now())
            self.loader.forget(table.id)
        if is_board and message is not None:
            self.loader.board_posted(table.id, message)
        return True

    def _fault(self, row: DeliveryRow, error: Exception) -> Undeliverable:
        """Return an unforeseen error as a failed delivery, for good after many tries."""
        count = self._faults[row.id] = self._faults.get(row.id, 0) + 1
        return Undeliverable(repr(error), permanent=count >= MOST_FAULTS)

    async def mark_channel_lost(self, game: int, reason: str) -> None:
        """Note that nothing can be posted for a game; its host is told once, if possible."""
        table = await self.loader.by_id(game)
        told = [NewDelivery(DeliveryKind.LOST, player=table.place.host)]
        if await self.store.lose_channel(game, reason, told, self.clock.now()):
            log.warning("game %s has lost its place: %s", game, reason)
            self.loader.forget(game)
            self.deliver_soon(Stream(game))

    async def _is_worth_saying(self, table: Table, row: DeliveryRow) -> bool:
        """Return whether a delivery is still wanted: not private, taken back or outdated."""
        if table.place.private and row.kind not in KINDS_OF_PRIVATE:
            return False
        if row.kind in (DeliveryKind.TURN, DeliveryKind.TURNS):
            return any(logged.revision == row.revision for logged in reversed(table.log))
        return row.kind != DeliveryKind.LOCKS or await self._is_shown(table, row)

    async def _is_shown(self, table: Table, row: DeliveryRow) -> bool:
        """Return whether the newest board message shows the revision that a note belongs to."""
        is_present = table.status is Status.RUNNING and table.revision == row.revision
        if not is_present or table.place.board_message is None:
            return False
        return await self.store.shown_at(table.id, table.place.board_message) == table.revision

    async def _handle_failure(
        self, table: Table | None, row: DeliveryRow, error: Undeliverable
    ) -> bool:
        """Store that a delivery failed; return whether it is settled."""
        lost_by = table if error.is_lost else None
        is_unawaited = row.kind in REMINDERS or (error.is_lost and table is None)
        is_last_try = is_unawaited and row.attempts + 1 >= MOST_TRIES
        if row.kind in INSTEAD and error.reason == DM_CLOSED_REASON:
            instead = NewDelivery(INSTEAD[DeliveryKind(row.kind)], row.turn, row.player)
            await self.store.drop_closed(row, error.reason, instead, self.clock.now())
            self.loader.forget()  # that they take no messages is known at every table
        elif lost_by is not None and _lane(row) is None:
            await self._postpone(row, error, retry.pause_after(row.attempts, retry.LOST_PAUSE))
            await self.mark_channel_lost(lost_by.id, error.reason)
            return False
        elif lost_by is not None and row.kind in SHARED | {DeliveryKind.LOCKS}:
            await self.store.drop_delivery(row, error.reason)
            await self.mark_channel_lost(lost_by.id, error.reason)
        elif error.permanent or lost_by is not None or is_last_try:
            await self._give_up(table, row, error.reason)
        else:
            await self._postpone(row, error, retry.pause_after(row.attempts, retry.LONGEST_PAUSE))
            return False
        return True

    async def _postpone(self, row: DeliveryRow, error: Undeliverable, pause: timedelta) -> None:
        """Store that a delivery is to be tried again after a pause."""
        next_at = self.clock.now() + pause
        await self.store.postpone(row, next_at, error.reason)
        self._retries.begin(row, next_at, pause)
        self.hurry(pause)

    async def _give_up(self, table: Table | None, row: DeliveryRow, reason: str) -> None:
        """Drop a delivery for good, and tell the host, once a game."""
        log.warning("%s: message %s (%s) is given up: %s", row.stream, row.id, row.kind, reason)
        self._faults.pop(row.id, None)
        self.vitals.given_up(row.kind)
        told = None
        if table is not None and row.kind not in UNMISSED:
            is_closed = any(each.id == table.place.host and each.dm_closed for each in table.people)
            kind = DeliveryKind.REFUSED_HERE if is_closed else DeliveryKind.REFUSED
            told = NewDelivery(kind, row.turn, table.place.host)
        await self.store.give_up(row, reason, told, self.clock.now())


def _lane(row: DeliveryRow) -> Lane:
    """Return the lane of a delivery: what it blocks when it fails."""
    if row.kind == DeliveryKind.LOCKS:
        return DeliveryKind.LOCKS
    return _runner(row)


def _runner(row: DeliveryRow) -> int | None:
    """Return the recipient of a delivery: a player, or None for the channel.

    Reminders in the channel go to all whom they call, one after another.
    """
    if row.kind in SHARED:
        return NOBODY
    return row.player if row.kind in PERSONAL | REMINDERS else None


def is_awaited(table: Table, turn: int | None, player: int | None) -> bool:
    """Return whether a player is still to act in the turn that a reminder is about.

    In a lobby that is its host, until somebody else is there.
    """
    if table.status is Status.LOBBY:
        return sum(not person.is_computer for person in table.people) == 1
    people = table.to_call()  # nobody, unless the game is running
    is_same = bool(people) and table.title.turn_number(table.state) == turn
    return is_same and any(person.id == player for person in people)


def _task_name(stream: Stream) -> str:
    """Return the name of the task that delivers a stream."""
    return f"deliver {stream.game or stream}"


def _nonce(table: Table | None, row: DeliveryRow) -> str:
    """Return the nonce of a delivery, the same at each try, by which Discord drops repeats."""
    if table is None:
        return f"{row.channel or row.player or 0:x}.{row.id:x}"
    # The ids of a fresh database start over, its commitments do not.
    return f"{table.commitment[:12]}.{row.id}"


def _delivery(
    table: Table | None,
    row: DeliveryRow,
    made: Callable[[], None],
    others: tuple[DeliveryRow, ...] = (),
) -> Delivery:
    """Return a stored delivery, with others of the same message, as the notifier gets it."""
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
