"""Saying what has happened: in order, at least once, without undoing a move."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from metrobot.service.locks import Locks
from metrobot.service.ports import (
    DM_CLOSED_REASON,
    Clock,
    Courier,
    Delivery,
    DeliveryKind,
    Undeliverable,
)
from metrobot.service.reader import Reader
from metrobot.service.table import GameId, PlayerId, Status, Table
from metrobot.store.rows import DeliveryRow, NewDelivery
from metrobot.store.store import Store

log = logging.getLogger(__name__)

FIRST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(hours=1)
GAMES_AT_ONCE = 8
"""Of how many games something is said at the same time."""
PATIENCE = 5.0
"""Seconds that a closing service waits for what is under way."""
LOST_PAUSE = timedelta(hours=6)
"""The longest pause where nothing at all can be posted."""
BOARDS = frozenset(
    {
        DeliveryKind.START,
        DeliveryKind.TURN,
        DeliveryKind.MOVED,
        DeliveryKind.BOARD,
        DeliveryKind.TAKEN_BACK,
    }
)
"""Kinds whose message shows the newest board."""
PERSONAL = frozenset({DeliveryKind.HAND, DeliveryKind.LOST})
"""Kinds that go to one person by direct message."""
REMINDERS = frozenset({DeliveryKind.REMIND, DeliveryKind.REMIND_DIRECT})
"""Kinds that are said only as long as somebody is still awaited."""
TOLD_OF_PRIVATE = PERSONAL | {
    DeliveryKind.REMIND_DIRECT,
    DeliveryKind.ENDED,
    DeliveryKind.OVER,
}
"""Kinds that are said of a private game: to its player alone, or its end."""
MOST_TRIES = 8
"""So often a reminder is tried; the next one will come."""
INSTEAD = {
    DeliveryKind.HAND: DeliveryKind.DM_CLOSED,
    DeliveryKind.REMIND_DIRECT: DeliveryKind.REMIND,
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


class Deliverer:
    """Says what is pending, one game's things in their order.

    A hand that cannot be delivered holds up nobody; something for the channel
    holds up what follows in the channel. Who has locked a choice is shown in
    the present board's message, if that is out, and holds up nothing.

    Attributes:
        courier: says it; while there is none, everything waits.
        hurry: called when something has to be said again soon.
    """

    def __init__(self, store: Store, clock: Clock, reader: Reader, acting: Locks) -> None:
        self.courier: Courier | None = None
        self.hurry: Callable[[], None] = lambda: None
        self._store = store
        self._clock = clock
        self._reader = reader
        self._locks = Locks()
        self._acting = acting  # held by whoever changes a game
        self._slots = asyncio.Semaphore(GAMES_AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    async def deliver_pending(self, game: GameId | None = None) -> None:
        """Say what is due, of one game or of all."""
        if game is not None:
            await self._deliver(game)
            return
        due = await self._store.games_due(self._clock.now())
        await asyncio.gather(*(self._deliver(each) for each in due))

    def deliver_soon(self, game: GameId, stored: "JustStored | None" = None) -> None:
        """Have what is due of a game said without waiting for it.

        Args:
            game: which.
            stored: what was just stored of it, to spare a look into the store.
        """
        if self.courier is None:
            return
        task = asyncio.create_task(self._deliver(game, stored), name=f"deliver {game}")
        self._tasks.add(task)  # the loop itself would let it be collected
        task.add_done_callback(self._forget)

    async def close(self) -> None:
        """Let what is under way end, for a while."""
        if not self._tasks:
            return
        _, late = await asyncio.wait(self._tasks, timeout=PATIENCE)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def _forget(self, task: "asyncio.Task[None]") -> None:
        """Let go of a task that is done; what it did not say is still pending."""
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed", task.get_name(), exc_info=error)
            if isinstance(error, Exception):
                self.hurry()  # else the process is about to end

    async def _deliver(self, game: int, stored: "JustStored | None" = None) -> None:
        """Say all that is due of one game; one runner a game at a time."""
        courier = self.courier
        if courier is None:
            return
        lock = self._locks.of(game)
        if lock.locked():
            stored = None  # by the time the other runner is done, it is gone
        # The lock first: whoever waits for another runner of the game holds no slot.
        async with lock, self._slots:
            held_up: set[Lane] = set()
            if stored is not None and not self._reader.is_newest(stored.table):
                stored = None
            rows = stored.pending if stored else await self._store.pending(game)
            while (row := self._next(rows, held_up)) is not None:
                if not await self._said(courier, row, stored):
                    held_up.add(_lane(row))
                rows, stored = await self._store.pending(game), None

    async def _said(self, courier: Courier, row: DeliveryRow, stored: "JustStored | None") -> bool:
        """Try to say one thing of a game as it is now; return whether it is settled."""
        if row.kind not in REMINDERS:
            table = stored.table if stored else await self._reader.by_id(row.game)
            return await self._say(courier, table, row)
        # Nobody takes a turn while being reminded of it.
        async with self._acting.of(row.game):
            table = await self._reader.by_id(row.game)
            if is_awaited(table, row.turn, row.player):
                return await self._say(courier, table, row)
        await self._store.drop(row, "not awaited any more")
        return True

    def _next(self, rows: Sequence[DeliveryRow], held_up: set[Lane]) -> DeliveryRow | None:
        """Return the first thing that is due and not held up; note what holds up."""
        now = self._clock.now()
        for row in rows:
            if _lane(row) in held_up:
                continue
            if row.next_at <= now:
                return row
            held_up.add(_lane(row))
        return None

    async def _say(self, courier: Courier, table: Table, row: DeliveryRow) -> bool:
        """Try to say one thing; return whether it is settled."""
        if not await self._is_worth_saying(table, row):
            await self._store.mark_done(row, None, board=False)
            return True
        try:
            message = await courier.deliver(table, _delivery(table, row))
        except Undeliverable as error:
            return await self._not_said(row, error)
        except Exception as error:
            # A fault of ours must not silence the game for ever: it is tried again.
            log.exception("delivery %s of game %s failed", row.id, row.game)
            return await self._not_said(row, Undeliverable(repr(error), permanent=False))
        await self._store.mark_done(row, message, board=row.kind in BOARDS)
        if table.lost is not None and _lane(row) is None:
            await self._store.find(row.game, self._clock.now())
            self._reader.forget(row.game)
        if row.kind in BOARDS and message is not None:
            self._reader.posted(row.game, message)
        return True

    async def lose(self, game: int, reason: str) -> None:
        """Note that nothing can be posted for a game; its host is told once, if possible."""
        table = await self._reader.by_id(game)
        told = [NewDelivery(DeliveryKind.LOST, player=table.host)]
        if await self._store.lose(game, reason, told, self._clock.now()):
            log.warning("game %s has lost its place: %s", game, reason)
            self._reader.forget(game)
            self.deliver_soon(GameId(game))

    async def _is_worth_saying(self, table: Table, row: DeliveryRow) -> bool:
        """Return whether it concerns the channel, can still be shown, and was not taken back."""
        if table.private and row.kind not in TOLD_OF_PRIVATE:
            return False
        if row.kind == DeliveryKind.TURN:
            return any(logged.revision == row.revision for logged in reversed(table.log))
        return row.kind != DeliveryKind.LOCKS or await self._is_shown(table, row)

    async def _is_shown(self, table: Table, row: DeliveryRow) -> bool:
        """Return whether the newest message shows the board that something is to be added to."""
        is_present = table.status is Status.RUNNING and table.revision == row.revision
        if not is_present or table.board_message is None:
            return False
        return await self._store.shown_at(table.id, table.board_message) == table.revision

    async def _not_said(self, row: DeliveryRow, error: Undeliverable) -> bool:
        """Note what could not be said; return whether it is settled."""
        now = self._clock.now()
        if row.kind in INSTEAD and error.reason == DM_CLOSED_REASON:
            instead = NewDelivery(INSTEAD[DeliveryKind(row.kind)], row.turn, row.player)
            await self._store.drop_closed(row, error.reason, instead, now)
            self._reader.forget()  # that they take no messages is known at every table
        elif error.is_lost and _lane(row) is None:
            await self._store.postpone(row, now + _pause(row, LOST_PAUSE), error.reason)
            await self.lose(row.game, error.reason)
            self.hurry()
            return False
        elif error.is_lost and row.kind == DeliveryKind.REMIND:
            await self._store.drop(row, error.reason)
            await self.lose(row.game, error.reason)
        elif error.permanent or (row.kind in REMINDERS and row.attempts + 1 >= MOST_TRIES):
            log.warning("delivery %s of game %s dropped: %s", row.id, row.game, error.reason)
            await self._store.drop(row, error.reason)
        else:
            await self._store.postpone(row, now + _pause(row, LONGEST_PAUSE), error.reason)
            self.hurry()
            return False
        return True


def _pause(row: DeliveryRow, longest: timedelta) -> timedelta:
    """Return how long to wait until something is tried again: twice as long each time."""
    pause: timedelta = FIRST_PAUSE * 2 ** min(row.attempts, 20)
    return min(pause, longest)


def _lane(row: DeliveryRow) -> Lane:
    """Return who is told something."""
    if row.kind == DeliveryKind.LOCKS:
        return DeliveryKind.LOCKS
    return row.player if row.kind in PERSONAL | REMINDERS else None


def is_awaited(table: Table, turn: int | None, player: int | None) -> bool:
    """Return whether a player is still to act in the turn that a reminder is about."""
    people = table.to_act()  # nobody, unless the game is running
    is_same = bool(people) and table.title.turn_number(table.state) == turn
    return is_same and any(person.id == player for person in people)


def _delivery(table: Table, row: DeliveryRow) -> Delivery:
    """Return what the courier is told."""
    return Delivery(
        id=row.id,
        game=GameId(row.game),
        kind=DeliveryKind(row.kind),
        turn=row.turn,
        revision=row.revision,
        player=None if row.player is None else PlayerId(row.player),
        # The ids of a fresh database start over, its commitments do not.
        nonce=f"{table.commitment[:12]}.{row.id}",
    )
