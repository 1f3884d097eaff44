"""The law of secrecy for lines: another key and other cards to come, the same bytes.

A line is played. At each step it is exchanged what nobody can know yet: the key of the line
and of all that follow, and every card after those that were turned up. What its player, others
and the public are shown is to be the same, byte for byte.
"""

import json
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest

from metrobot.engine.actors import CHANCE
from metrobot.service.daily.chain import Chain
from metrobot.service.daily.daily import Daily, make_daily
from metrobot.service.daily.line import Line
from metrobot.service.daily.line_reminders import LineReminder
from metrobot.service.daily.runs import Run
from metrobot.service.model.chance import Dealing
from metrobot.service.model.clock import SteadyClock
from metrobot.service.model.play import Person
from metrobot.service.people.preferences import Preferences
from metrobot.service.play.lock_choice import draft_for
from metrobot.ui.app.clock import SystemClock
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.daily import line_words
from metrobot.ui.daily.line_pages import LinePages
from metrobot.ui.daily.paper_page import paper_page, reminder_page
from metrobot.ui.daily.run_planner import RunPlanner
from metrobot.ui.pages.page import Letter, Post
from metrobot.ui.people.reminder_settings import settings_page
from metrobot.ui.words.catalogue import COMPLETE, ENGLISH, Words, words_for
from tests.ui.daily.exchange import OtherDealing, other_chain, other_dealing
from tests.ui.daily.line_stage import LINES, begun_run, done, leap, pages_of, person
from tests.ui.stage import Stage

FEW, MANY = 18, 300
"""Steps at which all is exchanged: each time the tests are run, and by `make check`."""
DRAWN = 4
"""Steps after which all pictures are drawn; in between their contents are compared."""
FRONT = LINES["metrolijn"]


def a_daily(stage: Stage) -> Daily:
    """Return the line of the day as another process has it: it remembers nothing of this one."""
    tables = stage.bot.parts.tables
    daily = make_daily(
        stage.store,
        SteadyClock(SystemClock()),
        entropy=lambda: b"",
        ledger=tables.ledger,
        people=tables.people,
        outbox=tables.daily.papers.outbox,
        judge=None,
        begun=lambda: None,
    )
    daily.lines.keys._chains = (
        tables.daily.lines.keys._chains
    )  # all links follow from one secret: slow
    return daily


async def exchanged(stage: Stage, run: Run, known: int | None = None) -> Daily:
    """Return the same with another key, and other cards after those that a run has seen.

    Args:
        stage: where it is played.
        run: whose player has seen some cards.
        known: how many draws stay as they are, if it is not all that were made.
    """
    daily, number = a_daily(stage), run.line.number
    (real,) = await daily.lines.keys.chains()
    chain = other_chain(real, number)
    daily.lines.keys._chains = (chain,)
    drawn = [logged.event.actor for logged in run.play.log].count(CHANCE)
    same = drawn if known is None else known

    async def dealing(line: Line) -> Dealing:
        if line.number != number:
            return await type(daily.lines.keys).dealing(daily.lines.keys, line)
        assert line.row.salt is not None
        truth = Dealing(real.key(number), (str(number), line.row.salt), 2)
        return other_dealing(truth, chain, number, same)

    daily.lines.keys.dealing = dealing  # type: ignore[method-assign]  # for this test
    return daily


# --- what is shown ---


def whole(shown: Post, *, is_drawn: bool) -> Any:
    """Return a message whole: what Discord is told, and its pictures, or what they are made of."""
    raw: Any = shown.view.to_components()
    said_ = shown.content if isinstance(shown, Letter) else ""
    pictures = [
        (each.stem, each.alt, each.key if each.key and not is_drawn else each.draw())
        for each in shown.pictures
    ]
    return json.dumps([raw, said_]), pictures


async def seen(
    stage: Stage, daily: Daily, run: Run, words: Words
) -> AsyncIterator[tuple[str, Post]]:
    """Yield everything that can be shown during a line: to its player, to others, to all."""
    number, player = run.line.number, run.play.people[0]
    own_pages = pages_of(stage, daily, player, words)
    line = await daily.lines.line(number)
    own = await daily.runs.by_id(run.row.id, player)
    for pages in (own_pages, pages_of(stage, daily, person(stage, 1), words)):
        yield f"home of {pages.person.name}", await pages.home(line)
        yield f"table for {pages.person.name}", await pages.table(line)
        yield f"thirty days of {pages.person.name}", await pages.past(line)
    yield "week", await own_pages.week(line)
    yield "dealing", await own_pages.dealing(line)
    yield "settings", settings_page(Preferences(), words, FRONTS, number)
    reminded = LineReminder(line, await daily.standings.streak(player.id))
    yield "reminder", reminder_page(reminded, words)
    if number > 1:
        told = await daily.papers.paper(stage.guild.id, number - 1)
        yield "paper", paper_page(told, LINES, words)
    if own.is_over:
        yield "question", await own_pages.finished(own, asks=True)
    else:
        async for each in planners(stage, own_pages, own):
            yield each


