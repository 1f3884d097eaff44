"""Reminders of the line: to those who wish it, at their six in the evening, once a day."""

import asyncio
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from metrobot.service.daily.line_reminders import MOST, STAKE
from metrobot.service.model.play import Person
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.people.preferences import RemindLine
from tests.service.daily.playing import another, begun, day_of, scored, somebody
from tests.service.stage import ANN, BOB, CLOSED, Stage

TOKYO, NEW_YORK, BERLIN = "Asia/Tokyo", "America/New_York", "Europe/Berlin"
EIGHTEEN = 18 * 60


@pytest.fixture(autouse=True)
def _noon(stage: Stage) -> None:
    """Begin at noon of a day."""
    stage.clock.time = day_of(20)


async def wishing(
    stage: Stage,
    when: RemindLine = RemindLine.DAILY,
    *,
    zone: str | None = None,
    quiet: tuple[int, int] | None = None,
    who: Person = ANN,
) -> None:
    """Set somebody's reminders, as /me settings does."""
    people = stage.tables.people
    if zone is not None:
        await people.live_in(who, zone)
    if quiet is not None:
        await people.keep_quiet(who, quiet)
    await people.prefer(who, remind_line=when)
    await stage.tables.daily.reminders.remind(who.id, await people.preferences(who.id))


async def reminded(stage: Stage, hours: float, step: float = 0.5) -> list[datetime]:
    """Advance by hours, with a round now and then; return the times of reminders."""
    found, end = list[datetime](), stage.clock.now() + timedelta(hours=hours)
    while stage.clock.now() < end:
        stage.clock.advance(step * 3600)
        before = len(stage.notifier.said)
        await stage.tables.daily.sweep()
        await stage.tables.deliver_pending()
        kinds = [kind for kind, _, _ in stage.notifier.said[before:]]
        found += [stage.clock.now()] * kinds.count(DeliveryKind.LINE_REMINDER)
    return found


def clocks(moments: list[datetime], zone: str = "UTC") -> list[str]:
    """Return moments as day and time of a zone's clock."""
    return [each.astimezone(ZoneInfo(zone)).strftime("%d %H:%M") for each in moments]


# --- who ---


async def test_nobody_is_reminded_unasked(told: Stage) -> None:
    for _ in range(4):
        await scored(told, ANN, 20)
        assert await reminded(told, 24) == []


async def test_who_wishes_it_is_reminded_each_day(told: Stage) -> None:
    """By direct message, of the line that is open, whether or not they have ever played."""
    await wishing(told)

    assert clocks(await reminded(told, 72)) == ["20 18:00", "21 18:00", "22 18:00"]
    assert [(kind, turn, player) for kind, turn, player in told.notifier.said] == [
        ("line_reminder", number, ANN.id) for number in (20, 21, 22)
    ]


async def test_who_has_finished_is_not_reminded(told: Stage) -> None:
    await wishing(told)
    await scored(told, ANN, 20)
    assert await reminded(told, 24) == []

    await begun(told, ANN)
    assert clocks(await reminded(told, 24)) == ["21 18:00"]


async def test_a_streak_at_stake_is_one_of_three_days(told: Stage) -> None:
    """With AT_STAKE no reminder comes before the streak has three days, nor after it ended."""
    await wishing(told, RemindLine.AT_STAKE)
    for _ in range(STAKE):
        assert await reminded(told, 6.5) == []
        await scored(told, ANN, 20)
        assert await reminded(told, 17.5) == []

    assert clocks(await reminded(told, 24)) == ["23 18:00"]
    assert await reminded(told, 48) == []


async def test_who_wishes_no_reminders_any_more_has_none(told: Stage) -> None:
    await wishing(told)
    await wishing(told, RemindLine.NEVER)
    assert await reminded(told, 48) == []

    await wishing(told)
    assert len(await reminded(told, 48)) == 2


async def test_who_takes_no_direct_messages_is_left_in_peace(told: Stage) -> None:
    """After the first that was refused, until they ask for it anew."""
    await wishing(told)
    told.notifier.failures = {DeliveryKind.LINE_REMINDER: CLOSED}
    assert await reminded(told, 72) == []
    assert len(told.notifier.tried) == 1

    told.notifier.failures = {}
    assert await reminded(told, 72) == []
    await wishing(told)
    assert len(await reminded(told, 48)) == 2


async def test_whoever_is_forgotten_is_reminded_of_nothing(told: Stage) -> None:
    """Their wishes go with them, and what was still to be said."""
    await wishing(told)
    await wishing(told, who=BOB)
    told.line.poster = None
    await reminded(told, 7)
    await told.tables.privacy.forget(ANN.id)
    told.line.poster = told.notifier
    await reminded(told, 48)

    assert {player for _, _, player in told.notifier.said} == {BOB.id}


# --- when ---


