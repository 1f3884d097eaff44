"""Reminders of the line of the day: who gets one, and when."""

from collections.abc import Iterator
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
from metrobot.store.schema.rows import NewDelivery, Stream
from metrobot.store.statements.waits.due import NOBODY, DueKind
from metrobot.store.store import Store

MOST: Final = 200
"""Most reminders in one round."""
EVENING: Final = 18
"""The hour, by their own clock, at which people are reminded of a line."""
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
        at = None
        if wishes.remind_line is not RemindLine.NEVER:
            at = next_evening(self.clock.wall(), wishes) - self.clock.ahead
        await self.store.due.set(DueKind.LINE, NOBODY, at, person=player)

    async def sweep(self) -> None:
        """Remind everybody who is due, and store when to look at them again."""
        now, wall = self.clock.now(), self.clock.wall()
        for seen in await self.store.due.find(now, MOST, DueKind.LINE):
            player = PlayerId(seen.person)
            # When to look was stored a day before: since then they may have gone away or chosen
            # quiet hours.
            wishes = await self.people.preferences(player)
            told = await self._due_to(player, wishes, wall)
            next_at = next_evening(wall, wishes) - self.clock.ahead
            if await self.store.papers.remind(seen, told, next_at, now) and told is not None:
                self.outbox.deliver_soon(Stream(player=player))

    async def _due_to(
        self, player: PlayerId, wishes: Preferences, now: datetime
    ) -> NewDelivery | None:
        found = await self.reminder(player)
        if found is None or not _is_evening(now, wishes):
            return None
        if wishes.remind_line is not RemindLine.DAILY and found.streak.length < STAKE:
            return None
        return NewDelivery(DeliveryKind.LINE_REMINDER, turn=found.line.number, player=player)


def next_evening(now: datetime, wishes: Preferences) -> datetime:
    """Return the next moment to remind somebody: 18 by their clock, outside their quiet hours."""
    return next(each for each in _evenings(now, wishes) if each > now)


def _is_evening(now: datetime, wishes: Preferences) -> bool:
    """Return whether somebody may be reminded now.

    Only on the day of the line that the last evening was about, and not while they
    sleep or are away.
    """
    # The bot may have been down, or their wishes have changed, since this moment was stored.
    last = max(each for each in _evenings(now, wishes) if each <= now)
    is_same = timetable.number_at(last) == timetable.number_at(now)
    return is_same and wishes.free_from(now) == now


def _evenings(moment: datetime, wishes: Preferences) -> Iterator[datetime]:
    """Yield somebody's evenings on the days around a moment, also while they are away."""
    zone, here = ZoneInfo(wishes.zone or "UTC"), replace(wishes, away_until=None)
    day = moment.astimezone(zone).date()
    for later in range(-2, 3):
        evening = datetime.combine(day + timedelta(days=later), time(EVENING), zone)
        yield here.free_from(evening.astimezone(UTC))
