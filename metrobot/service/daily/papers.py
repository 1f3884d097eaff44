"""What is posted of lines: the morning paper of each server, and what people share."""

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import dropwhile
from typing import Final
from zoneinfo import ZoneInfo

from metrobot.engine.errors import Refusal
from metrobot.service.daily import timetable
from metrobot.service.daily.line import Line, LineKey
from metrobot.service.daily.line_keys import Seal
from metrobot.service.daily.lines import Lines
from metrobot.service.daily.runs import Run, Runs
from metrobot.service.daily.standings import LineStandings
from metrobot.service.daily.streaks import NO_WEEK, WeekTable
from metrobot.service.model.clock import SteadyClock
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.preferences import zone_named, zones
from metrobot.store.schema.act_rows import Announcement, NewDelivery, Stream
from metrobot.store.schema.rows import StaleError, quarter_of
from metrobot.store.statements.daily.lines import Finisher
from metrobot.store.statements.daily.papers import PaperRow
from metrobot.store.statements.waits.due import DueKind, DueRow
from metrobot.store.store import Store

MOST: Final = 200
"""Most papers in one round."""
SPREAD: Final = 1800
"""Seconds over which the papers of one hour are spread."""
LATE: Final = timedelta(hours=12)
"""Time by which a paper may be late; one that is later gives way to the newest."""
QUIET_AFTER: Final = 7
"""Latest lines that a server may leave unfinished before its paper stops until somebody plays.

A paper that was just turned on comes as often.
"""
USUAL_HOUR: Final = 9
NAMED: Final = 10
"""Most people that a paper names, for the line and again for the week."""
_LOOKED_AT: Final = 10 * NAMED
"""Most people of a table that are looked at: its first ones may all be left out."""
_NOBODY: Final = PlayerId(0)
"""Reader of a paper: nobody in particular."""


@dataclass(frozen=True, slots=True)
class Paper:
    """Content of a morning paper.

    Attributes:
        line: the line, which is over.
        results: the best people of the server who have finished it and let others see it;
            whoever is before the first account that is old enough is left out.
        others: number of the others who have finished it.
        streak: the server's own.
        week: likewise, table of the week that ended with this line; empty on other days.
        best: the run whose sheet is shown, or None.
        today: the line that is open.
        seal: proof of the keys of lines to come.
    """

    line: Line
    results: Sequence[Finisher]
    others: int
    streak: int
    week: WeekTable
    best: Run | None
    today: Line
    seal: Seal


@dataclass(eq=False)
class Papers:
    """All papers.

    Attributes:
        store: keeps where and when they are due.
        clock: tells the time.
        lines: what they are about.
        standings: tables of lines and weeks.
        runs: whose sheets they show.
        outbox: posts them.
    """

    store: Store
    clock: SteadyClock
    lines: Lines
    standings: LineStandings
    runs: Runs
    outbox: OutboxWorker

    async def of(self, guild: int) -> PaperRow | None:
        """Return a server's paper, also one that is off; None: there was never one."""
        return await self.store.papers.of(guild)

    async def choose(
        self, guild: int, channel: int, hour: int | None, zone: str | None
    ) -> PaperRow:
        """Turn on the paper of a server, or change it; what is None stays as it was.

        Args:
            guild: id of the server.
            channel: where it is posted.
            hour: of the day, 0 to 23.
            zone: whose clock tells it.

        Raises:
            TableError: there is no such zone.
            Refusal: the clock was just set, or shows no day of a line.
        """
        # By a clock that is ahead, all papers until then would count as told.
        now = await self.lines.clock.now()
        self.lines.clock.check_steady()
        never = PaperRow(guild, channel, USUAL_HOUR, "UTC", told=0, due_at=None)
        old_row = await self.store.papers.of(guild) or never
        name = old_row.zone if zone is None else zone_named(zone)
        if name is None:
            raise TableError(TableKey.NO_SUCH_ZONE, zone=zone or "")
        new_hour, is_on = old_row.hour if hour is None else hour, old_row.due_at is not None
        # A paper that is due still comes, and none comes twice, even if the clock was set back.
        last_number = max(old_row.told, timetable.last_closed(now) - is_on)
        today = await self.lines.today()
        # Its first paper is promised, so it is about a line that there is.
        while last_number + 1 < today.number and not await self._exists(last_number + 1):
            last_number += 1
        next_due = due_at(guild, last_number + 1, new_hour, name)
        first_number = old_row.since if is_on else last_number + 1
        row = PaperRow(guild, channel, new_hour, name, last_number, next_due, since=first_number)
        by_day = self.clock.machine.now() - self.clock.now()
        await self.store.papers.save(replace(row, due_at=next_due - by_day))
        return row

    async def stop(self, guild: int) -> None:
        """Turn off the paper of a server."""
        row = await self.store.papers.of(guild)
        if row is not None:
            await self.store.papers.save(replace(row, due_at=None, failed=0))

    async def sweep(self) -> None:
        """Send the papers that are due."""
        for due_row in await self.store.due.find(self.clock.now(), MOST, DueKind.PAPER):
            if (row := await self.store.papers.of(due_row.of)) is not None:
                await self._send(due_row, row)

    async def paper(self, guild: int, number: int) -> Paper:
        """Return the content of the paper of a server about a line that is over.

        Raises:
            Refusal: there is no such line, or it is open, or the clock was just set.
        """
        line = await self.lines.closed_line(number)
        table = await self.standings.table(guild, line, _NOBODY, _LOOKED_AT)
        week, young = NO_WEEK, timetable.first_young(number)
        # Somebody with a second account knows the cards when they play again.
        results = tuple(dropwhile(lambda score: score.player >= young, table.shown))[:NAMED]
        if timetable.is_sunday(number):
            week = await self.standings.week(guild, number, _LOOKED_AT)
            scores = tuple(dropwhile(lambda score: score.player >= young, week.shown))
            week = WeekTable(scores[:NAMED], week.total)
        return Paper(
            line=line,
            results=results,
            others=table.total - len(results),
            streak=await self.standings.server_streak(guild),
            week=week,
            best=await self.best(guild, number),
            today=await self.lines.today(),
            seal=await self.lines.keys.seal(),
        )

    async def best(self, guild: int, number: int) -> Run | None:
        """Return the best run of a line that is over which a server's paper may show, or None.

        Raises:
            Refusal: the line is open, or the clock was just set.
        """
        run_id = await self.store.runs.best_shown(guild, number, timetable.first_young(number))
        return None if run_id is None else await self.runs.to_show(run_id)

    async def watched(self, number: int, person: Person, guild: int) -> Run:
        """Return a run of a line that is over: one's own, or one that a paper here may show.

        Raises:
            Refusal: it is somebody else's who does not let others see it, or not of this
                server, or its line is still open, or there is none.
        """
        run = await self.runs.to_show(number)
        if run.row.player == person.id:
            return run
        here = await self.store.lines.finisher_here(guild, run.line.number, run.row.player)
        if not (here and here.listed and await self.store.runs.may_show(here.run)):
            raise Refusal(LineKey.GONE)
        return run

    async def _send(self, due_row: DueRow, row: PaperRow) -> None:
        """Put one paper into the outbox, and store when the next one is due."""
        now, day = self.clock.now(), self.clock.machine.now()
        number = next_line(row, day)
        next_due = due_at(row.guild, number + 1, row.hour, row.zone) - (day - now)
        new = partial(NewDelivery, guild=row.guild, channel=row.channel)
        deliveries = list[NewDelivery]()
        if number > row.told and await self._is_worth_it(row.guild, number, row.since):
            deliveries.append(new(DeliveryKind.PAPER, number))
        # A line closes on the day after its own: by then the season is over for everybody.
        quarter = quarter_of(timetable.ends_at(number))
        if quarter > quarter_of(timetable.ends_at(row.told)):
            deliveries.append(new(DeliveryKind.SEASON, quarter - 1))
        # Stale: another process has sent it, or the manager has just changed it.
        with suppress(StaleError):
            await self.store.papers.turn_page(
                due_row, number, deliveries, now=now, next_at=next_due
            )
            if deliveries:
                self.outbox.deliver_soon(Stream(channel=row.channel))

    async def _is_worth_it(self, guild: int, number: int, first_number: int) -> bool:
        """Return whether the line exists, and the paper has just begun or somebody here plays."""
        first = max(1, number - QUIET_AFTER + 1)
        if not await self._exists(number):
            return False
        return first_number >= first or await self.store.lines.has_finishers(guild, first, number)

    async def _exists(self, number: int) -> bool:
        line = await self.store.lines.by_number(number)
        # Else the bot was down on its day, or its clock was wrong.
        return line is not None and not line.void