@pytest.mark.parametrize(
    ("zone", "quiet", "expected"),
    [
        (BERLIN, None, "18:00"),
        (NEW_YORK, None, "17:00"),
        (TOKYO, None, "18:00"),
        ("Asia/Kolkata", None, "18:00"),
        (TOKYO, (22 * 60, 7 * 60), "18:00"),
        (TOKYO, (17 * 60, 20 * 60 + 30), "20:30"),
        (TOKYO, (EIGHTEEN, 7 * 60), "07:00"),
        (TOKYO, (12 * 60, EIGHTEEN), "18:00"),
        (TOKYO, (8 * 60, 60), "01:00"),
    ],
)
async def test_it_is_about_six_in_the_evening_where_they_live_or_after_their_quiet_hours(
    told: Stage, zone: str, quiet: tuple[int, int] | None, expected: str
) -> None:
    """Once a day there; in New York lines end at seven, so it comes two hours before that."""
    await wishing(told, zone=zone, quiet=quiet)

    shown = clocks(await reminded(told, 96), zone)
    assert {each[3:] for each in shown} == {expected}
    assert len({each[:2] for each in shown}) == len(shown) == 4


async def test_the_clocks_change_and_it_stays_six(told: Stage) -> None:
    for number in (86, 296):
        told.clock.time = day_of(number)
        await wishing(told, zone=BERLIN)
        shown = clocks(await reminded(told, 96), BERLIN)

        assert {each[3:] for each in shown} == {"18:00"}
        assert len(shown) == 4


async def test_wishes_that_change_later_are_kept_too(told: Stage) -> None:
    """Quiet hours are chosen in a menu, and people move: nobody is woken by an older wish."""
    await wishing(told)
    people = told.tables.people
    await people.live_in(ANN, TOKYO)
    await people.keep_quiet(ANN, (22 * 60, 8 * 60))
    assert clocks(await reminded(told, 48), TOKYO) == ["21 08:00", "21 18:00", "22 18:00"]

    await people.keep_quiet(ANN, (17 * 60, 21 * 60))
    assert clocks(await reminded(told, 48), TOKYO) == ["23 21:00", "24 21:00"]


async def test_no_line_calls_on_a_day_off(told: Stage) -> None:
    """That day's line is still open on the morning after, when its reminder comes."""
    await wishing(told, zone=TOKYO, quiet=(22 * 60, 8 * 60))
    await told.tables.people.rest_on(ANN, {day_of(22, 10).weekday()})
    shown = clocks(await reminded(told, 96), TOKYO)

    assert shown == ["21 18:00", "23 08:00", "23 18:00", "24 18:00"]


async def test_who_is_away_is_not_reminded(told: Stage) -> None:
    """They are on the evening of the day of their return, once; also after an early return."""
    await wishing(told)
    await told.tables.people.be_away(ANN, day_of(22, 10))
    assert clocks(await reminded(told, 72)) == ["22 18:00"]

    await told.tables.people.be_away(ANN, day_of(40, 10))
    assert await reminded(told, 48) == []
    await told.tables.people.be_away(ANN, None)
    assert clocks(await reminded(told, 48)) == ["25 18:00", "26 18:00"]


async def test_a_reminder_is_late_as_long_as_its_line_is_open(told: Stage) -> None:
    """The bot was down for hours: it is made up for; for days: the next one comes in its time."""
    await wishing(told)
    told.clock.time = day_of(20, 22)
    assert clocks(await reminded(told, 24)) == ["20 22:30", "21 18:00"]

    told.clock.time = day_of(25)
    assert clocks(await reminded(told, 24)) == ["25 18:00"]
    assert [turn for _, turn, _ in told.notifier.said] == [20, 21, 25]


# --- never twice ---


async def test_two_processes_remind_once(stage: Stage) -> None:
    async with another(stage) as other:
        await wishing(stage)
        await wishing(stage, who=BOB)
        for number in range(20, 24):
            stage.clock.time = day_of(number, 19)
            await asyncio.gather(*(each.daily.sweep() for each in (stage.tables, other)))
        rows = await stage.store.outbox.every_pending()

    found = sorted((row.player or 0, row.turn or 0) for row in rows)
    assert found == [(who.id, number) for who in (ANN, BOB) for number in range(20, 24)]


async def test_a_clock_that_is_set_back_reminds_nobody_twice(told: Stage) -> None:
    """Of each line once, those of the days that come again too."""
    await wishing(told)
    assert len(await reminded(told, 12)) == 1
    told.clock.jump(-3 * 86_400)

    assert clocks(await reminded(told, 4 * 24 + 12)) == ["18 18:00", "19 18:00", "21 18:00"]
    assert [turn for _, turn, _ in told.notifier.said] == [20, 18, 19, 21]


async def test_at_most_two_hundred_are_reminded_in_a_round(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others in those that follow. Here twenty."""
    assert MOST == 200
    monkeypatch.setattr("metrobot.service.daily.line_reminders.MOST", 20)
    for number in range(25):
        await wishing(stage, who=somebody(number))
    stage.clock.time = day_of(20, 18)
    counts = list[int]()
    for _ in range(3):
        await stage.tables.daily.sweep()
        counts.append(len(await stage.store.outbox.every_pending()))

    assert counts == [20, 25, 25]
