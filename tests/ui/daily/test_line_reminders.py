"""Reminders of the line of the day: for whoever wants them, by direct message, once a day."""

from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from metrobot.service.daily import timetable
from metrobot.service.daily.line import Line
from metrobot.service.daily.line_reminders import LineReminder
from metrobot.service.daily.streaks import Streak
from metrobot.store.statements.daily.lines import LineRow
from metrobot.ui.daily.paper_page import reminder_page
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.daily.line_stage import begun, done, home, leap, pass_days, said, today, used
from tests.ui.limits import on_phone
from tests.ui.stage import Stage, again, ids, labels, texts

EVENING = 18


async def wanted(stage: Stage, number: int, when: str, **options: str) -> str:
    """Type /me settings line:; return what is said."""
    person = stage.person(number)
    answer = await person.slash(stage.channel, "me settings", line=when, **options)
    return said(answer.response)


def reminders(stage: Stage, number: int = 0) -> list[Any]:
    """Return the reminders that somebody got."""
    return [each for each in stage.direct(stage.person(number)) if "still open" in texts(each)]


async def streak_of(stage: Stage, length: int) -> None:
    """Give Ann a streak of finished lines."""
    for _ in range(length):
        await done(stage)
        await leap(stage)


async def test_nobody_is_reminded_who_has_not_asked(stage: Stage) -> None:
    """Not even with a streak at stake."""
    await streak_of(stage, 4)
    await pass_days(stage, 1)

    assert stage.direct(stage.person(0)) == []


async def test_each_day_until_one_has_finished(stage: Stage) -> None:
    """At six in the evening, with until when, by direct message; nothing in the channel."""
    await wanted(stage, 0, "daily")
    await pass_days(stage, 1)
    (first,) = reminders(stage)
    await pass_days(stage, 0.5)
    await done(stage)
    await pass_days(stage, 0.5)

    assert len(reminders(stage)) == 1
    assert "Line 1" in on_phone(texts(first))
    assert "<t:" in texts(first)
    assert "`/daily`" in texts(first)
    assert stage.public == []
    assert stage.env.backend.messages[stage.env.backend.dm_channels[stage.person(0).id]]


def test_a_reminder_says_until_when_the_line_can_be_begun() -> None:
    """Until midnight in UTC, not until when it can be finished."""
    line = Line(LineRow(1, timetable.map_of(1), "0" * 64), is_closed=False)
    ends = datetime(2026, 1, 2, tzinfo=UTC)
    shown = reminder_page(LineReminder(line, Streak(4)), ENGLISH)

    assert f"<t:{int(ends.timestamp())}:R>" in shown.content


async def test_a_streak_at_stake_is_three_lines_or_more(stage: Stage) -> None:
    """Two are none; it says how many there are."""
    await wanted(stage, 0, "at_stake")
    for expected in (0, 0, 0, 1):
        await pass_days(stage, 0.9)  # past six in the evening
        assert len(reminders(stage)) == expected
        await done(stage)
        await pass_days(stage, 0.1)
    (told,) = reminders(stage)

    assert "3 days in a row" in said(told)


async def test_who_has_begun_and_not_finished_is_reminded(stage: Stage) -> None:
    """A line that is begun is lost as well."""
    await wanted(stage, 0, "daily")
    await used(stage, 0, await begun(stage), 2)
    await pass_days(stage, 1)

    assert len(reminders(stage)) == 1


async def test_never_ends_it(stage: Stage) -> None:
    """At once."""
    told = await wanted(stage, 0, "daily")
    await pass_days(stage, 1)
    off = await wanted(stage, 0, "never")
    await pass_days(stage, 2)

    assert told != off
    assert len(reminders(stage)) == 1


