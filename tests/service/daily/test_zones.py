"""UTC meets local time: lines are fixed in UTC, papers and reminders come at a local hour."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

import pytest

from metrobot.service.daily import timetable
from metrobot.service.daily.line_reminders import EVENING, MARGIN, reminder_at
from metrobot.service.daily.papers import due_at, next_line
from metrobot.service.daily.timetable import closes_at, ends_at, number_at, opens_at, paper_at
from metrobot.service.people.preferences import Preferences
from metrobot.store.statements.daily.papers import PaperRow

FIRST = number_at(datetime(2026, 3, 1, tzinfo=UTC))
LINES = range(FIRST, FIRST + 2 * 366)
"""Two years, with four changes of the clock in each hemisphere."""
GUILD = 1
NIGHTS = (None, (22 * 60, 8 * 60), (17 * 60, 60), (12 * 60, 22 * 60), (0, 20 * 60))
"""Quiet hours, in minutes since midnight."""


@cache
def zones() -> tuple[str, ...]:
    """Return all time zones, of those that show the same times in these years one alone."""
    moments = [opens_at(number) for number in LINES]
    shown = dict[tuple[timedelta | None, ...], str]()
    for name in sorted(available_timezones() - {"localtime"}):
        zone = ZoneInfo(name)
        shown.setdefault(tuple(moment.astimezone(zone).utcoffset() for moment in moments), name)
    return tuple(shown.values())


def changes(zone: str) -> set[int]:
    """Return the lines around each change of a zone's clock."""
    place = ZoneInfo(zone)
    offsets = {number: opens_at(number).astimezone(place).utcoffset() for number in LINES}
    turns = [number for number in LINES[1:] if offsets[number] != offsets[number - 1]]
    return {turn + near for turn in turns for near in range(-4, 5)} & set(LINES)


def papers(zone: str, hour: int, lines: list[int], delay: timedelta) -> Iterator[int]:
    """Yield the lines of the papers that a server gets, each round late by as much."""
    newest = lines[0] - 1
    for number in lines:
        now = due_at(GUILD, number, hour, zone) + delay
        newest = next_line(PaperRow(GUILD, 1, hour, zone, newest, now), now)
        yield newest


def test_the_zones_are_all_there_are() -> None:
    """Some 600 names for some 70 ways to show the time."""
    assert 50 < len(zones()) < 200
    assert {"America/Chicago", "Europe/Berlin", "Asia/Kolkata"} <= available_timezones()


@pytest.mark.parametrize("delay", [timedelta(), timedelta(minutes=31)], ids=["at once", "late"])
def test_every_line_has_one_paper_around_each_change_of_a_clock(delay: timedelta) -> None:
    """At each hour, also where the round comes after the next closing."""
    for zone in zones()[::3]:
        turns = sorted(changes(zone)) or list(LINES[:9])
        # Each change by itself: the lines between two of them are a year's other days.
        runs = [[turn for turn in turns if turn - turns[0] < 100], turns[-9:]]
        for lines in (list(range(run[0], run[-1] + 1)) for run in runs):
            for hour in range(24):
                assert list(papers(zone, hour, lines, delay)) == lines, (zone, hour)


@pytest.mark.long
def test_every_line_of_two_years_has_one_paper() -> None:
    """At the earliest when it has closed, at the latest a day and an hour after that."""
    for zone in zones():
        for hour in range(24):
            assert list(papers(zone, hour, list(LINES), timedelta())) == list(LINES)
            for number in LINES:
                waited = paper_at(number, hour, ZoneInfo(zone)) - closes_at(number)
                assert timedelta() <= waited <= timedelta(hours=25), (zone, hour, number)


def check_reminders(zone: str, quiet: tuple[int, int] | None, lines: list[int]) -> None:
    """Hold the reminders of some lines to what everybody who wants one is promised."""
    wishes = Preferences(zone=zone, quiet=quiet)
    free = Preferences(zone=zone)
    for number in lines:
        moment, wanted = reminder_at(number, wishes), reminder_at(number, free)
        about = (zone, quiet, number)
        assert opens_at(number) + MARGIN <= wanted <= ends_at(number) - MARGIN, about
        assert wishes.free_from(moment) == moment, about
        assert opens_at(number) + MARGIN <= moment, about
        steps = (opens_at(number) + MARGIN + timedelta(minutes=15) * each for each in range(81))
        if any(wishes.free_from(each) == each for each in steps):
            assert moment <= ends_at(number) - MARGIN, about


@pytest.mark.parametrize("quiet", NIGHTS, ids=str)
def test_every_line_has_one_reminder_while_it_is_open(quiet: tuple[int, int] | None) -> None:
    """Two hours after it has opened and two before it ends, and never in quiet hours."""
    for zone in zones()[::4]:
        check_reminders(zone, quiet, sorted(changes(zone)) or list(LINES[:3]))


@pytest.mark.long
@pytest.mark.parametrize("quiet", NIGHTS, ids=str)
def test_every_line_of_two_years_has_one_reminder(quiet: tuple[int, int] | None) -> None:
    for zone in zones():
        check_reminders(zone, quiet, list(LINES) if quiet in NIGHTS[:2] else sorted(changes(zone)))


def test_it_is_six_in_the_evening_where_lines_allow_it() -> None:
    """Wherever six in the evening is at least two hours from both ends of a line."""
    for zone in zones():
        for number in LINES[::30]:
            local = reminder_at(number, Preferences(zone=zone)).astimezone(ZoneInfo(zone))
            hours = (local.hour + local.minute / 60 - EVENING + 12) % 24 - 12
            assert abs(hours) <= MARGIN.total_seconds() / 3600, (zone, number, local)


@pytest.mark.parametrize(
    ("zone", "day", "expected"),
    [
        ("America/Chicago", (2026, 1, 15), "15 16:00"),
        ("America/Chicago", (2026, 7, 15), "15 17:00"),
        ("America/Costa_Rica", (2026, 7, 15), "15 16:00"),
        ("America/Los_Angeles", (2026, 1, 15), "14 18:00"),
        ("Europe/Berlin", (2026, 7, 15), "15 18:00"),
    ],
)
def test_in_america_the_evening_is_where_lines_change(
    zone: str, day: tuple[int, int, int], expected: str
) -> None:
    """Of two moments that are as near to six the later one is chosen."""
    number = number_at(datetime(*day, tzinfo=UTC))
    moment = reminder_at(number, Preferences(zone=zone))

    assert moment.astimezone(ZoneInfo(zone)).strftime("%d %H:%M") == expected


def test_papers_that_were_missed_for_long_give_way_to_the_newest() -> None:
    """A bot that was down for a week does not post a week of papers."""
    now = closes_at(FIRST + 7) + timedelta(hours=2)

    assert next_line(PaperRow(1, 1, 7, "Europe/Berlin", FIRST - 1, now), now) == FIRST + 7
    assert timetable.last_closed(now) == FIRST + 7
