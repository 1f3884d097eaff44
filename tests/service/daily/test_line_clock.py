"""A clock that is wrong for a while: what is open again after it, and what counts for nobody."""

import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest

from metrobot.service.daily.line import LineKey
from metrobot.service.daily.runs import Run
from metrobot.service.daily.streaks import NONE
from metrobot.service.daily.timetable import closes_at, first_press, number_at, opens_at
from metrobot.service.outbox.delivery import DeliveryKind
from tests.service.acts import refusal, refused
from tests.service.daily.playing import (
    after_card,
    begun,
    day_of,
    passed,
    press_of,
    scored,
    standings_on,
    today,
    valued,
)
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GUILD, Stage

HOUR, DAY, MINUTES = 3600, 86_400, 601
AHEAD = 3 * DAY
Showing = Callable[[Stage, int], Awaitable[object]]


@pytest.fixture
async def run(stage: Stage) -> Run:
    """Reach noon of line 5, of which Ann has played a card; she and Bob have a streak of two."""
    for number in (3, 4):
        stage.clock.time = day_of(number)
        await stage.tables.daily.sweep()
        for who in (ANN, BOB):
            await scored(stage, who, 20)
    stage.clock.time = day_of(5)
    await stage.tables.daily.sweep()
    return await after_card(stage.tables, await begun(stage, ANN), ANN)


async def lengths(stage: Stage) -> list[int]:
    standings = stage.tables.daily.standings
    own = [(await standings.streak(each.id)).length for each in (ANN, BOB)]
    return [*own, await standings.server_streak(GUILD)]


# --- it goes ahead ---


async def test_a_clock_ahead_for_one_round_closes_nothing(stage: Stage, run: Run) -> None:
    """Nor does it end a streak, store a line of a day to come, or let a barred person in."""
    await begun(stage, DAN)
    await stage.tables.privacy.forget(DAN.id)
    stage.clock.jump(AHEAD)
    assert (await stage.tables.daily.lines.line(5)).is_closed
    assert await refused(begun(stage, BOB, 5)) == LineKey.ENDED
    await stage.tables.daily.sweep()
    assert await lengths(stage) == [0, 0, 0]
    stage.clock.jump(-AHEAD)
    await stage.tables.daily.sweep()

    assert await lengths(stage) == [2, 2, 2]
    assert not (await stage.tables.daily.lines.line(5)).is_closed
    assert (await after_card(stage.tables, run, ANN)).card == run.card + 1
    assert await stage.store.lines.by_number(8) is None
    assert await refused(begun(stage, DAN)) == LineKey.BARRED
    await scored(stage, BOB, 20)
    assert await lengths(stage) == [2, 3, 2]


async def test_nothing_is_remembered_of_a_clock_that_was_ahead(stage: Stage, run: Run) -> None:
    """Though nobody asks until its time has come: streaks and weeks are counted anew."""
    await valued(stage, 5, par=20, easy=0)
    standings = stage.tables.daily.standings
    stage.clock.jump(AHEAD)
    await stage.tables.daily.sweep()
    await standings.week(GUILD, 5, 9)
    assert await lengths(stage) == [0, 0, 0]
    stage.clock.jump(-AHEAD)
    await stage.tables.daily.sweep()
    for who in (BOB, CAT):
        await scored(stage, who, 20)
    stage.clock.advance(AHEAD)

    assert await lengths(stage) == [0, 3, 3]
    assert await standings.week(GUILD, 5, 9) == await standings_on(stage).week(GUILD, 5, 9)


async def test_a_share_while_it_is_ahead_takes_no_place_away(stage: Stage, run: Run) -> None:
    """A line that is open again counts on the server where its result is shared."""
    await scored(stage, BOB, 20)
    shares, elsewhere = stage.tables.daily.shares, GUILD + 1
    stage.clock.jump(AHEAD)
    line = await stage.tables.daily.lines.line(5)
    await shares.share(DeliveryKind.STRIP, line, BOB, guild=elsewhere, channel=CHANNEL)
    stage.clock.jump(-AHEAD)
    await stage.tables.daily.sweep()
    await begun(stage, BOB, guild=elsewhere)

    (found,) = await stage.tables.daily.standings.finishers(elsewhere, 5)
    assert found.score == 20


