"""The morning paper: one post a day, where managers want it, that mentions nobody."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
import pytest

from metrobot.service.daily import timetable
from metrobot.service.daily.line import Line
from metrobot.service.daily.line_keys import Seal
from metrobot.service.daily.papers import Paper
from metrobot.service.daily.streaks import WeekScore, WeekTable
from metrobot.service.model.play import Person, PlayerId
from metrobot.store.statements.daily.lines import Finisher, LineRow
from metrobot.ui.daily.paper_page import paper_page
from metrobot.ui.words.catalogue import COMPLETE, ENGLISH
from tests.ui.daily.line_stage import (
    allow,
    answered,
    done,
    forged,
    home,
    is_planner,
    label_id,
    leap,
    manager,
    newcomer,
    paper_row,
    pass_days,
    person,
    said,
    scored,
    valued,
)
from tests.ui.daily.paper_stage import drawn, papers, with_paper
from tests.ui.fixtures import after
from tests.ui.limits import on_phone
from tests.ui.stage import Stage, alts, labels, texts

LONGEST = 1200
DENIED = ("send_messages", "attach_files", "view_channel")


morning = after(with_paper)
"""A manager has started the morning paper."""


@pytest.fixture(autouse=True)
def _grown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let papers name people whose accounts were made while the test ran."""
    monkeypatch.setattr(timetable, "GROWN", timedelta(days=-90))


async def asked(stage: Stage, number: int, **options: Any) -> str:
    """Type /server daily; return what is answered."""
    return answered(await stage.person(number).slash(stage.channel, "server daily", **options))


async def show_sheet(stage: Stage, number: int) -> None:
    """Allow the paper to show somebody's sheet."""
    settings = await stage.press(number, await home(stage, number), "Settings")
    shown = await stage.press(number, settings, "My sheet in the paper: off")
    assert "My sheet in the paper: on" in labels(shown)


# --- who wants it ---


async def test_a_manager_starts_the_paper(stage: Stage) -> None:
    """In a channel, at an hour of a zone; they are told when the first one comes."""
    gil = manager(stage)
    there = stage.guild.create_text_channel("news")
    told = await asked(stage, gil, channel=there, hour=8, zone="asia/seoul")
    row = await paper_row(stage)

    assert f"<#{there.id}>" in told
    assert "8:00" in told
    assert "8:00, Seoul time (it is " in told
    assert "<t:" in told
    assert (row.channel, row.hour, row.zone) == (there.id, 8, "Asia/Seoul")


async def test_without_a_channel_it_comes_where_it_is_typed(stage: Stage) -> None:
    """Settings that are not named stay as they were when another is changed."""
    gil = manager(stage)
    first = await asked(stage, gil)
    await asked(stage, gil, hour=20, zone="Europe/Berlin")
    await asked(stage, gil, hour=7)
    row = await paper_row(stage)

    assert f"<#{stage.channel.id}>" in first
    assert (row.channel, row.hour, row.zone) == (stage.channel.id, 7, "Europe/Berlin")


async def test_who_manages_starts_it_at_a_press_until_there_was_one(stage: Stage) -> None:
    """Under the line of the day, in the channel where they are; nobody else sees the button."""
    gil, label = manager(stage), "Morning paper here"
    before = [await home(stage, number) for number in (0, gil)]
    answer = await stage.person(gil).click(before[1], label=label)
    after = await home(stage, gil)
    pressed = stage.forge(stage.person(0), before[0], label_id(before[1], label))
    await stage.env.settle()

    assert [label in labels(each) for each in (*before, after)] == [False, True, False]
    assert f"<#{stage.channel.id}>" in answered(answer)
    assert (await paper_row(stage)).channel == stage.channel.id
    assert "manage this server" in answered(pressed)


async def test_a_channel_can_be_named_that_no_gateway_has_told_of(unheard: Stage) -> None:
    """With interactions over HTTP alone, the bot has not heard of the channel before."""
    gil = manager(unheard)
    there = unheard.guild.create_text_channel("news")
    told = await asked(unheard, gil, channel=there)

    assert f"<#{there.id}>" in told
    assert (await paper_row(unheard)).channel == there.id


