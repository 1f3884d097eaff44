"""Preferences of a person: reminders, quiet hours and days off in their own time, absence."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import cache
from itertools import zip_longest
from math import ceil
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo, available_timezones

from metrobot.store.schema.rows import row_of
from metrobot.store.statements.people import PreferenceRow

MOST_DAYS_OFF: Final = 3
"""Most days of the week on which somebody does not play."""
_MOST_CHOICES: Final = 20
"""Most choices of days off that are kept."""
WEEK: Final = timedelta(days=7)

DaysOff: TypeAlias = tuple[int, str, *tuple[int, ...]]
"""The second from which on days off were chosen, the time zone, and the days, Monday being 0."""


class RemindBy(StrEnum):
    """Ways to remind a person of a turn."""

    CHANNEL = "channel"
    DIRECT = "direct"
    NEVER = "never"


class RemindLine(StrEnum):
    """Days on which a person is reminded of the line of the day."""

    NEVER = "never"
    AT_STAKE = "at_stake"
    """Days on which a streak of three lines or more would end."""
    DAILY = "daily"


@dataclass(frozen=True, slots=True)
class Preferences:
    """One person's preferences.

    Attributes:
        remind_by: way to remind them of a turn.
        zone: IANA name of their time zone, or None.
        quiet: begin and end of their quiet hours, in minutes since midnight in
            their zone; None: there are none.
        away_until: end of their absence, or None; may have passed.
        at_once: whether a choice in a line of the day is played without Confirm.
        show_sheet: whether the morning paper may show their sheet.
        remind_line: days on which they are reminded of the line of the day.
        sheet_asked: whether they were asked about their sheet.
        absences: their latest absences, each its first and last second.
        words_first: whether boards are told in words, planners whole, their choices in menus.
        days_off: their latest choices of days off; the last one holds.
        asked: whether others may ask them by name to join a lobby.
        colours: of titles, each with the numbers of the colours they wish for, the dearest first.
    """

    remind_by: RemindBy = RemindBy.CHANNEL
    zone: str | None = None
    quiet: tuple[int, int] | None = None
    away_until: datetime | None = None
    at_once: bool = False
    show_sheet: bool = False
    remind_line: RemindLine = RemindLine.NEVER
    sheet_asked: bool = False
    absences: tuple[tuple[int, int], ...] = ()
    words_first: bool = False
    days_off: tuple[DaysOff, ...] = ()
    asked: bool = True
    colours: tuple[tuple[str, *tuple[int, ...]], ...] = ()

    @property
    def free_days(self) -> tuple[int, ...]:
        """Days of the week on which they do not play."""
        return self.days_off[-1][2:] if self.days_off else ()

    def wished(self, title: str) -> tuple[int, ...]:
        """Return the numbers of the colours that they wish for in a title, the dearest first."""
        return next((tuple(numbers) for name, *numbers in self.colours if name == title), ())

    def wishing(self, title: str, numbers: Sequence[int]) -> "Preferences":
        """Return them with other wishes for a title."""
        others = [wish for wish in self.colours if wish[0] != title]
        return replace(self, colours=(*others, (title, *numbers)) if numbers else tuple(others))

    def resting_on(self, days: Collection[int], now: datetime) -> "Preferences":
        """Return them with other days off, or with the same in another time zone."""
        days = tuple(sorted(days))
        zones_before = {zone for _, zone, *_ in self.days_off[-1:]}
        if days == self.free_days and (not days or zones_before == {self.zone}):
            return self
        choice: DaysOff = (ceil(now.timestamp()), self.zone or "", *days)
        return replace(self, days_off=(*self.days_off, choice)[-_MOST_CHOICES:])

    def free_from(self, moment: datetime) -> datetime:
        """Return the first moment, not before this one, at which they may be disturbed."""
        if self.away_until is not None:
            moment = max(moment, self.away_until)
        while ends := [end for start, end in self._quiet(moment) if start <= moment < end]:
            moment = max(ends)
        return moment

    def may_be_called(self, moment: datetime) -> bool:
        """Return whether they may be called at a moment for something other than their turn."""
        return self.remind_by is not RemindBy.NEVER and self.free_from(moment) == moment

    def _quiet(self, moment: datetime) -> Iterator[tuple[datetime, datetime]]:
        """Yield begin and end, in UTC, of the quiet hours and day off that a moment may lie in."""
        if self.zone is None:
            return
        zone, (begin, end) = ZoneInfo(self.zone), self.quiet or (0, 0)
        today = moment.astimezone(zone).date()
        spans = [(today, 0, 0)] if today.weekday() in self.free_days else []
        # Last night may not be over.
        spans += [(today - timedelta(days=ago), begin, end) for ago in (1, 0) if self.quiet]
        for day, first, last in spans:
            until = day if last > first else day + timedelta(days=1)
            # A clock that is set back shows an hour twice: both are quiet.
            yield min(moments(day, first, zone)), max(moments(until, last, zone))


def days_off_at(choices: Sequence[DaysOff], start: datetime) -> list[tuple[str, int]]:
    """Return the days off of a turn that began at a moment, each with its time zone.

    They are of the choice that held then: a change holds from the next turn. All choices of
    the week before share `MOST_DAYS_OFF`, first come, so that changing them gains no days.

    Args:
        choices: the latest choices of a person.
        start: the moment.
    """
    second, chances, now = start.timestamp(), list[tuple[str, int]](), list[tuple[str, int]]()
    week_ago = second - WEEK.total_seconds()
    # What was chosen before those that are kept is not known.
    if len(choices) == _MOST_CHOICES and choices[0][0] > week_ago:
        return []
    for (since, zone, *days), following in zip_longest(choices, choices[1:]):
        if since > second:
            break
        now = [(zone, day) for day in days if zone in zones()]
        if following is None or following[0] > week_ago:
            chances += [day for day in now if day not in chances]
    return [day for day in chances[:MOST_DAYS_OFF] if day in now]


def moments(day: date, minutes: int, zone: ZoneInfo) -> list[datetime]:
    """Return the moments, in UTC, at which a clock shows a time; around a skipped one."""
    moment = datetime.combine(day, time(minutes // 60, minutes % 60), zone)
    return [moment.replace(fold=fold).astimezone(UTC) for fold in (0, 1)]


@cache
def zones() -> frozenset[str]:
    """Return the names of all time zones that a person can choose."""
    return frozenset(name for name in available_timezones() if "/" in name or name == "UTC")


def zone_named(text: str) -> str | None:
    """Return the name of the time zone that somebody means, or None."""
    names = {name.casefold(): name for name in zones()}
    return names.get(text.strip().casefold().replace(" ", "_"))


def load_preferences(row: PreferenceRow) -> Preferences:
    """Return a person's preferences from a row."""
    begin, end = row.quiet_from, row.quiet_until
    quiet = None if begin is None or end is None else (begin, end)
    # Zones are renamed now and then.
    zone = row.zone if row.zone in zones() else None
    absences = tuple((first, last) for first, last in row.absences or ())
    remind_by, remind_line = RemindBy(row.remind_by), RemindLine(row.remind_line)
    ways = {"remind_by": remind_by, "remind_line": remind_line}
    days_off = tuple((since, where, *days) for since, where, *days in row.days_off or ())
    times = {"quiet": quiet, "absences": absences, "days_off": days_off}
    colours = tuple((title, *numbers) for title, *numbers in row.colours or ())
    return row_of(Preferences, row, **ways, zone=zone, colours=colours, **times)


def dump_preferences(preferences: Preferences) -> PreferenceRow:
    """Return a person's preferences as a row."""
    begin, end = preferences.quiet or (None, None)
    by, line = preferences.remind_by.value, preferences.remind_line.value
    quiet = {"quiet_from": begin, "quiet_until": end}
    return row_of(PreferenceRow, preferences, **quiet, remind_by=by, remind_line=line)
