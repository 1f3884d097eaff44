"""Reminding people who are awaited: after a while, ever more rarely, three times at most.

A running game is looked at when it has moved on, when a reminder is due, and
when somebody's preferences have changed. The result is stored in one
transaction with the deliveries, so that a restart repeats nothing.
"""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from metrobot.service.model.guards import check_host
from metrobot.service.model.loader import TablesPart, existing
from metrobot.service.model.play import GameId, Person, PlayerId, rest_of
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.paces import silent_since
from metrobot.service.people.preferences import Preferences, RemindBy, load_preferences
from metrobot.store.schema.rows import NewDelivery, StaleError, Stream
from metrobot.store.statements.reminders import ClockState, ReminderCount, ReminderState

log = logging.getLogger(__name__)

AT_ONCE: Final = 200
"""Most games in one round; if there are more, the next round comes at once."""
MOST: Final = 3
"""Most reminders that a person gets of one turn."""
HOURS: Final = (0, 6, 12, 24, 48, 72, 168)
"""Choices for the hours until the first reminder; 0: no reminders."""
SILENCES: Final = (timedelta(days=3), timedelta(days=7))
"""Silences after which the others are told, each time once; absence is no silence."""
_UNNOTICED: Final = timedelta(minutes=1)
"""Largest step back of the clock that is ignored."""
_PAUSE: Final = timedelta(hours=1)
"""Pause before a game that could not be looked at is looked at again."""


@dataclass(eq=False)
class Reminders(TablesPart):
    """Reminds people of their turns."""

    outbox: OutboxWorker
    _looked: tuple[datetime, float] | None = field(default=None, init=False)

    async def hours(self, game: GameId) -> int:
        """Return the hours until the first reminder at a table; 0: no reminders."""
        return await self.store.reminders.hours(game)

    async def choose(
        self, channel: int, player: PlayerId, hours: int, *, may_manage: bool
    ) -> Table:
        """Set the hours until the first reminder, for the unfinished game of a channel.

        Args:
            channel: id of the Discord channel.
            player: who asks.
            hours: one of `HOURS`.
            may_manage: whether they may manage the channel.

        Raises:
            TableError: no unfinished game, or not allowed.
        """
        row = existing(await self.store.games.unfinished(channel))
        check_host(row, player, may_manage=may_manage)
        await self.store.reminders.set_hours(row.id, hours)
        return await self.loader.table(row)

    async def remind(self) -> bool:
        """Send the reminders that are due; return whether there may be more of them."""
        await self._mind_the_clock()
        due = await self.store.reminders.due(now := self.clock.now(), AT_ONCE)
        for seen in due:
            await try_look(self._look_at(seen), self.store.reminders.keep, seen, now)
        return len(due) == AT_ONCE

    async def _mind_the_clock(self) -> None:
        """Set the times of reminders back as far as the clock was set back."""
        now, passed = self.clock.now(), self.clock.monotonic()
        if self._looked is not None:
            then, at = self._looked
            # Else reminders would come late by as much as the clock was set back.
            since = timedelta(seconds=passed - at)
            back = then + since - now
            if back > _UNNOTICED:
                log.warning("the clock was set back by %s: reminders go by what has passed", back)
                await self.store.reminders.set_back(back, now - since, now)
                self.loader.forget()
        self._looked = now, passed

    async def _look_at(self, seen: ReminderState) -> None:
        now = self.clock.now()
        first = seen.since + timedelta(hours=seen.hours)
        soonest = min(first, seen.since + SILENCES[0]) if seen.hours else seen.since + SILENCES[0]
        # Before anything can be due the game need not be read.
        if soonest > now:
            await self.store.reminders.keep(seen, {}, (), at=now, next_at=soonest)
            return
        row = existing(await self.store.games.by_id(seen.game))
        # Somebody has acted since the list of due games was read.
        if row.revision != seen.revision:
            raise StaleError
        if (until := rest_of(row, now)) is not None:
            await self.store.reminders.keep(seen, {}, (), at=now, next_at=until)
            return
        table = await self.loader.glance(row)
        turn = table.title.turn_number(table.state) if row.turn is None else row.turn
        people = table.to_call()
        silent, later = await self._silences(seen, table, now)
        wishes = await self.store.preferences.of([person.id for person in people])
        calls = await self.store.reminders.calls(seen.game, seen.since)
        gone = await self.outbox.tell_departures(table, turn)
        made, new = dict[int, ReminderCount](), list[NewDelivery]()
        for person in people if seen.hours else ():
            call = calls.get(person.id, ReminderCount(0, first))
            wish = load_preferences(wishes[person.id])
            if _next(call, wish, now) == now:
                count = call.count + 1
                # The pause doubles each time.
                call = ReminderCount(count, now + timedelta(hours=seen.hours * 2**count))
                made[person.id] = call
                # A mention would reach nobody; they may be back by the next time.
                new += [] if person.id in gone else [_reminder(turn, person, wish)]
            later += [at for at in (_next(call, wish, now),) if at is not None]
        new += [NewDelivery(DeliveryKind.SILENT, turn, each) for each in silent if each not in gone]
        next_at = min(later, default=None)
        await self.store.reminders.keep(seen, made, new, at=now, next_at=next_at)
        if new or gone:
            self.outbox.deliver_soon(Stream(seen.game))

    async def _silences(
        self, seen: ReminderState, table: Table, now: datetime
    ) -> tuple[list[PlayerId], list[datetime]]:
        """Return the players of whose silence the others are to be told now, and later times."""
        due, later = list[PlayerId](), list[datetime]()
        told = await self.store.reminders.told(seen.game, seen.since, DeliveryKind.SILENT)
        for person in table.to_call():
            # With nobody else at the table there is nobody to tell.
            if not any(other.id != person.id and other.cover is None for other in table.seated):
                continue
            since = silent_since(table, person, now)
            last = told.get(person.id, since)
            steps = [since + span for span in SILENCES]
            if any(last < step <= now for step in steps):
                due.append(person.id)
            later += [step for step in steps if step > now]
        return due, later


async def try_look(
    look: Awaitable[None],
    keep: Callable[..., Awaitable[None]],
    seen: ReminderState | ClockState,
    now: datetime,
) -> None:
    """Look at a game; if that fails it is looked at again after a pause.

    Args:
        look: the look; stale if somebody has acted, or another process was faster.
        keep: stores when to look again.
        seen: the game as it was due.
        now: the present time.
    """
    # It is due again soon.
    with suppress(StaleError):
        try:
            await look
        except StaleError:
            raise
        except Exception:
            # One broken game must neither stop the others nor fill the log.
            log.exception("reminders or clocks of game %s failed", seen.game)
            await keep(seen, {}, (), at=now, next_at=now + _PAUSE)


def _next(call: ReminderCount, wish: Preferences, now: datetime) -> datetime | None:
    """Return the time of the next reminder, not before now; None: never in this turn."""
    if call.count >= MOST or wish.remind_by is RemindBy.NEVER:
        return None
    return wish.free_from(max(call.due_at, now))


def _reminder(turn: int, person: Person, wish: Preferences) -> NewDelivery:
    """Return the reminder of a person, by direct message if they want that."""
    is_direct = wish.remind_by is RemindBy.DIRECT and not person.dm_closed
    kind = DeliveryKind.REMIND_DIRECT if is_direct else DeliveryKind.REMIND
    return NewDelivery(kind, turn, person.id)
