"""Posting deliveries: in order, at least once, and without ever undoing a move."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeAlias

from cachetools import LRUCache

from metrobot.service.model.keyed_locks import KeyedLocks
from metrobot.service.model.loader import TablesPart
from metrobot.service.model.play import GameId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox import retry
from metrobot.service.outbox.attempts import Attempts
from metrobot.service.outbox.delivery import DeliveryKind, Notifier
from metrobot.service.outbox.kinds import Lane, Queue, handling_of, queue_of
from metrobot.service.outbox.leases import leased
from metrobot.service.ports import FindGone
from metrobot.store.schema.act_rows import DeliveryRow, NewDelivery, Stream
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
PATIENCE = 5.0
"""Most seconds that a closing service waits for deliveries under way."""
MOST_SETTLED = 1_000
"""Most settled deliveries that are remembered, to notice that a list of pending ones is old."""

_Rows: TypeAlias = tuple[DeliveryRow, ...]
_Runner: TypeAlias = tuple[Queue, DeliveryRow]
"""A recipient, with the first due delivery to them."""


@dataclass(frozen=True, slots=True)
class JustStored:
    """A game that was stored a moment ago.

    Attributes:
        table: the game after the act.
        pending: all its pending deliveries.
    """

    table: Table
    pending: _Rows


# Why messages are stored first and posted later: docs/decisions/outbox.md.
@dataclass(eq=False)
class OutboxWorker(TablesPart):
    """Posts pending deliveries: those of a game in order, those of no game by channel or person.

    The channel and each person are told side by side, so that a message that
    has to wait holds up only its own lane. The note of who has locked edits the
    board's message, if that is out, and holds up nothing.

    Attributes:
        notifier: posts deliveries.
        hurry: is called with the time until a retry.
        find_gone: finds people who have left a server.
        vitals: is told of each delivery that is given up.
    """

    notifier: Notifier
    hurry: Callable[[timedelta], None]
    find_gone: FindGone
    vitals: Vitals = UNHEARD

    def __post_init__(self) -> None:
        self._process = secrets.token_hex(8)
        self._retries = retry.RetrySchedule(self.clock, self._process)
        ours = (self.store, self.clock, self.loader, self.locks)
        reports = (self.hurry, self.mark_channel_lost, self.vitals)
        self._attempts = Attempts(*ours, self.notifier, self._retries, *reports)
        self._settled = LRUCache[int, bool](MOST_SETTLED)
        self._delivering = KeyedLocks()
        self._slots = asyncio.Semaphore(GAMES_AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    async def deliver_pending(self, game: GameId | None = None) -> None:
        """Deliver all that is due, of one game or of all, and wait until it is done."""
        if not self.notifier.is_ready:
            return
        streams = [Stream(game)] if game is not None else await self._due()
        await asyncio.gather(*(self._deliver(stream) for stream in streams))
        # Also for what has begun meanwhile, such as the look for those who have left.
        if under_way := tuple(self._tasks):
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
        ahead = _first_in_lanes(rows).items()
        # A delivery under way does not count: if it fails, it calls for the next round itself.
        is_held = self._delivering.is_held
        idle = (row for (stream, queue), row in ahead if not is_held((stream, _recipient(queue))))
        return min(map(self._retries.wait, idle), default=retry.LONGEST_PAUSE)

    def deliver_soon(self, stream: Stream, stored: JustStored | None = None) -> None:
        """Begin to deliver what is due in a stream, without waiting for it.

        Args:
            stream: the stream.
            stored: the game if it was just stored, to spare a look into the store.
        """
        if self.notifier.is_ready:
            self._begin(stream, stored)

    async def deliver_within(self, stream: Stream, seconds: float) -> None:
        """Begin to deliver what is due in a stream, and wait for it no longer than that."""
        if self.notifier.is_ready:
            await asyncio.wait([self._begin(stream)], timeout=seconds)

    async def close(self) -> None:
        """Wait a few seconds for deliveries under way, then cancel them."""
        try:
            async with asyncio.timeout(PATIENCE):
                # A delivery that ends begins the look for those who have left.
                while self._tasks:
                    await asyncio.wait(self._tasks)
        except TimeoutError:
            log.info("%s deliveries are cut short", len(self._tasks))
        late = tuple(self._tasks)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    async def mark_channel_lost(self, game: int, reason: str) -> None:
        """Mark the channel of a game as lost, and tell its host once, if possible."""
        table = await self.loader.by_id(game)
        notices = [NewDelivery(DeliveryKind.LOST, player=table.place.host)]
        if await self.store.channels.lose(game, reason, notices, self.clock.now()):
            log.warning("game %s has lost its place: %s", game, reason)
            self.loader.forget(game)
            self.deliver_soon(Stream(game))

    def look_for_departures(self, game: int) -> None:
        """Begin to look whether those awaited in a game are there; if not, tell the others."""
        if self.notifier.is_ready:
            self._start(self._look_for_departures(game), Stream(game))

    async def _look_for_departures(self, game: int) -> None:
        table = await self.loader.by_id(game)
        if table.status is not Status.RUNNING or table.aside_at is not None:
            return
        if await self.tell_departures(table, table.title.turn_number(table.state)):
            await self._deliver(Stream(game))

    async def tell_departures(self, table: Table, turn: int) -> frozenset[int]:
        """Return those awaited in a turn who have left the server, once news of them is stored."""
        leavers = await self.find_gone(table.place.guild, [person.id for person in table.to_call()])
        if leavers:
            new = [NewDelivery(DeliveryKind.GONE, turn, player) for player in sorted(leavers)]
            turn_mark, now = (table.revision, table.turn_since), self.clock.now()
            await self.store.looks.tell_once(table.id, new, turn_mark, now)
        return leavers

    def _begin(self, stream: Stream, stored: JustStored | None = None) -> asyncio.Task[None]:
        return self._start(self._deliver(stream, stored), stream)

    def _start(self, work: Coroutine[Any, Any, None], stream: Stream) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=_task_name(stream))
        # The event loop keeps only a weak reference to a task.
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: asyncio.Task[None]) -> None:
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
        return list(dict.fromkeys(stream for stream, *_ in self._ready(rows)))

    def _ready(self, rows: _Rows) -> list[tuple[Stream, Queue, DeliveryRow]]:
        ahead = _first_in_lanes(rows).items()
        return [(*lane, row) for lane, row in ahead if not self._retries.wait(row)]

    async def _deliver(self, stream: Stream, stored: JustStored | None = None) -> None:
        rows = stored.pending if stored else await self.store.outbox.pending(*stream)
        while runners := self._runners(rows):
            if len(runners) == 1:
                rows = await self._run(stream, runners[0], stored)
            else:
                await self._run_all(stream, runners, stored)
                rows = await self.store.outbox.pending(*stream)
            stored = None

    def _runners(self, rows: _Rows) -> list[_Runner]:
        """Return the recipients of due deliveries, the channel first."""
        runners = dict[Queue, DeliveryRow]()
        for _, queue, row in self._ready(rows):
            runners.setdefault(_recipient(queue), row)
        return sorted(runners.items(), key=lambda runner: runner[0] is not Lane.CHANNEL)

    async def _run_all(
        self, stream: Stream, runners: Sequence[_Runner], stored: JustStored | None
    ) -> None:
        """Deliver to the channel and to several people at once, the channel a little ahead."""
        tasks = list[asyncio.Task[_Rows]]()
        try:
            for runner in runners:
                run = self._run(stream, runner, stored)
                tasks.append(asyncio.create_task(run, name=_task_name(stream)))
                if runner[0] is Lane.CHANNEL:
                    # With a limit: a stalled post in the channel must not hold up anybody else.
                    await asyncio.wait(tasks, timeout=AHEAD)
            results = await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            # If this task is cancelled, its children are still running.
            for task in tasks:
                task.cancel()
        for error in results:
            if isinstance(error, BaseException):
                raise error

    async def _run(self, stream: Stream, recipient: _Runner, stored: JustStored | None) -> _Rows:
        """Deliver all that is due to one recipient of a stream, one message after another.

        Returns:
            The deliveries of the stream that are pending after that.
        """
        runner, first = recipient
        lock = self._delivering.of((stream, runner))
        if lock.locked():
            # Another task is delivering to this recipient: when it is done, this is outdated.
            stored = None
        # The lock first: whoever waits for another task must not hold a slot.
        async with lock:
            held_up: set[Queue] = set()
            while True:
                await self._slots.acquire()
                with ExitStack() as slot:
                    # Given back once all is drawn, or else in the end.
                    slot.callback(self._slots.release)
                    if stored is not None and self._is_overtaken(stored):
                        stored = None
                    rows = stored.pending if stored else await self.store.outbox.pending(*stream)
                    row = first if stored else self._next(rows, runner, held_up)
                    if row is None:
                        return rows
                    table = stored.table if stored else None
                    held_rows = [
                        held_row for held_row in rows if held_row.id != row.id and held_row.is_held
                    ]
                    async with leased(row, self._process, self.store) as is_ours:
                        if is_ours:
                            attempt = self._attempts.attempt(row, table, slot.close, held_rows)
                            is_settled = await attempt
                        else:
                            is_settled = await self._is_settled(row)
                    if is_settled:
                        self._settled[row.id] = True
                        # What waited follows a turn. After less, it would be one message more
                        # than the game may have.
                        for held_row in held_rows if handling_of(row).shows_board else ():
                            self._retries.begin(held_row, held_row.next_at, timedelta())
                        if row.game is not None and runner is Lane.CHANNEL:
                            # Beside what follows: Discord may take its time to answer.
                            self.look_for_departures(row.game)
                    else:
                        held_up.add(queue_of(row))
                stored = None

    def _next(self, rows: _Rows, runner: Queue, held_up: set[Queue]) -> DeliveryRow | None:
        """Return a recipient's first due delivery in a queue that is not held up."""
        ahead = _first_in_lanes(rows).items()
        own = ((queue, row) for (_, queue), row in ahead if _recipient(queue) == runner)
        free = (row for queue, row in own if queue not in held_up)
        return next((row for row in free if not self._retries.left(row)), None)

    def _is_overtaken(self, stored: JustStored) -> bool:
        """Return whether the game or its pending deliveries have changed since they were read."""
        if not self.loader.is_newest(stored.table):
            return True
        return any(self._settled.get(row.id) for row in stored.pending)

    async def _is_settled(self, row: DeliveryRow) -> bool:
        """Return whether a delivery that another process had leased is settled by now."""
        rows = await self.store.outbox.pending(*row.stream)
        current = next((other for other in rows if other.id == row.id), None)
        # The other process is just about to post it, or was stopped in the middle: leave it alone
        # for a while.
        if current is not None and not self._retries.wait(current):
            self._retries.begin(current, current.next_at, retry.FIRST_PAUSE)
            self.hurry(retry.FIRST_PAUSE)
        return current is None


def _first_in_lanes(rows: _Rows) -> dict[tuple[Stream, Queue], DeliveryRow]:
    first_rows: dict[tuple[Stream, Queue], DeliveryRow] = {}
    for row in rows:
        first_rows.setdefault((row.stream, queue_of(row)), row)
    return first_rows


def _recipient(queue: Queue) -> Queue:
    """Return the queue of a delivery, those of board edits and of what waits as the channel's."""
    return Lane.CHANNEL if queue in (Lane.BOARD_EDITS, Lane.HELD) else queue


def _task_name(stream: Stream) -> str:
    return f"deliver {stream.game or stream}"
