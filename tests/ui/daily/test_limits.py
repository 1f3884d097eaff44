"""Pages of lines at their extremes: odd and long names, many lines, in each language."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace

import pytest
from discord import ui

from metrobot.service.daily import timetable
from metrobot.service.daily.line_reminders import LineReminder
from metrobot.service.daily.papers import Paper
from metrobot.service.daily.runs import OVER, Run
from metrobot.service.daily.streaks import NO_WEEK, Streak, WeekTable
from metrobot.service.finished.what_ifs import moments_of
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.people.preferences import Preferences, RemindLine
from metrobot.service.play.lock_choice import draft_for
from metrobot.store.statements.daily.lines import Finisher, LineRow
from metrobot.store.statements.daily.runs import RunRow
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.daily import line_words
from metrobot.ui.daily.line_ids import play_button
from metrobot.ui.daily.line_pages import LinePages
from metrobot.ui.daily.paper_page import paper_page, reminder_page
from metrobot.ui.daily.run_planner import RunPlanner
from metrobot.ui.pages.ids import ReplaySource
from metrobot.ui.pages.page import Letter, Page, Post, letter
from metrobot.ui.people.reminder_settings import settings_page
from metrobot.ui.replays.replay_command import replay_page
from metrobot.ui.turn.planner import news_of
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.discord_limits import IN_A_ROW, PHONE_ROW
from metrobot.ui.words.player_names import shown_name
from metrobot.ui.words.text_length import button_width
from tests.ui.daily.line_stage import LINES, advanced, begun_run, joined, leap, pages_of, today
from tests.ui.extremes import (
    BIG,
    LANGUAGES,
    ODD,
    faults,
    lacks_lines,
    parts_of,
    rows_of,
    said_in,
    words_in,
)
from tests.ui.limits import length, on_phone
from tests.ui.metrolijn.test_presses import MOST_LINES
from tests.ui.stage import Stage
from tests.ui.turn.presses import lines_of

FRONT = LINES["metrolijn"]
LINES_OVER, PEOPLE = 30, 24
LONGEST_PAPER = 1_200
LONGEST_LABEL = 30
"""Longest label of a button beside others: a phone shows some 30 characters of it at most."""


@dataclass
class Crowd:
    """Many people with odd names who have played many lines."""

    stage: Stage
    player: Person
    over: Run
    open: Run


def name(number: int) -> str:
    """Return a name of up to 32 characters, odd or only long."""
    return ODD[number] if number < len(ODD) else f"W{number:02}" * 10 + "WW"


async def crowd(stage: Stage) -> Crowd:
    """Play a month with many people: the last Sunday's whole map, and all lines before."""
    runs, player = stage.bot.parts.tables.daily.runs, Person(PlayerId(BIG), ODD[0])
    for number in range(PEOPLE):
        joined(stage, Person(PlayerId(BIG + number), name(number)))
    while today(stage) <= LINES_OVER:
        number = today(stage)
        press = timetable.first_press(number)
        run = await runs.begin(
            number, player, guild=stage.guild.id, interaction=press, is_new=False
        )
        if number > LINES_OVER - 8:
            await advanced(stage, run)
            await _many(stage, number)
            await _worth(stage, number)
        await leap(stage)
    await leap(stage, 0.3)
    sunday = next(n for n in range(LINES_OVER, 0, -1) if timetable.is_sunday(n))
    over = await runs.of(sunday, player)
    assert over is not None
    assert over.is_over
    number = today(stage)
    press = timetable.first_press(number)
    open_ = await runs.begin(number, player, guild=stage.guild.id, interaction=press, is_new=False)
    await _many(stage, today(stage))
    await _worth(stage, today(stage))
    return Crowd(stage, player, over, await advanced(stage, open_, 3))


async def _many(stage: Stage, line: int) -> None:
    """Store the scores of many people on a line."""
    now = stage.env.now()
    for number in range(1, PEOPLE):
        who = BIG + number
        new = RunRow(kind="line", of=line, player=who, compared=True, begun_at=now)
        row = await stage.store.runs.begin(
            new, name(number), salt="1", guild=stage.guild.id, mark=""
        )
        over = replace(row, deeds=None, turns=1, status=OVER, score=-100 - number, empty=9)
        await stage.store.runs.save(replace(over, over_at=now))


async def _worth(stage: Stage, line: int) -> None:
    """Store the worth of a line with as many digits as possible."""
    row = LineRow(line, "", "", par=-100, easy=-100, best=-100, policy=99)
    await stage.store.lines.store_par(row)


