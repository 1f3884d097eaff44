"""Days of the week on which somebody does not play: what stands still, and what nobody gains."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import product
from zoneinfo import ZoneInfo

import pytest

from metrobot.service.membership.transfer_rules import is_late
from metrobot.service.model.errors import TableKey
from metrobot.service.model.table import Table
from metrobot.service.people.preferences import (
    DaysOff,
    Preferences,
    days_off_at,
    dump_preferences,
    load_preferences,
)
from metrobot.service.waits.absences import days_off
from metrobot.service.waits.paces import PACES, WakingTime
from metrobot.store.schema.rows import PersonRow
from tests.service.acts import refused
from tests.service.stage import ANN, BOB, CAT, Stage
from tests.service.test_clocks import later, left, said, started, told

__all__ = ("told",)
MONDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = 0, 3, 4, 5, 6
NIGHT = (22 * 60, 6 * 60)
HOUR = timedelta(hours=1)
WEEK = timedelta(days=7)


async def rest(stage: Stage, *days: int, zone: str = "UTC") -> None:
    """Let Ann sleep from ten to six, and have days off."""
    await stage.tables.people.live_in(ANN, zone)
    await stage.tables.people.keep_quiet(ANN, NIGHT)
    await stage.tables.people.rest_on(ANN, days)


async def around(stage: Stage, table: Table) -> None:
    """Let each of three take their turn."""
    for _ in range(3):
        table = await stage.take(table, 1, 1)


async def test_a_clock_stands_still_on_days_off(told: Stage) -> None:
    """From Thursday on: sixteen hours of it, none of Friday, and Saturday from six on.

    Those of others are nobody else's: a second account stops no clock of the first.
    """
    await rest(told, FRIDAY)
    await told.tables.people.live_in(BOB, "UTC")
    await told.tables.people.rest_on(BOB, {THURSDAY, SATURDAY, SUNDAY})
    await started(told, "weekly")
    for hours, hours_left in ((24, 82), (24, 82), (12, 76)):
        await later(told, hours, step=3)
        assert await left(told) == hours_left
    assert not said(told)


@pytest.mark.parametrize(("pace", "time_left"), [("brisk", 8), ("tonight", 0)])
async def test_tonight_knows_no_days_off(told: Stage, pace: str, time_left: float) -> None:
    """It goes by the clock; and half of it is told of on a day off as on any other."""
    await rest(told, (told.clock.now() + timedelta(hours=12)).weekday(), told.clock.now().weekday())
    await told.tables.people.keep_quiet(ANN, None)
    await started(told, pace)
    await later(told, 0.5, step=1 / 12)

    assert await left(told) == time_left
    assert said(told, "half_time", "time_up") == (
        [] if time_left else [("half_time", ANN.id), ("time_up", ANN.id)]
    )


@pytest.mark.parametrize("ahead", [0, -364, 7])
async def test_a_change_holds_from_the_next_turn(told: Stage, ahead: int) -> None:
    """Whether it adds days or takes them away, however wrong the time of day is by then.

    Reminders keep to it at once.
    """
    told.tables.clock.ahead = timedelta(days=ahead)
    await rest(told)
    table = await started(told, "weekly")
    await later(told, 1)
    wishes = await told.tables.people.rest_on(ANN, {THURSDAY, FRIDAY})
    await later(told, 47, step=0.5)
    assert await left(told) == 98 - 2 * 16
    assert not wishes.may_be_called(datetime(2026, 1, 2, 12, tzinfo=UTC))

    await around(told, table)
    await later(told, 1)
    await told.tables.people.rest_on(ANN, ())
    await later(told, 7 * 24 - 1, step=1)
    assert await left(told) == 98 - 5 * 16


async def test_others_decide_about_a_place_only_after_a_day_that_is_none_off(told: Stage) -> None:
    """And they are told of no silence for it; none of it is an absence, of which ten days count."""
    await rest(told, FRIDAY, SATURDAY, SUNDAY)
    await told.start(BOB, CAT)
    table = await later(told, 12, step=3)
    await around(told, table)
    table = await later(told, 12 + 72 + 11.5, step=0.5)
    assert not is_late(table, 0, told.tables.acting.waited(table, 0))

    table = await later(told, 0.5, step=0.5)
    assert is_late(table, 0, told.tables.acting.waited(table, 0))
    assert table.people[0].clock.away_used == 0
    assert not said(told, "silent")


async def test_reminders_come_after_a_day_off(told: Stage) -> None:
    """A day after the call is a Friday; the time until then does not count."""
    await rest(told, FRIDAY)
    await told.tables.people.keep_quiet(ANN, None)
    told.clock.advance(3600)
    await told.start(BOB)
    await later(told, 47.5, step=0.5)
    assert said(told, "remind") == []

    await later(told, 0.5, step=0.5)
    assert said(told, "remind") == [("remind", ANN.id)]


async def test_days_off_need_a_zone_and_are_kept(told: Stage) -> None:
    """The same days again are no change, and in another zone they are others."""
    people = told.tables.people
    assert await refused(people.rest_on(ANN, {SUNDAY})) == TableKey.QUIET_NEEDS_ZONE
    await people.live_in(ANN, "UTC")
    assert (await people.rest_on(ANN, ())).days_off == ()
    for _ in range(3):
        wishes = await people.rest_on(ANN, {SUNDAY, MONDAY})
    second = int(told.clock.now().timestamp())
    assert wishes.days_off == ((second, "UTC", MONDAY, SUNDAY),)
    assert load_preferences(dump_preferences(wishes)) == wishes
    wishes = await people.live_in(ANN, "Asia/Seoul")
    assert wishes.days_off[-1] == (second, "Asia/Seoul", MONDAY, SUNDAY)
    for number in range(50):
        wishes = await people.rest_on(ANN, {number % 7})
    assert len(wishes.days_off) == 20


@pytest.mark.parametrize(
    ("zone", "quiet", "moment", "then"),
    [
        ("UTC", None, "2026-01-10 23:59", "2026-01-10 23:59"),
        ("UTC", None, "2026-01-11 00:00", "2026-01-12 00:00"),
        ("UTC", NIGHT, "2026-01-10 23:00", "2026-01-12 06:00"),
        ("UTC", NIGHT, "2026-01-11 12:00", "2026-01-12 06:00"),
        ("Asia/Seoul", None, "2026-01-10 15:00", "2026-01-11 15:00"),
        # The day on which clocks go back in Amsterdam has 25 hours, and 23 where they go forward.
        ("Europe/Amsterdam", None, "2026-10-24 22:00", "2026-10-25 23:00"),
        ("Europe/Amsterdam", None, "2026-03-28 23:00", "2026-03-29 22:00"),
    ],
)
def test_nobody_is_disturbed_on_a_day_off(
    zone: str, quiet: tuple[int, int] | None, moment: str, then: str
) -> None:
    """From midnight to midnight by one's own clock, with the nights beside it."""
    wishes = Preferences(zone=zone, quiet=quiet, days_off=((0, zone, SUNDAY),))
    free = wishes.free_from(datetime.fromisoformat(moment).replace(tzinfo=UTC))

    assert free == datetime.fromisoformat(then).replace(tzinfo=UTC)