async def test_who_is_forgotten_while_it_is_wrong_is_barred_after_it(
    stage: Stage, run: Run
) -> None:
    """They have seen cards of a line that is open."""
    stage.clock.jump(AHEAD)
    await stage.tables.privacy.forget(ANN.id)
    stage.clock.jump(-AHEAD)

    assert await refused(begun(stage, ANN)) == LineKey.BARRED


async def _link(stage: Stage, number: int) -> None:
    lines = stage.tables.daily.lines
    await lines.link(await lines.line(number))


async def _record(stage: Stage, number: int) -> None:
    await stage.tables.daily.lines.closed_line(number)


async def _paper(stage: Stage, number: int) -> None:
    await stage.tables.daily.papers.paper(GUILD, number)


async def _again(stage: Stage, number: int) -> None:
    await stage.tables.daily.runs.begin_past(number, CAT, guild=GUILD)


@pytest.mark.few
@pytest.mark.parametrize("show", [_link, _record, _paper, _again])
async def test_a_line_that_was_shown_too_early_counts_for_nobody(
    stage: Stage, show: Showing, run: Run
) -> None:
    """It stays closed; a streak goes on over it, in this process and in others."""
    await scored(stage, BOB, 30)
    await valued(stage, 5, par=10)
    stage.clock.jump(AHEAD)
    await stage.tables.daily.sweep()
    stage.clock.advance(MINUTES)
    await show(stage, 5)
    stage.clock.jump(-AHEAD)
    await stage.tables.daily.sweep()

    line = await stage.tables.daily.lines.line(5)
    assert line.is_closed
    assert line.row.void
    assert await refused(begun(stage, CAT)) == LineKey.ENDED
    assert await refused(after_card(stage.tables, run, ANN)) == LineKey.CLOSED
    assert await lengths(stage) == [2, 2, 2]
    await passed(stage, 1)
    for who in (ANN, BOB):
        await scored(stage, who, 20)
    assert await lengths(stage) == [3, 3, 3]
    assert (await standings_on(stage).streak(ANN.id)).length == 3
    table = await stage.tables.daily.standings.table(GUILD, line, BOB.id, 9)
    assert (table.shown, table.total) == ((), 0)
    assert (await stage.tables.daily.standings.week(GUILD, 5, 9)).total == 0


async def test_a_link_that_was_shown_too_early_opens_no_later_line(stage: Stage, run: Run) -> None:
    """The links of the lines before it follow from it, whether their days have come or not."""
    stage.clock.jump(AHEAD)
    await stage.tables.daily.sweep()
    stage.clock.advance(MINUTES)
    await stage.tables.daily.sweep()
    stage.clock.advance(2 * DAY)
    await _link(stage, 8)
    stage.clock.jump(-AHEAD)
    await stage.tables.daily.sweep()
    assert await refused(begun(stage, ANN, 7)) == LineKey.ENDED
    stage.clock.advance(MINUTES)

    assert today(stage) == 7
    line = await stage.tables.daily.lines.today()
    assert line.is_closed
    assert line.row.void
    stage.clock.time = day_of(9)
    assert not (await stage.tables.daily.lines.today()).is_closed


async def test_a_line_is_begun_on_its_day_by_discords_clock(stage: Stage) -> None:
    """A wrong clock of ours deals nobody cards that could not be checked later."""
    stage.clock.time = day_of(8)
    for press in (first_press(8) - 1, first_press(9), 77):
        begin = stage.tables.daily.runs.begin(8, ANN, guild=GUILD, interaction=press, is_new=False)
        assert await refused(begin) == LineKey.WRONG_DAY
    line = await stage.tables.daily.lines.line(8)
    assert line.row.salt is None
    run = await begun(stage, ANN, press=press_of(9, -1) - first_press(8))
    assert run.line.row.salt == str(first_press(9) - 1)


# --- it goes back ---