async def pages(crowd: Crowd, words: Words) -> AsyncIterator[tuple[str, Post]]:
    stage, player = crowd.stage, crowd.player
    daily = stage.bot.parts.tables.daily
    made = pages_of(stage, daily, player, words)
    stranger = pages_of(stage, daily, Person(PlayerId(BIG - 1), ODD[1]), words)
    today_, past = crowd.open.line, crowd.over.line
    for line in (today_, past):
        for theirs in (made, stranger):
            yield f"home {line.number} {theirs.person.id}", await theirs.home(line)
            yield f"table {line.number} {theirs.person.id}", await theirs.table(line)
        yield f"week {line.number}", await made.week(line)
        yield f"past {line.number}", await made.past(line)
        yield f"dealing {line.number}", await made.dealing(line)
    for remind in RemindLine:
        wishes = Preferences(at_once=True, show_sheet=True, remind_line=remind)
        yield f"settings {remind}", settings_page(wishes, words, FRONTS, past.number)
    for run in (crowd.over, replace(crowd.over, row=replace(crowd.over.row, kind="past"))):
        yield f"result {run.row.kind}", await made.finished(run)
    scored = replace(crowd.over.row, deeds=None)
    yield "score", await made.finished(replace(crowd.over, row=scored))
    for step in (None, 0, 99):
        shown = replay_page(
            FRONT, crowd.over.play, words, ReplaySource.LINE, step, offers=moments_of
        )
        yield f"replay {step}", shown
    async for planner in planners(crowd, made):
        yield planner
    for each in letters(crowd, words):
        yield "letter", each


async def planners(crowd: Crowd, made: LinePages) -> AsyncIterator[tuple[str, Post]]:
    """Yield the planner of a card of an open line, and with each choice."""
    run, drawing = crowd.open, crowd.stage.bot.parts.drawing
    planner = RunPlanner(made, drawing, run.row.id, run.play.revision, Preferences())
    yield "planner", await planner.begun(run, news_of(FRONT, run.play, made.words))
    draft = draft_for(run.play, crowd.player.id)
    for choice in range(len(draft.open_choices)):
        yield f"planner {choice}", await planner.page(run.play, draft.then(choice), None)


def letters(crowd: Crowd, words: Words) -> Iterator[Post]:
    """Yield the letters that are posted or sent: strips, sheets, reminders."""
    streak = Streak(9_999, 2, 6, used=True)
    strip = line_words.strip(crowd.over, streak, words)
    for said in (strip, "x" * 120):
        posted = words.say("line.strip.posted", name=shown_name(ODD[0]), strip=said)
        yield letter(posted, ui.ActionRow(play_button(crowd.open.line.number, words)))
    facts = {"name": shown_name(ODD[0]), "points": -100}
    named = line_words.named(crowd.over.line, words)
    yield letter(words.say("line.sheet_of", **facts, line=named))
    yield reminder_page(LineReminder(crowd.open.line, streak), words)


@pytest.fixture
async def many(stage: Stage) -> Crowd:
    """Return a crowd."""
    with stage.env.time_context():  # as in the test itself
        return await crowd(stage)


async def test_no_page_of_a_line_breaks_a_limit(many: Crowd, cut: list[str]) -> None:
    """With odd names and a month of lines, in each language; nothing is cut, all buttons fit."""
    for language in LANGUAGES:
        words = words_in(language)
        count = 0
        async for what, shown in pages(many, words):
            count += 1
            assert faults(shown) == [], (language, what)
            assert not lacks_lines(shown), (language, what)
            assert [*unfit_labels(shown)] == [], (language, what)
            assert cut == [], (language, what)
        assert count > 25


async def test_names_are_no_markup_on_pages_of_lines(many: Crowd) -> None:
    async for what, shown in pages(many, words_in("en")):
        said = said_in(shown)
        assert "@everyone" not in said, what
        assert "<@&1>" not in said.replace("\\<", ""), what
        assert "</game new:3>" not in said.replace("\\<", ""), what
        assert "](http://x" not in said.replace("\\](", ""), what
        assert "\u202e" not in said, what
        assert "***" not in said, what


def unfit_labels(shown: Post) -> Iterator[list[str]]:
    """Yield the rows of buttons that are too many, or longer than a phone shows."""
    for row in rows_of(shown):
        if row["type"] != 1 or row["components"][0]["type"] != 2:
            continue
        found = [each["label"] for each in row["components"] if "label" in each]
        widths_fit = all(button_width(label) <= PHONE_ROW for label in found)
        if not (
            len(found) <= IN_A_ROW
            and widths_fit
            and all(length(label) <= LONGEST_LABEL for label in found)
        ):
            yield found


