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
from tests.ui.daily.line_stage import done, home, leap, pass_days, said, today
from tests.ui.limits import on_phone
from tests.ui.stage import Stage, again, ids, labels, texts


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
    assert "4 days in a row" in shown.content


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
    await wanted(stage, 0, "daily", zone=zone)
    await pass_days(stage, 3)
    found = reminders(stage)

    moments = [discord.utils.snowflake_time(each.id) for each in found]

    assert [each.hour for each in moments] == [hour] * 3
    assert [each.day for each in moments] == [1, 2, 3]


async def test_a_reminder_is_in_its_readers_language(stage: Stage) -> None:
    await stage.person(0).slash(stage.channel, "me language", language="nl")
    await wanted(stage, 0, "daily")
    await pass_days(stage, 1)
    (told,) = stage.direct(stage.person(0))

    assert "still open" not in texts(told)
    assert "1" in texts(told)
    assert today(stage) == 2
