"""Reminders of the line of the day: who gets one, and when."""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from metrobot.engine.errors import Refusal
from metrobot.service.daily import timetable
from metrobot.service.daily.line import Line
from metrobot.service.daily.lines import Lines
from metrobot.service.daily.standings import LineStandings
from metrobot.service.daily.streaks import Streak
from metrobot.service.model.clock import SteadyClock
from metrobot.service.model.play import PlayerId
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.people import People
from metrobot.service.people.preferences import Preferences, RemindLine
from metrobot.store.schema.act_rows import NewDelivery, Stream
from metrobot.store.schema.rows import StaleError
from metrobot.store.statements.waits.due import NOBODY, DueKind
from metrobot.store.store import Store

MOST: Final = 200
"""Most reminders in one round."""
EVENING: Final = 18
"""The hour, by their own clock, around which people are reminded of a line."""
MARGIN: Final = timedelta(hours=2)
"""Time for which a line has been open, and stays so, when people are reminded of it."""
_STEP: Final = timedelta(minutes=15)
STAKE: Final = 3
"""Shortest streak that is at stake, for those who want a reminder only then."""


@dataclass(frozen=True, slots=True)
class LineReminder:
    """Content of a reminder.

    Attributes:
        line: the line that is open.
        streak: of the person who is reminded.
    """

    line: Line
    streak: Streak


@dataclass(eq=False)
class LineReminders:
    """All reminders of lines.

    Attributes:
        store: keeps when they are due.
        clock: tells the time.
        lines: what they are about.
        standings: know streaks.
        people: know the preferences of whoever is reminded.
        outbox: posts them.
    """

    store: Store
    clock: SteadyClock
    lines: Lines
    standings: LineStandings
    people: People
    outbox: OutboxWorker

    async def reminder(self, player: PlayerId) -> LineReminder | None:
        """Return the reminder for somebody; None if they cannot play today's line any more."""
        try:
            line = await self.lines.today()
        except Refusal:
            return None  # by the clock there are no lines
        row = await self.store.runs.of(line.number, player)
        if line.is_closed or (row is not None and row.status == "over"):
            return None
        return LineReminder(line, await self.standings.streak(player))

    async def remind(self, player: PlayerId, wishes: Preferences) -> None:
        """Store the next moment to look whether somebody is to be reminded, by their wishes."""
        row, moment = await self.store.due.state(DueKind.LINE, NOBODY, player), None
        if wishes.remind_line is not RemindLine.NEVER:
            day = self.clock.machine.now()
            number = timetable.number_at(day)
            if (moment := reminder_at(number, wishes)) < day:
                is_late = row is not None and row.at is not None
                moment = _later(day, wishes) if is_late else reminder_at(number + 1, wishes)
            moment -= day - self.clock.now()
        await self.store.due.set(DueKind.LINE, NOBODY, moment, person=player)

    async def sweep(self) -> None:
        """Remind everybody who is due, and store when to look at them again."""
        now, day = self.clock.now(), self.clock.machine.now()
        for row in await self.store.due.find(now, MOST, DueKind.LINE):
            player = PlayerId(row.person)
            # When to look was stored a day before: since then they may have gone away or chosen
            # quiet hours.
            wishes = await self.people.preferences(player)
            delivery, number = None, timetable.number_at(day)
            is_due = (moment := reminder_at(number, wishes)) <= day
            if is_due and (moment := _later(day, wishes)) == day:
                delivery = await self._due_to(player, wishes)
                moment = reminder_at(number + 1, wishes)
            # Stale: another process has just reminded them, or they have chosen anew.
            with suppress(StaleError):
                await self.store.papers.remind(row, delivery, moment - (day - now), now)
                if delivery is not None:
                    self.outbox.deliver_soon(Stream(player=player))

    async def _due_to(self, player: PlayerId, wishes: Preferences) -> NewDelivery | None:
        reminder = await self.reminder(player)
        if reminder is None:
            return None
        if wishes.remind_line is not RemindLine.DAILY and reminder.streak.length < STAKE:
            return None
        return NewDelivery(DeliveryKind.LINE_REMINDER, turn=reminder.line.number, player=player)


def reminder_at(number: int, wishes: Preferences) -> datetime:
    """Return the moment at which somebody is reminded of a line: one for each line.

    It is as near to 18 by their clock as leaves `MARGIN` after the line has opened and
    before it ends, outside their quiet hours where these allow it.
    """
    first, last = timetable.opens_at(number) + MARGIN, timetable.ends_at(number) - MARGIN
    zone, here = ZoneInfo(wishes.zone or "UTC"), replace(wishes, away_until=None)
    days = (timetable.day_of(number) + timedelta(days=later) for later in (1, 0, -1))
    evenings = [datetime.combine(day, time(EVENING), zone).astimezone(UTC) for day in days]
    # Of two that are as near the later one: who plays before it is not reminded.
    nearest = min(evenings, key=lambda evening: max(first - evening, evening - last))
    moment = min(max(nearest, first), last)
    free = here.free_from(moment)
    if free <= last:
        return free
    earlier = (moment - step * _STEP for step in range((moment - first) // _STEP + 1))
    return next(
        (candidate for candidate in earlier if here.free_from(candidate) == candidate), free
    )


def _later(day: datetime, wishes: Preferences) -> datetime:
    """Return the time of the next look at somebody whose reminder of the open line is overdue."""
    free, number = wishes.free_from(day), timetable.number_at(day)
    return free if free < timetable.ends_at(number) else reminder_at(number + 1, wishes)