async def test_typed_alone_it_tells_what_is_set(stage: Stage) -> None:
    gil = await with_paper(stage)
    before = await paper_row(stage)
    told = await asked(stage, gil)

    assert "9:00" in told
    assert await paper_row(stage) == before


async def test_somebody_else_starts_no_paper(stage: Stage) -> None:
    """Giving everybody the command on a server does not let them start, see or stop it."""
    group = next(each for each in await stage.bot.tree.fetch_commands() if each.name == "server")
    stage.guild.set_command_permissions(group, {stage.person(0): True})
    told = [await asked(stage, 0, hour=7), await asked(stage, 0), await asked(stage, 0, off=True)]

    assert all("manage this server" in each for each in told)
    assert all("morning paper" in each and "language" not in each for each in told)
    assert await stage.store.papers.of(stage.guild.id) is None


@pytest.mark.parametrize("right", DENIED)
async def test_no_paper_where_the_bot_may_not_post(stage: Stage, right: str) -> None:
    gil = manager(stage)
    there = stage.guild.create_text_channel("news")
    replace(stage, channel=there).take(right)
    told = await asked(stage, gil, channel=there)

    assert f"the permission to {right.partition('_')[0]}" in told
    assert await stage.store.papers.of(stage.guild.id) is None


# --- what comes ---


async def test_one_paper_comes_a_day(morning: Stage) -> None:
    """About the line that has closed, at the server's hour, spread over half an hour."""
    found = []
    for _ in range(3):
        await done(morning)
        await pass_days(morning)
        found.append(len(papers(morning)))
    await pass_days(morning, 0.5)
    moments = [each.created_at for each in papers(morning)]

    assert found == [0, 1, 2]
    assert [re.findall(r"Line (\d+):", each.content)[0] for each in papers(morning)] == [
        *("1", "2", "3")
    ]
    assert [each.day for each in moments] == [2, 3, 4]
    assert all(each.hour == 9 and each.minute <= 31 for each in moments)


async def test_a_phone_shows_who_was_best_and_the_servers_streak(morning: Stage) -> None:
    """Within the first hundred characters: the line, a name, points, par, days in a row."""
    await done(morning, 1, which=3)
    best = await done(morning, 0)
    await scored(morning, person(morning, 2), 1, (best.row.score or 0) + 9)
    await valued(morning, 1, par=33)
    await pass_days(morning, 1.5)
    (paper,) = papers(morning)
    first = on_phone(paper.content).replace("−", "-")

    assert "Line 1" in first
    assert "Cat" in first
    assert f"{(best.row.score or 0) + 9} (par 33)" in first
    assert "in a row" not in paper.content


async def test_results_stand_against_par_and_unlisted_people_are_counted(stage: Stage) -> None:
    gil = await with_paper(stage)
    for number in range(12):
        await scored(stage, Person(PlayerId(1000 + number), f"P{number:02}"), 1, 40 - number)
    await scored(stage, person(stage, 0), 1, 99)
    scores = stage.bot.parts.tables.leaderboards
    await scores.set_listed(person(stage, 0).id, listed=False)
    await valued(stage, 1, par=35, best=60)
    await pass_days(stage, 1.5)
    (paper,) = papers(stage)

    assert "Ann" not in paper.content
    assert "99" not in paper.content
    assert "P00\u2069 40, 5 above par" in paper.content
    assert "P09" in paper.content
    assert "P10" not in paper.content
    assert "3 more" in paper.content
    assert "at least 60" in paper.content
    assert gil == 3


