"""Morning papers: chosen, due at the server's hour, sent once, silent where nobody plays."""

import asyncio
import hashlib
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from metrobot.engine.errors import Refusal
from metrobot.service.daily import timetable
from metrobot.service.daily.line import LineKey
from metrobot.service.daily.papers import MOST, SPREAD
from metrobot.service.daily.streaks import NO_WEEK
from metrobot.service.model.errors import TableKey
from metrobot.service.model.play import Person
from metrobot.service.outbox.attempts import MOST_TRIES
from metrobot.service.outbox.delivery import DeliveryKind, Undeliverable
from metrobot.service.upkeep.housekeeping import IDLE, SHARED
from metrobot.store.schema.act_rows import DeliveryRow
from metrobot.store.statements.daily.papers import MOST_FAILED, PaperRow
from tests.service.acts import refusal, refused
from tests.service.daily.playing import (
    another,
    begun,
    day_of,
    more_tables,
    played,
    scored,
    somebody,
    today,
    valued,
)
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GONE, GUILD, HICCUP, Stage

BERLIN = "Europe/Berlin"
ELSEWHERE = 99
LOST = Undeliverable("permission", permanent=False, is_lost=True)


@pytest.fixture(autouse=True)
def _noon(stage: Stage) -> None:
    """Begin at noon: yesterday's line is over, and its paper would have come."""
    stage.clock.time = day_of(1)


async def chosen(
    stage: Stage, guild: int = GUILD, hour: int | None = 9, zone: str | None = BERLIN
) -> PaperRow:
    """Turn on a server's paper."""
    return await stage.tables.daily.papers.choose(guild, CHANNEL + guild, hour, zone)


async def told_of(stage: Stage, hours: float = 0) -> list[int | None]:
    """Advance by hours, with a round in each; return the lines of all papers posted so far."""
    for _ in range(int(hours)):
        await rounded(stage, 3600)
    await rounded(stage, 3600 * (hours % 1))
    return [turn for kind, turn, _ in stage.notifier.said if kind == DeliveryKind.PAPER]


async def rounded(stage: Stage, seconds: float) -> None:
    """Advance, and do what is due then."""
    stage.clock.advance(seconds)
    await stage.tables.daily.sweep()
    await stage.tables.deliver_pending()


async def waiting(stage: Stage) -> list[DeliveryRow]:
    """Return the papers that are to be posted, of all servers."""
    return [
        row for row in await stage.store.outbox.every_pending() if row.kind == DeliveryKind.PAPER
    ]


async def days(stage: Stage, number: int) -> list[int | None]:
    """Advance by days; return the lines of all papers posted so far."""
    return await told_of(stage, 24 * number)


# --- where and when ---


async def test_no_server_has_a_paper_unasked(told: Stage) -> None:
    await scored(told, ANN, 20)

    assert await told.tables.daily.papers.of(GUILD) is None
    assert await days(told, 3) == []


async def test_what_is_not_said_of_a_paper_stays_as_it_was(stage: Stage) -> None:
    """At first nine o'clock in UTC; a channel is always named."""
    papers = stage.tables.daily.papers
    for given, expected in (
        ((5, None, None), (5, 9, "UTC")),
        ((6, 7, None), (6, 7, "UTC")),
        ((6, None, "europe/berlin "), (6, 7, BERLIN)),
        ((8, 0, None), (8, 0, BERLIN)),
    ):
        row = await papers.choose(GUILD, *given)
        assert (row.channel, row.hour, row.zone) == expected
        assert await papers.of(GUILD) == row
        assert await more_tables(stage.store, stage.clock).daily.papers.of(GUILD) == row


async def test_a_paper_begins_when_it_is_turned_on(stage: Stage) -> None:
    """Not with each change of its hour or place."""
    first = await chosen(stage)
    stage.clock.time = day_of(5)

    assert (await chosen(stage, hour=7)).since == first.since
    await stage.tables.daily.papers.stop(GUILD)
    assert (await chosen(stage)).since > first.since


async def test_a_zone_that_there_is_not_is_refused(stage: Stage) -> None:
    before = await chosen(stage)
    answer = await refusal(stage.tables.daily.papers.choose(GUILD, 77, 5, "Atlantis/Poseidonis"))

    assert answer == (TableKey.NO_SUCH_ZONE, {"zone": "Atlantis/Poseidonis"})
    assert await stage.tables.daily.papers.of(GUILD) == before


