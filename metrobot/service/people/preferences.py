"""Preferences of a person: reminders, quiet hours in their own time, absence."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from metrobot.store.schema.rows import row_of
from metrobot.store.statements.people import PreferenceRow


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

    def free_from(self, moment: datetime) -> datetime:
        """Return the first moment, not before this one, at which they may be disturbed."""
        if self.away_until is not None:
            moment = max(moment, self.away_until)
        if self.quiet is None or self.zone is None:
            return moment
        nights = _nights(moment, ZoneInfo(self.zone), *self.quiet)
        return next((end for start, end in nights if start <= moment < end), moment)

    def may_be_called(self, moment: datetime) -> bool:
        """Return whether they may be called at a moment for something other than their turn."""
        return self.remind_by is not RemindBy.NEVER and self.free_from(moment) == moment


def _nights(
    moment: datetime, zone: ZoneInfo, begin: int, end: int
) -> Iterator[tuple[datetime, datetime]]:
    """Yield begin and end, in UTC, of the quiet hours that a moment may lie in."""
    today = moment.astimezone(zone).date()
    # Last night may not be over.
    for day in (today - timedelta(days=1), today):
        last = day if end > begin else day + timedelta(days=1)
        # A clock that is set back shows an hour twice: both are quiet.
        yield min(moments(day, begin, zone)), max(moments(last, end, zone))


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
    return row_of(Preferences, row, **ways, zone=zone, quiet=quiet, absences=absences)


def dump_preferences(preferences: Preferences) -> PreferenceRow:
    """Return a person's preferences as a row."""
    begin, end = preferences.quiet or (None, None)
    by, line = preferences.remind_by.value, preferences.remind_line.value
    quiet = {"quiet_from": begin, "quiet_until": end}
    return row_of(PreferenceRow, preferences, **quiet, remind_by=by, remind_line=line)
