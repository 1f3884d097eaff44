"""Reminding those who are awaited: after a while, ever more rarely, three times at most.

A running game is looked at when it has moved on, when a reminder is due, and
when somebody's wishes have changed. What comes of it is stored in one
transaction with what to say, so that a restart repeats nothing.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from metrobot.service.model.clock import Clock
from metrobot.service.model.guards import check_host
from metrobot.service.model.loader import TableLoader, existing
from metrobot.service.model.play import GameId, Person, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.preferences import Preferences, RemindBy, load_preferences
from metrobot.store.schema.rows import NewDelivery, StaleError, Stream
from metrobot.store.statements.reminders import ReminderCount, ReminderState
from metrobot.store.store import Store

log = logging.getLogger(__name__)

AT_ONCE: Final = 200
"""At so many games one round looks; the next one comes at once."""
MOST: Final = 3
"""So many reminders of one turn a person gets."""
HOURS: Final = (0, 6, 12, 24, 48, 72, 168)
"""After how many hours the first reminder may come; 0: there are none."""
SILENCES: Final = (timedelta(days=3), timedelta(days=7))
"""After so long a silence the others are told, each time once; absence is no silence."""
_UNNOTICED: Final = timedelta(minutes=1)
"""By so much a clock may be set back without anybody being the wiser."""
_PAUSE: Final = timedelta(hours=1)  # before a game that fails is looked at again


@dataclass(frozen=True, slots=True)
class _ReminderState:
    """The reminders that are due in a game, and when to look at it next.

    Attributes:
        calls: who has now been reminded how often.
        new: what to say.
        next_at: when to look again; None: not before the game moves on.
    """

    calls: Mapping[int, ReminderCount]
    new: tuple[NewDelivery, ...]
    next_at: datetime | None


@dataclass(frozen=True, slots=True)
class _Silences:
    """Of whom the others are to be told that they are awaited.

    Attributes:
        due: who has been silent for so long.
        next_at: when to look again; None: not before the game moves on.
    """

    due: tuple[PlayerId, ...]
    next_at: datetime | None


class Reminders:
    """Who is reminded of a turn, and when."""

    def __init__(
        self, store: Store, clock: Clock, loader: TableLoader, outbox: OutboxWorker
    ) -> None:
        self._store = store
        self._clock = clock
        self._loader = loader
        self._outbox = outbox
        self._looked: tuple[datetime, float] | None = None

    async def hours(self, game: GameId) -> int:
        """Return after how many hours a table wants the first reminder; 0: none."""
        return await self._store.reminders.hours(game)

    async def choose(
        self, channel: int, player: PlayerId, hours: int, *, may_manage: bool
    ) -> Table:
        """Choose for the unfinished game of a channel when the first reminder comes.

        Args:
            channel: id of the Discord channel.
            player: who asks.
            hours: one of `HOURS`.
            may_manage: whether they may manage the channel.

        Raises:
            TableError: no unfinished game, or not allowed.
        """
        row = existing(await self._store.unfinished(channel))
        check_host(row, player, may_manage=may_manage)
        await self._store.reminders.set_hours(row.id, hours)
        return await self._loader.table(row)

    async def remind(self) -> bool:
        """Remind those whose reminder is due; return whether there may be more of them."""
        await self._mind_the_clock()
        due = await self._store.reminders.due(self._clock.now(), AT_ONCE)
        for seen in due:
            try:
                await self._look_at(seen)
            except StaleError:
                continue  # it has moved on: it is due again the next time
            except Exception:
                # One broken game must not silence the others, nor fill the log.
                log.exception("reminders of game %s failed", seen.game)
                await self._rest(seen)
        return len(due) == AT_ONCE

    async def _mind_the_clock(self) -> None:
        """Set back the times that reminders go by if the clock was set back."""
        now, passed = self._clock.now(), self._clock.monotonic()
        if self._looked is not None:
            then, at = self._looked
            since = timedelta(seconds=passed - at)
            back = then + since - now
            if back > _UNNOTICED:
                log.warning("the clock was set back by %s: reminders go by what has passed", back)
                await self._store.reminders.set_back(back, now - since, now)
                self._loader.forget()
        self._looked = now, passed

    async def _rest(self, seen: ReminderState) -> None:
        """Store when a game is looked at next."""
        now = self._clock.now()
        try:
            await self._store.reminders.keep(seen, {}, (), at=now, next_at=now + _PAUSE)
        except StaleError:
            return

    async def _look_at(self, seen: ReminderState) -> None:
        """Remind those who are awaited in one game, as far as it is time."""
        now = self._clock.now()
        look = await self._look(seen, now)
        await self._store.reminders.keep(seen, look.calls, look.new, at=now, next_at=look.next_at)
        if look.new:
            self._outbox.deliver_soon(Stream(seen.game))

    async def _look(self, seen: ReminderState, now: datetime) -> _ReminderState:
        """Return the reminders that are due in one game, and when to look at it next."""
        first = seen.since + timedelta(hours=seen.hours)
        soonest = min(first, seen.since + SILENCES[0]) if seen.hours else seen.since + SILENCES[0]
        if soonest > now:
            return _ReminderState({}, (), soonest)
        row = existing(await self._store.by_id(seen.game))
        if row.revision != seen.revision:
            raise StaleError
        table = await self._loader.glance(row)
        turn = table.title.turn_number(table.state) if row.turn is None else row.turn
        people = table.to_call()
        told = await self._silences(seen, table, now)
        wishes = await self._store.preferences.of([person.id for person in people])
        calls = await self._store.reminders.calls(seen.game, seen.since)
        made, new, later = dict[int, ReminderCount](), list[NewDelivery](), list[datetime]()
        for person in people if seen.hours else ():
            call = calls.get(person.id, ReminderCount(0, first))
            wish = load_preferences(wishes[person.id])
            if _next(call, wish, now) == now:
                call = ReminderCount(call.count + 1, now + _gap(seen.hours, call.count + 1))
                made[person.id] = call
                new.append(_reminder(turn, person, wish))
            later += [at for at in (_next(call, wish, now),) if at is not None]
        new += [NewDelivery(DeliveryKind.SILENT, turn, each) for each in told.due]
        later += [told.next_at] if told.next_at is not None else []
        return _ReminderState(made, tuple(new), min(later, default=None))

    async def _silences(self, seen: ReminderState, table: Table, now: datetime) -> _Silences:
        """Return of whom the others are to be told that they have been silent for days."""
        due, later = list[PlayerId](), list[datetime]()
        told = await self._store.reminders.silences(seen.game, seen.since)
        for person in table.to_call():
            if not any(other.id != person.id and other.cover is None for other in table.seated):
                continue
            since = max(seen.since, person.away_until or seen.since)
            last = told.get(person.id, since)
            steps = [since + span for span in SILENCES]
            if any(last < step <= now for step in steps):
                due.append(person.id)
            later += [step for step in steps if step > now]
        return _Silences(tuple(due), min(later, default=None))


def _next(call: ReminderCount, wish: Preferences, now: datetime) -> datetime | None:
    """Return when somebody is to be reminded, not before now; None: never in this turn."""
    if call.count >= MOST or wish.remind_by is RemindBy.NEVER:
        return None
    return wish.free_from(max(call.due_at, now))


def _gap(hours: int, count: int) -> timedelta:
    """Return how long it is to the next reminder after this many."""
    return timedelta(hours=hours * 2**count)


def _reminder(turn: int, person: Person, wish: Preferences) -> NewDelivery:
    """Return how a person is reminded."""
    is_direct = wish.remind_by is RemindBy.DIRECT and not person.dm_closed
    kind = DeliveryKind.REMIND_DIRECT if is_direct else DeliveryKind.REMIND
    return NewDelivery(kind, turn, person.id)