@dataclass(eq=False)
class Shares:
    """All strips and sheets that are posted.

    Attributes:
        store: keeps them until then.
        clock: tells the time.
        outbox: posts them.
    """

    store: Store
    clock: SteadyClock
    outbox: OutboxWorker

    async def share(
        self, kind: DeliveryKind, line: Line, person: Person, *, guild: int, channel: int
    ) -> NewDelivery:
        """Store a strip or a sheet that is to be posted, and return its delivery.

        Args:
            kind: STRIP, which a server gets once, or SHEET.
            line: which they have finished.
            person: whose it is.
            guild: id of the server.
            channel: id of the channel.

        Raises:
            Refusal: their strip stands on this server already.
        """
        new = NewDelivery(kind, line.number, person.id, guild, channel)
        announcement = Announcement(new, person, self.clock.now())
        if kind is not DeliveryKind.STRIP:
            await self.store.outbox.announce(announcement)
        elif not await self.store.lines.share_once(
            guild, line.number, person.id, announcement, is_open=not line.is_closed
        ):
            raise Refusal(LineKey.SHARED)
        return new

    async def is_posted(self, new: NewDelivery, seconds: float) -> bool:
        """Begin to post what was stored, and return whether that was done within some seconds."""
        await self.outbox.deliver_within(Stream(channel=new.channel), seconds)
        rows = await self.store.outbox.pending(channel=new.channel)
        new_key = (new.kind, new.turn, new.player)
        return new_key not in [(row.kind, row.turn, row.player) for row in rows]


def next_line(row: PaperRow, day: datetime) -> int:
    """Return the line of the paper that is due: each in turn, but the newest after a long silence.

    Where the clock is set back two lines have one morning, and a round may come just
    after the next line has closed. The last one told of: none is due, as the time of
    day was set.
    """
    newest, last = timetable.last_closed(day), timetable.last_closed(day) - 1
    is_late = last > row.told and day - due_at(row.guild, last, row.hour, row.zone) < LATE
    is_early = due_at(row.guild, newest, row.hour, row.zone) > day
    return max(row.told, last if is_late or is_early else newest)


def due_at(guild: int, number: int, hour: int, zone: str) -> datetime:
    """Return the moment at which a server's paper about a line is due."""
    # Papers of one hour would all come at once: each server has a fixed delay, up to half an
    # hour.
    digest = hashlib.sha256(str(guild).encode()).digest()
    later = timedelta(seconds=int.from_bytes(digest[:4], "big") % SPREAD)
    zone_name = zone if zone in zones() else "UTC"  # zones are renamed now and then
    return timetable.paper_at(number, hour, ZoneInfo(zone_name)) + later