START = datetime(2026, 3, 2, tzinfo=UTC)
"""A Monday."""


def ago(days: float, *chosen: int, zone: str = "UTC") -> DaysOff:
    """Return a choice of days off, made so many days before the start."""
    return (round((START - timedelta(days=days)).timestamp()), zone, *chosen)


@pytest.mark.parametrize(
    ("choices", "held"),
    [
        ([], ""),
        ([ago(100, 5, 6)], "56"),
        ([ago(-1, 5, 6)], ""),
        ([ago(3, 5, 6), ago(-1, 0, 1, 2)], "56"),
        # Three at most of all that held within a week, those that came first.
        ([ago(30, 5, 6), ago(2, 0, 1, 2)], "0"),
        ([ago(30, 4, 5, 6), ago(2, 0, 1, 2)], ""),
        ([ago(30, 4, 5, 6), ago(2), ago(1, 6, 0)], "6"),
        ([ago(30, 4, 5, 6), ago(8), ago(1, 0, 1, 2)], "012"),
        # A day in another zone is another day: who moves gains none of them twice.
        ([ago(30, 4, 5, 6), ago(1, 4, 5, 6, zone="Asia/Seoul")], ""),
        ([ago(30, 5, 6), ago(1, 5, 6, zone="Asia/Seoul")], "5"),
        ([ago(30, 5, 6, zone="Old/Name")], ""),
        # Where so many changes came that those of a week ago are kept no longer, none counts.
        ([ago(5 - number / 10, 0, 1, 2) for number in range(20)], ""),
        ([ago(9 - number / 10, 0, 1, 2) for number in range(20)], "012"),
    ],
)
def test_the_days_off_of_a_turn_are_those_that_held_when_it_began(
    choices: Sequence[DaysOff], held: str
) -> None:
    """Later changes are for the next one, and many changes gain nothing."""
    assert "".join(str(day) for _, day in days_off_at(choices, START)) == held