async def test_the_settings_of_lines_have_the_same_menu(stage: Stage) -> None:
    """They are those of /me settings, and lead back to the line."""
    page = await stage.press(0, await home(stage), "Settings")
    menu = next(each for each in ids(page) if "remind!" in each)
    await stage.person(0).select(page, ["daily"], custom_id=menu)
    shown = again(stage, page)
    settings = (await stage.person(0).slash(stage.channel, "me settings")).response
    await pass_days(stage, 1)

    assert labels(shown)[-1] == "Back"
    assert "Every day" in said(settings)
    assert len(reminders(stage)) == 1


@pytest.mark.parametrize(
    ("zone", "hour"), [("UTC", 18), ("Asia/Seoul", 9), ("America/New_York", 22)]
)
async def test_it_comes_in_the_evening_of_ones_own_zone(stage: Stage, zone: str, hour: int) -> None:
    """Once a day, whatever day it is elsewhere."""
    await wanted(stage, 0, "daily", zone=zone)
    await pass_days(stage, 3)
    found = reminders(stage)

    moments = [discord.utils.snowflake_time(each.id) for each in found]

    assert [each.hour for each in moments] == [hour] * 3
    assert [each.day for each in moments] == [1, 2, 3]


async def test_quiet_hours_are_kept(stage: Stage) -> None:
    """Then it comes at their end, if the line is still open."""
    await wanted(stage, 0, "daily", zone="UTC", quiet_from="17:00", quiet_until="21:30")
    await pass_days(stage, 0.89)
    before = len(reminders(stage))
    await pass_days(stage, 0.05)

    assert before == 0
    assert len(reminders(stage)) == 1


async def test_who_is_away_is_left_in_peace(stage: Stage) -> None:
    """Until they are back."""
    await wanted(stage, 0, "daily")
    await stage.person(0).slash(stage.channel, "me away", until="3")
    await pass_days(stage, 2.9)
    away = len(reminders(stage))
    await pass_days(stage, 2)

    assert away == 0
    assert len(reminders(stage)) >= 1


async def test_quiet_hours_that_are_chosen_late_are_kept(stage: Stage) -> None:
    """In the menu of an old message, after the reminder was noted."""
    await wanted(stage, 0, "daily", zone="UTC")
    settings = (await stage.person(0).slash(stage.channel, "me settings")).response
    await pass_days(stage, 0.5)
    menu = next(each for each in ids(settings) if each.endswith("setting:quiet"))
    answer = stage.forge(stage.person(0), settings, menu, "17:00-21:00")
    await stage.env.settle()
    await pass_days(stage, 0.3)
    before = len(reminders(stage))
    await pass_days(stage, 0.1)

    assert answer.acknowledged
    assert before == 0
    assert len(reminders(stage)) == 1


async def test_a_restart_repeats_and_loses_none(stage: Stage) -> None:
    """One each evening."""
    await wanted(stage, 0, "daily")
    await pass_days(stage, 0.9)
    await stage.restart()
    await pass_days(stage, 0.5)
    once = len(reminders(stage))
    await stage.restart()
    await pass_days(stage, 0.5)

    assert once == 1
    assert len(reminders(stage)) == 2


async def test_who_takes_no_messages_is_not_tried_for_ever(stage: Stage) -> None:
    """And nothing is said in the channel: nobody there asked for it."""
    await wanted(stage, 0, "daily")
    await pass_days(stage, 1)
    channel = stage.env.backend.dm_channels[stage.person(0).id]
    path = f"/channels/{channel}/messages"
    stage.env.inject_error("POST", path, status=403, code=50007, times=None)
    before = len(stage.env.http_requests)
    await pass_days(stage, 2)
    tries = [each for each in stage.env.http_requests[before:] if each.path == path]

    assert 1 <= len(tries) <= 4
    assert stage.public == []


async def test_a_reminder_is_in_its_readers_language(stage: Stage) -> None:
    """Not in that of a server."""
    await stage.person(0).slash(stage.channel, "me language", language="nl")
    await wanted(stage, 0, "daily")
    await pass_days(stage, 1)
    (told,) = stage.direct(stage.person(0))

    assert "still open" not in texts(told)
    assert "1" in texts(told)
    assert today(stage) == 2
