"""The morning paper of each server, and who is reminded of a line: what is due in a round."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from metrobot.engine.errors import Refusal
from metrobot.service.daily import timetable
from metrobot.service.daily.line import Line, LineKey
from metrobot.service.daily.lines import Lines, Seal
from metrobot.service.daily.runs import Run, Runs
from metrobot.service.daily.streaks import NO_WEEK, Streak, WeekTable
from metrobot.service.model.clock import Clock
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.people import People
from metrobot.service.people.preferences import Preferences, RemindLine, zone_named, zones
from metrobot.store.schema.rows import NewDelivery, Stream
from metrobot.store.statements.lines import Finisher
from metrobot.store.statements.papers import PaperRow
from metrobot.store.store import Store

MOST: Final = 200
"""So many papers, and as many reminders, are sent in one round."""
SPREAD: Final = 1800
"""Papers of one hour are spread over so many seconds."""
QUIET_AFTER: Final = 7
"""A server where nobody has finished the latest so many lines has no paper until somebody does."""
EVENING: Final = 18
"""The hour, by their own clock, at which people are reminded of a line."""
STAKE: Final = 3
"""A streak of so many lines is worth a reminder to who wants one only then."""
USUAL_HOUR: Final = 9
NAMED: Final = 10
"""So many people a paper names, and of the week."""
_NOBODY: Final = PlayerId(0)
"""Whoever a paper is for: nobody alone."""


@dataclass(frozen=True, slots=True)
class Paper:
    """What a morning paper tells.

    Attributes:
        line: that is over.
        results: the best who have finished it on the server and let others see it.
        others: how many more have.
        streak: the server's own.
        week: what people have made in the week that ended with this line; else nobody.
        best: the run whose sheet is shown, or None.
        today: the line that is open.
        seal: what binds the keys of the lines to come.
    """

    line: Line
    results: Sequence[Finisher]
    others: int
    streak: int
    week: WeekTable
    best: Run | None
    today: Line
    seal: Seal


@dataclass(frozen=True, slots=True)
class LineReminder:
    """What somebody is reminded of.

    Attributes:
        line: that is open.
        streak: theirs.
    """

    line: Line
    streak: Streak


@dataclass(eq=False)
class Papers:
    """All papers and reminders.

    Attributes:
        store: keeps where and when they are due.
        clock: tells the time.
        lines: what they are about.
        runs: whose sheets they show.
        people: know who may be disturbed.
        outbox: posts them.
    """

    store: Store
    clock: Clock
    lines: Lines
    runs: Runs
    people: People
    outbox: OutboxWorker

    async def of(self, guild: int) -> PaperRow | None:
        """Return a server's paper, also one that is off; None: there was never one."""
        return await self.store.paper_of(guild)

    async def choose(
        self, guild: int, channel: int, hour: int | None, zone: str | None
    ) -> PaperRow:
        """Let a server have its paper; what is not said stays as it was.

        Args:
            guild: id of the server.
            channel: where it is posted.
            hour: of the day, 0 to 23.
            zone: whose clock tells it.

        Raises:
            TableError: there is no such zone.
        """
        before = await self.store.paper_of(guild)
        name = (before.zone if before else "UTC") if zone is None else zone_named(zone)
        if name is None:
            raise TableError(TableKey.NO_SUCH_ZONE, zone=zone or "")
        chosen = (before.hour if before else USUAL_HOUR) if hour is None else hour
        told = timetable.last_closed(self.clock.now())
        if before is not None:
            # What is due today still comes, and nothing is told again, whatever the clock says.
            told = max(before.told, told if before.due_at is None else told - 1)
        due_at = _due_at(guild, told + 1, chosen, name)
        row = PaperRow(guild, channel, chosen, name, told, due_at)
        await self.store.save_paper(row)
        return row

    async def stop(self, guild: int) -> None:
        """Let a server have no paper."""
        row = await self.store.paper_of(guild)
        if row is not None:
            await self.store.save_paper(replace(row, due_at=None, failed=0))

    async def sweep(self) -> None:
        """Send what is due: papers, and reminders of lines."""
        now = self.clock.now()
        for row in await self.store.due_papers(now, MOST):
            await self._send(row, now)
        await self._remind(now)

    async def paper(self, guild: int, number: int) -> Paper:
        """Return what the paper of a server tells about a line that is over.

        Raises:
            Refusal: there is no such line.
        """
        line = await self.lines.closed_line(number)
        table = await self.lines.table(guild, line, _NOBODY, NAMED)
        best = await self.store.best_shown(guild, number)
        is_week = timetable.is_sunday(number)
        return Paper(
            line=line,
            results=table.shown,
            others=table.total - len(table.shown),
            streak=await self.lines.server_streak(guild),
            week=await self.lines.week(guild, number, NAMED) if is_week else NO_WEEK,
            best=None if best is None else await self.runs.to_show(best),
            today=await self.lines.today(),
            seal=await self.lines.seal(),
        )

    async def watched(self, number: int, person: Person, guild: int) -> Run:
        """Return a run of a line that is over: one's own, or one that a paper here may show.

        Raises:
            Refusal: it is somebody else's who does not let others see it, or not of this
                server, or its line is still open, or there is none.
        """
        run = await self.runs.to_show(number)
        if run.row.player == person.id:
            return run
        here = await self.store.finisher_here(guild, run.line.number, run.row.player)
        shown = [here.run] if here is not None and here.listed else []
        if await self.store.best_to_show(shown) is None:
            raise Refusal(LineKey.GONE)
        return run

    async def reminder(self, player: PlayerId) -> LineReminder | None:
        """Return what somebody is reminded of; None: they have finished today's line by now."""
        line = await self.lines.today()
        row = await self.store.run_of(line.number, player)
        if row is not None and row.status == "over":
            return None
        return LineReminder(line, await self.lines.streak(player))

    async def remind(self, player: PlayerId, wishes: Preferences) -> None:
        """Note when to look whether somebody is to be reminded, as they wish."""
        at = None
        if wishes.remind_line is not RemindLine.NEVER:
            at = next_evening(self.clock.now(), wishes)
        await self.store.set_line_due(player, at)

    async def _send(self, row: PaperRow, now: datetime) -> None:
        """Have one paper posted, unless nobody has played there for a week."""
        number = timetable.last_closed(now)
        next_row = replace(
            row, told=number, due_at=_due_at(row.guild, number + 1, row.hour, row.zone)
        )
        told = None
        if number > row.told and await self._is_worth_it(row.guild, number):
            told = NewDelivery(
                DeliveryKind.PAPER, turn=number, guild=row.guild, channel=row.channel
            )
        if await self.store.turn_page(row, next_row, told, now) and told is not None:
            self.outbox.deliver_soon(Stream(channel=row.channel))

    async def _is_worth_it(self, guild: int, number: int) -> bool:
        """Return whether the line is there, and somebody has finished one of the latest here."""
        try:
            await self.lines.closed_line(number)
        except Refusal:
            return False  # the bot was down on its day
        first = max(1, number - QUIET_AFTER + 1)
        return await self.store.has_finishers(guild, first, number)

    async def _remind(self, now: datetime) -> None:
        """Remind those who are to be reminded now; note when to look at them again."""
        for each in await self.store.due_line_reminders(now, MOST):
            player = PlayerId(each)
            wishes = await self.people.preferences(player)
            told = await self._due_to(player, wishes, now)
            await self.store.remind_of_line(player, told, next_evening(now, wishes), now)
            if told is not None:
                self.outbox.deliver_soon(Stream(player=player))

    async def _due_to(
        self, player: PlayerId, wishes: Preferences, now: datetime
    ) -> NewDelivery | None:
        """Return what somebody is reminded of now, as they wish it each day or it is at stake."""
        found = await self.reminder(player)
        if found is None or not _is_evening(now, wishes):
            return None
        if wishes.remind_line is not RemindLine.DAILY and found.streak.length < STAKE:
            return None
        return NewDelivery(DeliveryKind.LINE_REMINDER, turn=found.line.number, player=player)