async def test_a_menu_of_past_lines_is_full(many: Crowd) -> None:
    daily, who = many.stage.bot.parts.tables.daily, Person(PlayerId(1), "Ada")
    for language in LANGUAGES:
        shown = await pages_of(many.stage, daily, who, words_in(language)).past(many.open.line)
        (menu,) = [each for each in parts_of(shown) if each["type"] == 3]
        assert len(menu["options"]) == 25
        assert all(each["description"] for each in menu["options"])
        assert isinstance(shown, Page)


# --- the paper ---


async def papers(many: Crowd) -> AsyncIterator[tuple[str, Paper]]:
    """Yield papers with as much in them as there can be."""
    daily = many.stage.bot.parts.tables.daily
    sunday = many.over.line.number
    told = await daily.papers.paper(many.stage.guild.id, sunday)
    assert told.week.shown
    assert len(told.results) + told.others == PEOPLE
    yield "odd names", replace(told, best=many.over, streak=9_999, others=9_999)
    for sign in ("W", "*", "한"):
        results = [Finisher(number, sign * 32, True, number, -100, 9) for number in range(PEOPLE)]
        worst = told.week.shown[0]._replace(name=sign * 32, against=-500)
        week = WeekTable((worst,) * PEOPLE, PEOPLE)
        long = replace(told, results=results, week=week, streak=9_999, others=9_999)
        yield f"{sign} with a week", replace(long, best=many.over)
        yield f"{sign} without", replace(long, week=NO_WEEK)
    nobody = replace(told, results=(), week=NO_WEEK, others=0, streak=0, best=None)
    yield "nobody", nobody
    yield "others", replace(nobody, others=3)


async def test_a_paper_has_at_most_twelve_hundred_characters(many: Crowd, cut: list[str]) -> None:
    """One picture, in each language, whatever people are called; nothing goes without a sign."""
    async for what, told in papers(many):
        for language in LANGUAGES:
            shown = paper_page(told, LINES, words_in(language))
            assert isinstance(shown, Letter)
            assert faults(shown) == [], (language, what)
            assert length(shown.content) <= LONGEST_PAPER, (language, what, len(shown.content))
            assert len(shown.pictures) <= 1
            assert not lacks_lines(shown), (language, what)
            assert cut == [], (language, what)


async def test_a_short_paper_names_ten_and_the_week(many: Crowd) -> None:
    """With short names there is room for everything to be told."""
    daily = many.stage.bot.parts.tables.daily
    told = await daily.papers.paper(many.stage.guild.id, many.over.line.number)
    results = [Finisher(n, f"Name {n:02}", True, n, 30, 9) for n in range(12)]
    first = told.week.shown[0]
    rows = (first._replace(name=f"Name {n:02}", against=-5) for n in range(12))
    week = WeekTable(tuple(rows), 12)
    for language in LANGUAGES:
        shown = paper_page(replace(told, results=results, week=week), LINES, words_in(language))
        assert isinstance(shown, Letter)
        for number in range(10):
            assert f"Name {number:02}" in shown.content, language
        assert shown.content.count("Name 04") == 2
        assert length(shown.content) <= LONGEST_PAPER, language


async def test_a_phone_shows_the_lead_of_a_paper(many: Crowd) -> None:
    """The line, the best and their points, par, within a hundred characters, for long names."""
    async for what, told in papers(many):
        if not told.results or "*" in what or "odd" in what:
            continue
        for language in LANGUAGES:
            shown = paper_page(replace(told, streak=12), LINES, words_in(language))
            assert isinstance(shown, Letter)
            first = on_phone(shown.content).replace("−", "-")
            assert str(told.line.number) in first
            assert told.results[0].name in first
            assert first.count("-100") == 2, (language, first)


@pytest.mark.few(1)
@pytest.mark.parametrize("days", [1, 3])
async def test_a_planner_of_a_line_is_short(stage: Stage, days: int) -> None:
    """At most twelve lines stand above its buttons, with what came of the last card."""
    await leap(stage, days)
    run = await advanced(stage, await begun_run(stage), 1)
    daily, player = stage.bot.parts.tables.daily, run.play.people[0]
    while not run.is_over:
        crowd_ = Crowd(stage, player, run, run)
        for language in LANGUAGES:
            made = pages_of(stage, daily, player, words_in(language))
            async for what, shown in planners(crowd_, made):
                texts = [each for each in rows_of(shown) if each["type"] == 10]
                height = sum(lines_of(each["content"]) for each in texts)
                assert height <= MOST_LINES, (language, what, [each["content"] for each in texts])
        run = await advanced(stage, run, 1, which=run.row.turns)