async def test_a_paper_comes_at_the_servers_hour(told: Stage) -> None:
    """About the line that is over by then; within half an hour, no sooner, once."""
    told.clock.time = day_of(10, 20)
    row = await chosen(told)
    await scored(told, ANN, 20)
    due = datetime(2026, 1, 11, 8, tzinfo=UTC)

    assert row.due_at is not None
    assert due <= row.due_at < due + timedelta(seconds=SPREAD)
    told.clock.time = row.due_at - timedelta(seconds=1)
    assert await told_of(told) == []
    told.clock.time = row.due_at
    assert await told_of(told) == [10]
    assert await told_of(told, 20) == [10]
    assert await days(told, 1) == [10, 11]


async def test_the_hour_stays_when_the_clocks_change(told: Stage) -> None:
    """Over both changes of Berlin's summer time there is a paper each day, at its hour."""
    offset = timedelta()
    for day in (datetime(2026, 3, 26, 12, tzinfo=UTC), datetime(2026, 10, 22, 12, tzinfo=UTC)):
        await told.tables.daily.papers.stop(GUILD)
        told.clock.time = day
        row = await chosen(told)
        assert row.due_at is not None
        for number in range(timetable.number_at(day), timetable.number_at(day) + 6):
            assert row.due_at is not None
            shown = row.due_at.astimezone(ZoneInfo(BERLIN))
            offset = offset or timedelta(minutes=shown.minute, seconds=shown.second)
            assert shown - shown.replace(hour=9, minute=0, second=0) == offset
            assert shown.date() == timetable.day_of(number) + timedelta(days=1)
            told.clock.time = row.due_at
            await told_of(told)
            after = await told.tables.daily.papers.of(GUILD)
            assert after is not None
            row = after


async def test_the_bot_comes_round_when_a_paper_is_due(told: Stage) -> None:
    """However little else there is to do; where nothing is due it takes its time."""
    told.clock.time = day_of(2, 7.5)
    assert await told.tables.housekeeping.round() in (IDLE, SHARED)

    row = await chosen(told, zone="UTC", hour=8)
    assert row.due_at is not None
    told.clock.time = row.due_at - timedelta(seconds=100)
    assert await told.tables.housekeeping.round() in (timedelta(seconds=100), SHARED)