async def planners(stage: Stage, pages: LinePages, run: Run) -> AsyncIterator[tuple[str, Post]]:
    """Yield the planner of a run, with nothing chosen and with some choices."""
    drawing, revision = stage.bot.parts.drawing, run.play.revision
    planner = RunPlanner(pages, drawing, run.row.id, revision, Preferences())
    yield "planner", await planner.begun(run)
    draft = draft_for(run.play, pages.person.id)
    for choice in sorted({0, len(draft.open_choices) // 2, len(draft.open_choices) - 1}):
        code = draft.then(choice).code
        play, chosen = await planner.load(code)
        yield f"planner with {choice}", await planner.page(play, chosen, None)


def said(run: Run, pages: LinePages) -> list[str]:
    """Return all other texts of a run: its words, and its values as a trace shows them."""
    return [pages.in_words(run), repr(run), repr(run.play), repr(run.row), repr(run.line)]


async def everything(
    stage: Stage, daily: Daily, run: Run, words: Words, *, is_drawn: bool = True
) -> dict[str, Any]:
    """Return all bytes that are shown while somebody plays a line."""
    found = {
        name: whole(shown, is_drawn=is_drawn)
        async for name, shown in seen(stage, daily, run, words)
    }
    own = await daily.runs.by_id(run.row.id, run.play.people[0])
    found["said"] = "\n".join(said(own, pages_of(stage, daily, own.play.people[0], words)))
    if own.is_over:
        streak = await daily.standings.streak(run.play.people[0].id)
        found["strip"] = line_words.strip(own, streak, words)
    return found


async def steps(stage: Stage, most: int) -> AsyncIterator[tuple[int, Run]]:
    """Play lines at random; yield each run after each card, up to a number of steps."""
    count = 0
    await leap(stage, 0.3)  # later than six: the line of the day before is over
    while count < most:
        run, rng = await begun_run(stage), Random(count)
        await done(stage, 2)  # somebody else has finished, and stands in the table
        while True:
            yield count, run
            count += 1
            if run.is_over or count == most:
                break
            run = await _one_more(stage, run, rng)
        await leap(stage)


async def _one_more(stage: Stage, run: Run, rng: Random) -> Run:
    """Use one more card for somebody, in some way."""
    who: Person = run.play.people[0]
    draft = draft_for(run.play, who.id)
    while not draft.is_turn_over:
        draft = draft.then(rng.randrange(len(draft.open_choices)))
    runs = stage.bot.parts.tables.daily.runs
    return await runs.play_draft(run.row.id, who, run.play.revision, draft.code)


@pytest.mark.parametrize("most", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
async def test_another_key_and_other_cards_to_come_change_no_byte(
    stage: Stage, caplog: pytest.LogCaptureFixture, most: int
) -> None:
    """Pages, ids, names of files, alt texts, pictures and the log, in all languages in turn."""
    caplog.set_level("DEBUG", "metrobot")
    other_cards, finished = 0, 0
    async for count, run in steps(stage, most):
        words = words_for(COMPLETE[count % len(COMPLETE)])
        is_drawn = count % DRAWN == 0 or run.is_over
        truth = await everything(stage, a_daily(stage), run, words, is_drawn=is_drawn)
        logged = _logged(caplog)
        other = await exchanged(stage, run)
        if run.row.status == "open":
            other_cards += await _next_differs(stage, other, run)
        caplog.clear()
        false = await everything(stage, other, run, words, is_drawn=is_drawn)
        assert _logged(caplog) == logged
        for name, shown in truth.items():
            assert shown == false[name], (name, run.line.number, run.card)
        finished += run.is_over
        caplog.clear()

    assert other_cards > most // 2
    assert finished >= most // 30


def _logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the name, message and traceback of each log record."""
    return [f"{each.name} {each.getMessage()} {each.exc_text}" for each in caplog.records]


async def _next_differs(stage: Stage, other: Daily, run: Run) -> bool:
    """Return whether the exchange gives the run another next card than comes in truth."""
    line = await other.lines.line(run.line.number)
    dealing = await other.lines.keys.dealing(line)
    assert isinstance(dealing, OtherDealing)
    before = [logged.event.actor for logged in run.play.log]
    for choices in range(30, 10, -1):
        if dealing.index(before, choices) != dealing.real.index(before, choices):
            return True
    return False


async def test_an_exchange_of_the_card_that_is_open_is_noticed(stage: Stage) -> None:
    """So that the law above holds for lines that do differ: in the planner, nowhere else."""
    differing = 0
    await leap(stage, 0.3)
    for _ in range(4):
        run = await begun_run(stage)
        daily = await exchanged(stage, run, known=0)
        truth = await everything(stage, a_daily(stage), run, ENGLISH)
        false = await everything(stage, daily, run, ENGLISH)
        differing += truth["planner"] != false["planner"]
        for name in ("home of Ann", "home of Bob", "table for Ann", "table for Bob", "dealing"):
            assert truth[name] == false[name]
        await leap(stage)

    assert differing


def test_the_chain_that_is_exchanged_publishes_the_same() -> None:
    """Other links and keys from a line on, the same anchor, links before it and commitments."""
    real = Chain(bytes(range(32)))
    other = other_chain(real, first=5)
    numbers = range(1, 12)

    assert other.anchor == real.anchor
    assert [other.commitment(n) for n in numbers] == [real.commitment(n) for n in numbers]
    assert [other.link(n) == real.link(n) for n in numbers] == [n < 5 for n in numbers]
    assert [other.key(n) == real.key(n) for n in numbers] == [n < 5 for n in numbers]