@pytest.mark.parametrize("back", [HOUR, 8 * HOUR, AHEAD, 400 * DAY])
async def test_a_clock_that_goes_back_for_a_round_takes_nothing_away(
    stage: Stage, back: int, run: Run
) -> None:
    """A line that was shown stays closed meanwhile, and counts again after it."""
    stage.clock.time = closes_at(4) + timedelta(minutes=30)
    await _link(stage, 4)
    before = await lengths(stage)
    stage.clock.jump(-back)
    await stage.tables.daily.sweep()
    assert (await stage.store.lines.by_number(4) or pytest.fail("gone")).closed
    stage.clock.advance(120)
    await stage.tables.daily.sweep()
    stage.clock.jump(back)
    await stage.tables.daily.sweep()

    assert await lengths(stage) == before == [2, 2, 2]
    assert [line.row.void for line in await stage.tables.daily.lines.past(9)] == [False, False]
    assert [line.number for line in await stage.tables.daily.lines.past(9)] == [4, 3]


# --- it jumps ---


@pytest.mark.parametrize("by", [AHEAD, -DAY - 120, 40 * DAY])
async def test_after_a_jump_nothing_is_shown_for_ten_minutes(
    stage: Stage, caplog: pytest.LogCaptureFixture, by: int, run: Run
) -> None:
    """One line in the log tells of it."""
    stage.clock.time = day_of(9)
    await stage.tables.daily.sweep()
    await stage.tables.daily.papers.choose(GUILD, CHANNEL, 9, "UTC")
    stage.clock.jump(by)
    for _ in range(3):
        await stage.tables.daily.sweep()
        for show in (_link, _record, _paper, _again):
            assert await refused(show(stage, 3)) == LineKey.CLOCK_SET
        assert not (await stage.tables.daily.lines.keys.seal()).former
        stage.clock.advance(199)
    stage.clock.advance(4)
    for show in (_link, _record, _paper, _again):
        await show(stage, 3)

    (told,) = caplog.records
    assert (told.levelno, "the clock has jumped" in told.message) == (logging.WARNING, True)


@pytest.mark.parametrize(
    ("by", "key"), [(AHEAD, LineKey.CLOCK_SET), (200 * 365 * DAY, LineKey.NO_DAY)]
)
async def test_no_paper_is_set_by_a_clock_that_is_ahead(
    stage: Stage, by: int, key: str, run: Run
) -> None:
    """All papers until then would count as told, whatever is set later."""
    papers = stage.tables.daily.papers
    stage.clock.jump(by)
    assert await refused(papers.choose(GUILD, CHANNEL, 9, "UTC")) == key
    stage.clock.jump(-by)
    await stage.tables.daily.sweep()
    stage.clock.advance(MINUTES)

    assert (await papers.choose(GUILD, CHANNEL, 9, "UTC")).told == 4


async def test_a_day_is_no_jump(stage: Stage, caplog: pytest.LogCaptureFixture, run: Run) -> None:
    for by in (HOUR, -2 * HOUR, DAY, -DAY):
        stage.clock.jump(by)
        await stage.tables.daily.sweep()
        await _link(stage, 3)

    assert not caplog.records


@pytest.mark.parametrize("year", [1970, 2025, 2150])
async def test_where_there_are_no_lines_they_are_refused_in_words(
    stage: Stage, caplog: pytest.LogCaptureFixture, year: int, run: Run
) -> None:
    stage.clock.jump((datetime(year, 6, 1, tzinfo=UTC) - stage.clock.time).total_seconds())
    lines = stage.tables.daily.lines
    for asked in (lines.today, lambda: lines.line(4), lambda: lines.past(9), lines.keys.seal):
        assert await refusal(asked()) == (LineKey.NO_DAY, {"day": f"{year}-06-01"})
    for _ in range(3):
        await stage.tables.housekeeping.round()
    assert [each.levelno for each in caplog.records] == [logging.WARNING]
    stage.clock.jump((day_of(5) - stage.clock.time).total_seconds())
    await stage.tables.daily.sweep()

    assert await lengths(stage) == [2, 2, 2]
    assert number_at(opens_at(5)) == (await lines.today()).number
    assert await stage.tables.daily.standings.streak(CAT.id) == NONE
