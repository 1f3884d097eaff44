"""Which line runs on which day, until when, on what; and when the paper about it comes."""

import hashlib
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from itertools import permutations
from zoneinfo import ZoneInfo

import pytest

from metrobot.games.metrolijn.board import MAP_IDS, WHOLE_IDS
from metrobot.service.daily import timetable
from metrobot.service.daily.timetable import LATEST, closes_at, map_of, paper_at

SOME = (1, 2, 4, 31, 59, 365, 366, 789, 1155, LATEST)
"""Numbers around ends of months, of years, of February in a leap year, and the last."""
HOUR = timedelta(hours=1)
BERLIN, NEW_YORK, SEOUL = map(ZoneInfo, ("Europe/Berlin", "America/New_York", "Asia/Seoul"))
LORD_HOWE = ZoneInfo("Australia/Lord_Howe")
CITIES = ("amsterdam", "berlin", "paris", "madrid")
"""The whole maps in the order of the data, which must not change either."""


def number_on(year: int, month: int, day: int) -> int:
    """Return the number of the line of a day."""
    return (date(year, month, day) - date(2026, 1, 1)).days + 1


def shown(moment: datetime, zone: ZoneInfo) -> str:
    return moment.astimezone(zone).strftime("%d.%m. %H:%M")


def test_the_first_line_is_of_the_first_day_of_2026() -> None:
    """Counted in days of UTC, whatever zone a moment is told in."""
    assert timetable.day_of(1) == date(2026, 1, 1)
    assert timetable.number_at(datetime(2026, 1, 1, tzinfo=UTC)) == 1
    assert timetable.number_at(datetime(2026, 1, 1, 23, 59, 59, tzinfo=UTC)) == 1
    assert timetable.number_at(datetime(2026, 1, 2, 8, tzinfo=SEOUL)) == 1
    assert timetable.number_at(datetime(2026, 1, 1, 19, tzinfo=NEW_YORK)) == 2


@pytest.mark.parametrize("number", SOME)
def test_a_line_can_be_begun_for_a_day_and_finished_for_six_hours_more(number: int) -> None:
    """From midnight to midnight of UTC; then it is closed at six, just then and not before."""
    opens, ends, closes = (
        each(number) for each in (timetable.opens_at, timetable.ends_at, closes_at)
    )
    just = timedelta(microseconds=1)

    assert (opens.utcoffset(), opens.time().isoformat()) == (timedelta(), "00:00:00")
    assert (ends - opens, closes - ends) == (timedelta(days=1), 6 * HOUR)
    assert timetable.number_at(opens) == timetable.number_at(ends - just) == number
    assert timetable.number_at(ends) == number + 1
    assert timetable.last_closed(closes) == number
    assert timetable.last_closed(closes - just) == number - 1


@pytest.mark.parametrize("number", SOME)
def test_a_week_goes_from_monday_to_sunday(number: int) -> None:
    """The first one has four days: there was no line before Thursday."""
    week = timetable.week_of(number)
    days = [timetable.day_of(each).weekday() for each in week]

    assert number in week
    assert days == list(range(7))[-len(week) :]
    assert len(week) == (4 if number <= 4 else 7)
    assert [timetable.is_sunday(each) for each in week] == [False] * (len(week) - 1) + [True]


@pytest.mark.parametrize(
    ("number", "map_"),
    [
        (1, "paris-night"),
        (2, "amsterdam-night"),
        (3, "berlin-night"),
        (4, "amsterdam"),
        (5, "madrid-night"),
        (6, "paris-dawn"),
        (11, "berlin"),
        (128, "berlin-market"),
        (365, "paris-rain"),
        (1000, "madrid-match"),
        (5000, "paris-dawn"),
        (LATEST, "berlin-dawn"),
    ],
)
def test_what_a_line_is_played_on_never_changes(number: int, map_: str) -> None:
    """Records of lines name it, and every bot in the world has the same."""
    assert map_of(number) == map_


def naive_map(number: int) -> str:
    """Return the map of a line, found by walking through the days from the first."""
    workdays = sundays = 0
    for each in range(1, number):
        if timetable.day_of(each).isoweekday() == 7:
            sundays += 1
        else:
            workdays += 1
    if timetable.day_of(number).isoweekday() == 7:
        return CITIES[sundays % 4]
    four = workdays // 4
    drawn = int(hashlib.sha256(b"network|" + str(four).encode()).hexdigest(), 16)
    city = CITIES[sorted(permutations(range(4)))[drawn % 24][workdays % 4]]
    return [each for each in MAP_IDS if each.startswith(f"{city}-")][four % 5]


def test_it_follows_from_the_number_as_the_page_says() -> None:
    """Worked out once more, from SHA-256 and the calendar alone."""
    numbers = (*range(1, 120), *range(1000, 1030))

    assert [map_of(each) for each in numbers] == [naive_map(each) for each in numbers]


def test_each_network_comes_as_often_as_the_others() -> None:
    """In any twenty turns of four days each four times, in each turn each map once."""
    workdays = [map_of(n) for n in range(1, 2000) if not timetable.is_sunday(n)]
    turns = [workdays[start : start + 4] for start in range(0, len(workdays) - 3, 4)]

    for turn in turns:
        assert sorted(each.partition("-")[0] for each in turn) == sorted(WHOLE_IDS)
    for first in range(len(turns) - 20):
        counted = Counter(each for turn in turns[first : first + 20] for each in turn)
        assert set(counted) == set(MAP_IDS) - set(WHOLE_IDS)
        assert set(counted.values()) == {4}