def _due_at(guild: int, number: int, hour: int, zone: str) -> datetime:
    """Return when the paper of a server about a line is sent, spread over half an hour."""
    drawn = hashlib.sha256(str(guild).encode()).digest()
    later = timedelta(seconds=int.from_bytes(drawn[:4], "big") % SPREAD)
    known = zone if zone in zones() else "UTC"  # zones are renamed now and then
    return timetable.paper_at(number, hour, ZoneInfo(known)) + later


def next_evening(now: datetime, wishes: Preferences) -> datetime:
    """Return when somebody is next reminded: at 18 by their clock, in no quiet hour of theirs."""
    return next(each for each in _evenings(now, wishes) if each > now)


def _is_evening(now: datetime, wishes: Preferences) -> bool:
    """Return whether it is time to remind somebody, who may have changed their wishes since.

    So it is as long as the line is open of which the last evening was to remind them,
    unless they sleep, or are away.
    """
    last = max(each for each in _evenings(now, wishes) if each <= now)
    is_same = timetable.number_at(last) == timetable.number_at(now)
    return is_same and wishes.free_from(now) == now


def _evenings(moment: datetime, wishes: Preferences) -> Iterator[datetime]:
    """Yield when somebody is reminded on the days around a moment, whether or not they are away."""
    zone, here = ZoneInfo(wishes.zone or "UTC"), replace(wishes, away_until=None)
    day = moment.astimezone(zone).date()
    for later in range(-2, 3):
        evening = datetime.combine(day + timedelta(days=later), time(EVENING), zone)
        yield here.free_from(evening.astimezone(UTC))