def held_up(chooses: bool) -> timedelta:
    """Return the time that somebody takes for six turns at slow, all of it each time.

    Args:
        chooses: whether they choose the three days to come before each of them; if not they have
            three days off each week.
    """
    wishes, now = (
        Preferences(zone="UTC", quiet=NIGHT).resting_on((2, 3, 6), START - 2 * WEEK),
        START,
    )
    for _ in range(6):
        if chooses:
            wishes = wishes.resting_on([(now.weekday() + day) % 7 for day in range(3)], now)
        # Half of the turns are played soon, so that more days can be moved.
        for span in (PACES["slow"].turn, HOUR):
            person = PersonRow(1, "Ann", days_off=wishes.days_off)
            spans = days_off(person, "slow", now, now + 9 * WEEK, timedelta())
            now = WakingTime(wishes, [*spans]).end(now, span)
    return now - START


def test_who_changes_days_off_before_each_turn_stalls_no_longer() -> None:
    """Than somebody who has the same three days off each week."""
    assert held_up(chooses=True) <= held_up(chooses=False)


@pytest.mark.parametrize(
    ("zone", "changes"),
    [
        ("Europe/Berlin", ((3, 29), (10, 25))),
        ("America/Santiago", ((4, 5), (9, 6))),
        ("America/Havana", ((3, 8), (11, 1))),
    ],
)
@pytest.mark.parametrize("night", [(21 * 60 + 30, 450), (23 * 60, 14 * 60)])
def test_of_seven_days_at_most_112_hours_are_quiet(
    zone: str, changes: tuple[tuple[int, int], ...], night: tuple[int, int]
) -> None:
    """Around each change of clocks, also at midnight: the other days keep 14 hours each."""
    for (month, day), first in product(changes, range(7)):
        change = datetime(2026, month, day, tzinfo=ZoneInfo(zone)).astimezone(UTC)
        since, days = change - 2 * WEEK, (first, (first + 1) % 7, (first + 3) % 7)
        person = PersonRow(1, "Ann", days_off=((0, zone, *days),))
        spans = days_off(person, None, since, change + 3 * WEEK, timedelta())
        waking = WakingTime(Preferences(zone=zone, quiet=night, days_off=person.days_off), [*spans])
        moments = (change - WEEK + hours * HOUR for hours in range(0, 24 * 16, 12))
        used = [waking.used(since, moment) for moment in moments]
        weeks = zip(used, used[14:], strict=False)
        assert all(after - before >= WEEK - 112 * HOUR for before, after in weeks)