def test_a_paper_counts_all_whom_it_does_not_name() -> None:
    """Of the line and of its week; fewer than ten are named where names are long."""
    line = LineRow(4, timetable.map_of(4), "0" * 64, closed=True, par=35)
    today_ = LineRow(5, timetable.map_of(5), "0" * 64)
    seal = Seal("0" * 64, 1, {5: "0" * 64}, ())
    counted = list[tuple[int, int]]()
    for long in (0, 28):
        names = [f"P{n:02}{'W' * long}" for n in range(12)]
        results = [Finisher(n, name, True, n, 40 - n, 0) for n, name in enumerate(names)]
        week = WeekTable(tuple(WeekScore(n, name, 9 - n, 4) for n, name in enumerate(names)), 17)
        paper = Paper(Line(line, True), results, 4, 0, week, None, Line(today_, False), seal)
        content = paper_page(paper, {}, ENGLISH).content
        for part, all_ in zip(content.split("\N{TROPHY}"), (16, 17), strict=True):
            named = len(set(re.findall(r"P\d\d", part)))
            counted.append((all_, named))

            assert re.findall(r"(\d+) more", part) == [str(all_ - named)]
    assert counted[:2] == [(16, 10), (17, 10)]
    assert all(0 < named < 10 for _, named in counted[2:])


async def test_whoever_is_unlisted_is_not_named_though_alone(morning: Stage) -> None:
    """The line is over, and somebody has finished it."""
    await done(morning)
    scores = morning.bot.parts.tables.leaderboards
    await scores.set_listed(person(morning, 0).id, listed=False)
    await pass_days(morning, 1.5)
    (paper,) = papers(morning)

    assert "Line 1" in paper.content
    assert "1 person finished." in paper.content
    assert "Ann" not in paper.content
    assert "Nobody" not in paper.content


async def test_the_sheet_is_of_who_has_switched_it_on(morning: Stage) -> None:
    """Off at first: then there is no picture, though somebody was best."""
    await done(morning, 0)
    await pass_days(morning, 1.5)
    await done(morning, 0)
    await show_sheet(morning, 0)
    await pass_days(morning)
    off, on = papers(morning)

    assert drawn(off) == 0
    assert "Watch the best run" not in labels(off)
    assert drawn(on) == 1
    assert "Watch the best run" in labels(on)
    assert len(alts(on)[0]) > 50


async def test_no_picture_is_of_a_run_of_which_the_score_is_left(morning: Stage) -> None:
    await show_sheet(morning, 0)
    await scored(morning, person(morning, 0), 1, 30)
    await pass_days(morning, 1.5)
    (paper,) = papers(morning)

    assert "Ann" in paper.content
    assert drawn(paper) == 0


async def test_the_best_sheet_can_be_watched(morning: Stage) -> None:
    """Turn by turn, in private; there is neither a film nor a review of it."""
    await done(morning)
    await show_sheet(morning, 0)
    await pass_days(morning, 1.5)
    (paper,) = papers(morning)
    answer = await morning.person(1).click(paper, label="Watch the best run")
    replay = answer.response
    assert replay is not None
    on = await morning.press(1, replay, "Next")

    assert answer.ephemeral
    assert "replay" in said(replay)
    assert "Turn 2 of" in said(on)
    assert not {"Animation", "Review"} & set(labels(on))
    assert drawn(on) == 1


async def test_the_buttons_lead_on(morning: Stage) -> None:
    """Play opens today's line in private, Table that of the line that is over."""
    await done(morning)
    await pass_days(morning, 1.5)
    (paper,) = papers(morning)
    played = await morning.person(1).click(paper, label="Play")
    table = await morning.person(1).click(paper, label="Standings")

    assert labels(paper)[0] == "Play"
    assert played.ephemeral
    assert is_planner(played.response)
    assert "Line 2" in said(played.response)
    assert table.ephemeral
    assert "Line 1" in said(table.response)
    assert "Ann" in said(table.response)


async def test_the_paper_is_stopped_by_a_manager_alone(stage: Stage) -> None:
    """By the button that they see alone, by that under an older paper, or by typing."""
    gil = await with_paper(stage)
    told = (await stage.person(gil).slash(stage.channel, "server daily")).response
    await done(stage)
    await pass_days(stage, 1.5)
    (paper,) = papers(stage)
    older = label_id(told, "Stop the paper")
    refused = await forged(stage, 0, paper, older)
    before = await paper_row(stage)
    stopped = answered(await stage.person(gil).click(told, label="Stop the paper"))
    await done(stage)
    await pass_days(stage, 2)

    assert "Stop the paper" not in labels(paper)
    assert "manage this server" in refused
    assert before.due_at is not None
    assert "no more papers" in stopped
    assert len(papers(stage)) == 1
    assert "no morning paper" in await asked(stage, gil)