async def test_papers_of_an_hour_are_spread_over_half_of_it(stage: Stage) -> None:
    rows = [await chosen(stage, guild) for guild in range(1, 301)]
    waits = [row.due_at - day_of(2, 8) for row in rows if row.due_at is not None]
    minutes = Counter(int(wait.total_seconds() // 60) for wait in waits)

    assert len(waits) == 300
    assert set(minutes) <= set(range(30))
    assert len(minutes) == 30
    assert max(minutes.values()) < 25


async def test_at_most_two_hundred_papers_are_sent_in_a_round(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those first that have waited longest; the rest in the rounds that follow. Here twenty."""
    assert MOST == 200
    monkeypatch.setattr("metrobot.service.daily.papers.MOST", 20)
    for guild in range(1, 46):
        await scored(stage, somebody(guild), 20, guild=guild)
        await chosen(stage, guild)
    stage.clock.time = day_of(2, 12)
    counts, sent = list[int](), list[DeliveryRow]()
    for _ in range(4):
        await stage.tables.daily.sweep()
        sent = await waiting(stage)
        counts.append(len(sent))

    assert counts == [20, 40, 45, 45]
    assert len({row.guild for row in sent}) == 45
    due = [seconds_late(row.guild or 0) for row in sent]
    assert due == sorted(due)


def seconds_late(guild: int) -> int:
    """Return a server's delay of the paper in seconds, worked out a second time."""
    return int(hashlib.sha256(b"%d" % guild).hexdigest()[:8], 16) % SPREAD


# --- what stops them ---


async def test_a_paper_stops_when_it_is_not_wanted(told: Stage) -> None:
    """Until it is chosen again; it still knows how it was."""
    await chosen(told)
    await scored(told, ANN, 20)
    papers = told.tables.daily.papers
    await papers.stop(GUILD)
    await papers.stop(ELSEWHERE)

    assert await days(told, 2) == []
    row = await papers.of(GUILD)
    assert row is not None
    assert (row.hour, row.zone, row.due_at, row.failed) == (9, BERLIN, None, 0)

    await scored(told, ANN, 20)
    assert (await chosen(told, hour=None, zone=None)).zone == BERLIN
    assert await days(told, 1) == [3]


async def test_three_days_of_refused_papers_stop_it(told: Stage) -> None:
    """The next manager who looks is told why, and has it again by choosing it."""
    await chosen(told)
    told.notifier.failures = {DeliveryKind.PAPER: GONE}
    failed = list[tuple[int, bool]]()
    for _ in range(5):
        await scored(told, ANN, 20)
        await days(told, 1)
        row = await told.tables.daily.papers.of(GUILD)
        assert row is not None
        failed.append((row.failed, row.due_at is not None))

    assert failed == [(1, True), (2, True), (MOST_FAILED, False), (3, False), (3, False)]
    tried = len(told.notifier.tried)
    assert await days(told, 2) == []
    assert len(told.notifier.tried) == tried == MOST_FAILED

    told.notifier.failures = {}
    again = await chosen(told)
    await scored(told, ANN, 20)
    assert again.failed == 0
    assert await days(told, 2) == [8, 9]


async def test_one_paper_that_is_posted_makes_up_for_two_that_were_not(told: Stage) -> None:
    """Only three in a row stop it."""
    await chosen(told)
    for day in range(12):
        told.notifier.failures = {} if day % 3 == 2 else {DeliveryKind.PAPER: GONE}
        await scored(told, ANN, 20)
        await days(told, 1)
    row = await told.tables.daily.papers.of(GUILD)

    assert row is not None
    assert row.due_at is not None
    assert len([kind for kind, _, _ in told.notifier.said if kind == "paper"]) == 4


async def test_a_channel_that_the_bot_may_not_write_in_is_tried_for_three_days(told: Stage) -> None:
    """Each paper some times, as it may be let in again; then it is off."""
    await chosen(told)
    told.notifier.failures = {DeliveryKind.PAPER: LOST}
    for _ in range(9):
        await scored(told, ANN, 20)
        await days(told, 1)
    row = await told.tables.daily.papers.of(GUILD)

    assert row is not None
    assert (row.failed, row.due_at) == (MOST_FAILED, None)
    assert len(told.notifier.tried) <= MOST_FAILED * MOST_TRIES * 2


async def test_a_paper_that_fails_for_a_while_is_posted_later(told: Stage) -> None:
    """Discord has hiccups; that does not count against it."""
    await chosen(told)
    await scored(told, ANN, 20)
    told.notifier.failures = {DeliveryKind.PAPER: HICCUP}
    assert await told_of(told, 36) == []

    told.notifier.failures = {}
    assert await told_of(told, 2) == [1]
    row = await told.tables.daily.papers.of(GUILD)
    assert row is not None
    assert row.failed == 0


async def test_a_server_where_nobody_plays_has_no_paper_after_a_week(told: Stage) -> None:
    """It falls silent by itself, and is back with the first who finishes a line."""
    await chosen(told)
    await scored(told, ANN, 20)
    assert await days(told, 12) == [1, 2, 3, 4, 5, 6, 7]

    number = today(told)
    await begun(told, BOB)
    assert await days(told, 2) == [1, 2, 3, 4, 5, 6, 7]
    await scored(told, BOB, 3, guild=ELSEWHERE)
    assert (await days(told, 2))[7:] == []
    await scored(told, BOB, 3)
    assert (await days(told, 2))[7:] == [number + 4, number + 5]


async def test_who_plays_an_open_line_brings_back_the_paper_about_it(told: Stage) -> None:
    """Not the one that is due before it is over, of which nobody here has played anything."""
    await chosen(told)
    first = await days(told, 10)
    told.clock.time = day_of(12, 7)
    await scored(told, ANN, 20)

    assert first == [1, 2, 3, 4, 5, 6, 7]
    assert await told_of(told, 12) == first
    assert await days(told, 1) == [*first, 12]


async def test_a_day_on_which_the_bot_was_down_has_no_paper(told: Stage) -> None:
    """It is not made up for: one paper comes, about the newest line."""
    await chosen(told)
    await scored(told, ANN, 20)
    told.clock.advance(5 * 86_400)
    assert await told_of(told) == []

    await scored(told, ANN, 20)
    assert await days(told, 1) == [6]


async def test_of_lines_that_were_missed_one_is_told(told: Stage) -> None:
    """The bot was up on those days, and down when their papers were due."""
    await chosen(told)
    for _ in range(4):
        await scored(told, ANN, 20)
        told.clock.advance(86_400)
    told.clock.advance(12 * 3600)

    assert await told_of(told) == [4]
    assert await told_of(told, 12) == [4]


# --- never twice ---


@pytest.mark.parametrize("back", [60, 3600, 86_400, 10 * 86_400])
async def test_a_clock_that_is_set_back_sends_nothing_twice(told: Stage, back: int) -> None:
    """It waits for the clock to pass its former time, even if the hour is changed meanwhile."""
    told.clock.time = day_of(20)
    await chosen(told)
    for _ in range(2):
        await scored(told, ANN, 20)
        await days(told, 1)
    told.clock.time = day_of(22, 9)
    assert await told_of(told) == [20, 21]
    told.clock.jump(-back)
    await told.tables.daily.sweep()
    told.clock.advance(601)
    await chosen(told)

    while told.clock.now() < day_of(22, 9):
        assert await told_of(told, 6) == [20, 21]
    assert await days(told, 1) in ([20, 21, 22], [20, 21])


async def test_a_restart_sends_nothing_twice_and_forgets_nothing(told: Stage) -> None:
    await chosen(told)
    for _ in range(4):
        await scored(told, ANN, 20)
        told.clock.time = day_of(today(told) + 1, 12)
        tables = more_tables(told.store, told.clock)
        for each in (tables, told.tables, tables):
            await each.daily.sweep()

    assert [row.turn for row in await waiting(told)] == [1, 2, 3, 4]


async def test_two_processes_send_one(stage: Stage) -> None:
    async with another(stage) as other:
        for guild in (GUILD, ELSEWHERE):
            await chosen(stage, guild)
        for _ in range(6):
            for guild in (GUILD, ELSEWHERE):
                await scored(stage, somebody(guild), 20, guild=guild)
            stage.clock.time = day_of(today(stage) + 1, 12)
            await asyncio.gather(*(each.daily.sweep() for each in (stage.tables, other)))
        found = Counter((row.guild, row.turn) for row in await waiting(stage))

    assert found == {(guild, n): 1 for guild in (GUILD, ELSEWHERE) for n in range(1, 7)}


async def test_who_chooses_anew_has_each_paper_once(told: Stage) -> None:
    """Another hour or channel, before the paper of the day or after it."""
    told.clock.time = day_of(10, 20)
    await chosen(told)
    await scored(told, ANN, 20)
    told.clock.time = day_of(11, 7)  # line 10 is over, its paper comes at eight
    await chosen(told, hour=11)
    assert await told_of(told, 1.9) == []
    assert await told_of(told, 2) == [10]

    await chosen(told, hour=13)
    await told.tables.daily.papers.stop(GUILD)
    await chosen(told, hour=14)
    assert await told_of(told, 12) == [10]

    told.clock.time = day_of(12, 7)
    await chosen(told, hour=7)  # by now it is eight there
    assert await told_of(told, 0.5) == [10, 11]


async def test_the_first_paper_is_about_the_line_that_is_open(told: Stage) -> None:
    """Not about one that was over before anybody wanted one."""
    told.clock.time = day_of(10, 20)
    await scored(told, ANN, 20)
    told.clock.time = day_of(11, 7)
    await chosen(told)

    assert await told_of(told, 12) == []
    assert await days(told, 1) == [11]


async def test_a_zone_that_is_no_more_holds_up_no_paper(told: Stage) -> None:
    """Zones are renamed now and then: where one is not known, the hour is that of UTC."""
    row = await chosen(told)
    await told.store.papers.save(replace(row, zone="Mars/Olympus_Mons", due_at=day_of(2, 1)))
    await chosen(told, ELSEWHERE)
    for guild in (GUILD, ELSEWHERE):
        await scored(told, somebody(guild), 20, guild=guild)

    assert await days(told, 1) == [1, 1]
    after = await told.tables.daily.papers.of(GUILD)
    assert after is not None
    assert after.due_at is not None
    assert day_of(3, 9) <= after.due_at < day_of(3, 9.5)


# --- what they tell ---


async def test_a_paper_tells_of_those_who_let_others_see_it(told: Stage) -> None:
    """The best first, the others counted; its own streak, the day's line, what binds the next."""
    told.clock.time = day_of(10)
    for who, score in ((ANN, 20), (BOB, 31), (CAT, 25)):
        await scored(told, who, score)
    await scored(told, DAN, 40, guild=ELSEWHERE)
    await told.tables.leaderboards.set_listed(BOB.id, listed=False)
    told.clock.time = day_of(11, 8)
    paper = await told.tables.daily.papers.paper(GUILD, 10)

    assert [(each.name, each.score) for each in paper.results] == [("Cat", 25), ("Ann", 20)]
    assert (paper.others, paper.streak, paper.line.number, paper.today.number) == (1, 1, 10, 11)
    assert list(paper.seal.commitments) == list(range(11, 19))
    assert paper.line.is_closed
    assert (paper.week, paper.best) == (NO_WEEK, None)


async def test_the_paper_after_a_sunday_has_the_week(told: Stage) -> None:
    for number in (10, 11):
        told.clock.time = day_of(number)
        for who in (ANN, BOB):
            await scored(told, who, 20 + number)
        await valued(told, number, 30)
    await told.tables.leaderboards.set_listed(BOB.id, listed=False)
    told.clock.time = day_of(12, 8)
    papers = told.tables.daily.papers

    assert (await papers.paper(GUILD, 10)).week == NO_WEEK
    (found,) = (await papers.paper(GUILD, 11)).week.shown
    assert (found.name, found.against, found.played) == ("Ann", 1, 2)


async def test_no_paper_tells_of_an_open_line(stage: Stage) -> None:
    await scored(stage, ANN, 20)
    assert await refused(stage.tables.daily.papers.paper(GUILD, 1)) == LineKey.STILL_OPEN


async def test_the_best_sheet_is_of_somebody_who_lets_it_be_shown(stage: Stage) -> None:
    """And is listed, and played here: the best of those; nobody's where nobody does."""
    scores, papers, people = dict[str, int](), stage.tables.daily.papers, stage.tables.people
    for which, who in enumerate((ANN, BOB, CAT)):
        run = await played(stage, await begun(stage, who), who, which)
        scores[who.name] = run.row.score or 0
    await played(stage, await begun(stage, DAN, guild=ELSEWHERE), DAN, 7)
    await people.prefer(DAN, show_sheet=True)
    stage.clock.time = day_of(2, 8)
    order = [each.name for each in await stage.tables.daily.standings.finishers(GUILD, 1)]
    by_name = {who.name: who for who in (ANN, BOB, CAT)}

    assert order == sorted(scores, key=lambda name: -scores[name])
    assert (await papers.paper(GUILD, 1)).best is None
    for name in reversed(order):
        await people.prefer(by_name[name], show_sheet=True)
        best = (await papers.paper(GUILD, 1)).best
        assert best is not None
        assert best.play.people[0].name == name
    await stage.tables.leaderboards.set_listed(by_name[order[0]].id, listed=False)
    await people.prefer(by_name[order[1]], show_sheet=False)
    best = (await papers.paper(GUILD, 1)).best
    assert best is not None
    assert best.play.people[0].name == order[2]


async def test_only_what_a_paper_may_show_is_watched(stage: Stage) -> None:
    """One's own run, or one that is shown here; nothing of an open line."""
    run = await played(stage, await begun(stage, ANN), ANN)
    papers, people = stage.tables.daily.papers, stage.tables.people

    async def seen(who: Person, guild: int) -> str:
        try:
            return str((await papers.watched(run.row.id, who, guild)).row.player)
        except Refusal as refusal:
            return refusal.key

    assert await seen(ANN, GUILD) == await seen(BOB, GUILD) == LineKey.STILL_OPEN
    stage.clock.time = day_of(2, 8)
    assert await seen(ANN, ELSEWHERE) == str(ANN.id)
    assert await seen(BOB, GUILD) == LineKey.GONE
    await people.prefer(ANN, show_sheet=True)
    assert await seen(BOB, GUILD) == str(ANN.id)
    assert await seen(BOB, ELSEWHERE) == LineKey.GONE
    await stage.tables.leaderboards.set_listed(ANN.id, listed=False)
    assert await seen(BOB, GUILD) == LineKey.GONE
    await stage.tables.privacy.forget(ANN.id)
    assert await seen(BOB, GUILD) == await seen(ANN, GUILD) == LineKey.GONE