def test_no_network_comes_again_within_eighteen_days() -> None:
    """So none comes twice within a week, in all the lines that there will ever be."""
    last, nearest = dict[str, int](), LATEST
    for number in range(1, LATEST + 1):
        map_ = map_of(number)
        if map_ not in WHOLE_IDS:
            nearest = min(nearest, number - last.get(map_, -LATEST))
            last[map_] = number

    assert nearest == 19


def test_no_week_is_like_one_of_the_twenty_before_it() -> None:
    """Day by day, in all the weeks that there will ever be."""
    weeks = [
        tuple(map_of(each) for each in timetable.week_of(monday))
        for monday in range(5, LATEST - 7, 7)
    ]
    seen = dict[tuple[str, ...], int]()
    for place, week in enumerate(weeks):
        assert place - seen.get(week, -LATEST) >= 20
        seen[week] = place


def test_whole_maps_run_on_sundays_each_in_its_turn() -> None:
    sundays = [map_of(n) for n in range(1, 1000) if timetable.is_sunday(n)]

    assert WHOLE_IDS == CITIES
    assert sundays == [CITIES[place % 4] for place in range(len(sundays))]
    assert all((map_of(n) in WHOLE_IDS) == timetable.is_sunday(n) for n in range(1, 1000))


@pytest.mark.parametrize(
    ("zone", "hour", "winter", "summer"),
    [(BERLIN, 9, 2, 1), (NEW_YORK, 8, 7, 6), (SEOUL, 8, 17, 17)],
    ids=["Berlin", "New York", "Seoul"],
)
def test_the_paper_comes_hours_after_the_closing(
    zone: ZoneInfo, hour: int, winter: int, summer: int
) -> None:
    """As many as the design says, by the clock of those who read it."""
    for number, hours in ((number_on(2026, 1, 15), winter), (number_on(2026, 7, 9), summer)):
        moment = paper_at(number, hour, zone)

        assert moment - closes_at(number) == hours * HOUR
        assert moment.astimezone(zone).hour == hour


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kolkata"])
@pytest.mark.parametrize("hour", range(24))
def test_the_paper_is_the_first_at_that_hour_after_the_closing(zone: str, hour: int) -> None:
    """On either side of the world; never while somebody may still play, never a day late."""
    number = number_on(2026, 5, 5)
    waited = paper_at(number, hour, ZoneInfo(zone)) - closes_at(number)

    assert timedelta() <= waited < timedelta(days=1)
    assert shown(closes_at(number) + waited, ZoneInfo(zone)).endswith(f"{hour:02}:00")


@pytest.mark.parametrize(
    ("day", "hour", "zone", "expected"),
    [
        # Berlin loses 02:00 on 29 March, and has it twice on 25 October.
        ((2026, 3, 26), 2, BERLIN, "28.03. 02:00"),
        ((2026, 3, 27), 2, BERLIN, "29.03. 03:00"),
        ((2026, 3, 28), 2, BERLIN, "30.03. 02:00"),
        ((2026, 3, 27), 9, BERLIN, "28.03. 09:00"),
        ((2026, 3, 28), 9, BERLIN, "29.03. 09:00"),
        ((2026, 10, 23), 2, BERLIN, "25.10. 02:00"),
        ((2026, 10, 24), 2, BERLIN, "26.10. 02:00"),
        ((2026, 10, 24), 9, BERLIN, "25.10. 09:00"),
        # New York loses 02:00 on 8 March and has 01:00 twice on 1 November, when a line closes.
        ((2026, 3, 6), 2, NEW_YORK, "07.03. 02:00"),
        ((2026, 3, 7), 2, NEW_YORK, "08.03. 03:00"),
        ((2026, 3, 8), 2, NEW_YORK, "09.03. 02:00"),
        ((2026, 3, 7), 8, NEW_YORK, "08.03. 08:00"),
        ((2026, 10, 30), 1, NEW_YORK, "01.11. 01:00"),
        ((2026, 10, 31), 8, NEW_YORK, "01.11. 08:00"),
    ],
)
def test_the_paper_keeps_its_hour_when_the_clocks_change(
    day: tuple[int, int, int], hour: int, zone: ZoneInfo, expected: str
) -> None:
    """An hour that is skipped is made up for at once; of one that comes twice the first counts."""
    moment = paper_at(number_on(*day), hour, zone)

    assert shown(moment, zone) == expected
    assert moment >= closes_at(number_on(*day))


@pytest.mark.parametrize("zone", [BERLIN, NEW_YORK, SEOUL, LORD_HOWE], ids=str)
def test_no_day_of_a_year_has_two_papers(zone: ZoneInfo) -> None:
    """At no hour; two lines of which the clocks' change makes the papers meet have one moment."""
    for hour in range(24):
        moments = [paper_at(number, hour, zone) for number in range(1, 400)]
        days = {each.astimezone(zone).date() for each in moments}

        assert len(days) == len(set(moments)) >= len(moments) - 1
        assert moments == sorted(moments)