async def test_a_paper_mentions_nobody(morning: Stage) -> None:
    odd = newcomer(morning, "@everyone <@1> **x**")
    await done(morning, odd)
    await pass_days(morning, 1.5)
    (paper,) = papers(morning)
    stored = morning.env.backend.get_message(morning.channel.id, paper.id)
    path = f"/channels/{morning.channel.id}/messages"
    posts: list[Any] = [each.json for each in morning.env.http_requests if each.path == path]
    (sent,) = posts

    assert not stored.ping_user_ids
    assert sent["allowed_mentions"]["parse"] == []
    assert not sent["allowed_mentions"].get("users")
    assert "@everyone" not in paper.content


async def test_nothing_of_an_open_line_is_in_a_paper(morning: Stage) -> None:
    """Of today's it names the network, not who has played it."""
    await done(morning, 0)
    await pass_days(morning, 1.2)
    await done(morning, 1)
    await valued(morning, 2, par=31, best=57)
    await pass_days(morning, 0.3)
    (paper,) = papers(morning)

    assert "Line 2" in paper.content
    assert "Bob" not in paper.content
    assert "31" not in re.sub("[0-9a-f]{16,}", "", paper.content)
    assert "57" not in re.sub("[0-9a-f]{16,}", "", paper.content)


# --- quiet, trouble ---


async def test_the_first_paper_comes_when_it_is_promised(stage: Stage) -> None:
    """Though nobody here has ever played, and the bot was not there the day before."""
    await leap(stage, 0.1)
    answer = await stage.person(manager(stage)).slash(stage.channel, "server daily", hour=7)
    promised = re.search(r"first one <t:(\d+):R>", texts(answer.response))
    await pass_days(stage, 2)

    assert promised is not None
    assert "Nobody here finished line 1" in papers(stage)[0].content
    assert 0 <= papers(stage)[0].created_at.timestamp() - int(promised[1]) < 120


async def test_three_refused_days_stop_it_and_the_next_manager_is_told_why(stage: Stage) -> None:
    """Two do not; and it can be started again."""
    gil = await with_paper(stage)
    there = stage.guild.create_text_channel("other")
    stage.take("send_messages")
    failed = []
    for _ in range(5):
        await done(stage)
        await pass_days(stage)
        failed.append((await paper_row(stage)).failed)
    row = await paper_row(stage)
    told = answered(await stage.person(gil).slash(there, "server daily"))
    await stage.person(gil).slash(there, "server daily", channel=there)
    after = await paper_row(stage)

    assert papers(stage) == []
    assert failed == [0, 1, 2, 3, 3]
    assert row.due_at is None
    assert f"<#{stage.channel.id}>" in told
    assert "three days" in told
    assert after.due_at is not None
    assert after.failed == 0
    assert after.channel == there.id


@pytest.mark.parametrize("language", COMPLETE)
async def test_a_paper_is_in_the_servers_language(stage: Stage, language: str) -> None:
    """It is neither its starter's nor the winner's language; the buttons are in it too."""
    stage.speak(discord.Locale({"en": "en-US", "es": "es-ES"}.get(language, language)))
    await with_paper(stage)
    await done(stage, 0)
    await done(stage, 1)
    await allow(stage, 0)
    await valued(stage, 1, par=33)
    await pass_days(stage, 1.5)
    (paper,) = stage.public

    assert "Ann" in paper.content
    assert "33" in on_phone(paper.content)
    assert ("Standings" in labels(paper)) == (language == "en")
    assert len(paper.content) <= LONGEST
    assert drawn(paper) == 1
    assert len(texts(paper)) == len(paper.content)
