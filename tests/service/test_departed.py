"""Who has left a server stands in none of its tables; nothing else of them changes."""

import asyncio
from collections.abc import Iterable
from datetime import timedelta
from itertools import pairwise

import pytest
import sqlalchemy as sa

from metrobot.service.model.play import Person, PlayerId
from metrobot.store.schema.standing_tables import members
from metrobot.store.statements.finished import FinishedRow
from metrobot.store.statements.people import MOST_ASKED
from tests.leaderboard_reference import board_of, profile_of, standings_of, stats_after
from tests.service.daily.playing import begun, day_of, played, scored, somebody, valued
from tests.service.stage import ANN, BOB, CAT, DAN, GUILD, Stage

HOUR, DAY = 3600, 86_400
ELSEWHERE = 99


async def told(stage: Stage, who: Iterable[Person], *, there: bool = False) -> None:
    """Note Discord's answers about people."""
    news = {(GUILD, int(each.id)): each.name if there else None for each in who}
    await stage.tables.people.note_members(news)


async def asked(stage: Stage) -> list[tuple[int, tuple[int, ...]]]:
    """Claim all about whom Discord is to be asked at this moment, as a round does."""
    found = list[tuple[int, tuple[int, ...]]]()
    while (claimed := await stage.tables.people.claim_members()) is not None:
        found.append(claimed)
    return found


async def names(stage: Stage, number: int, viewer: Person = DAN) -> list[list[str]]:
    """Return the names in the tables of a line and its week, and in the paper after it."""
    daily = stage.tables.daily
    line = await daily.lines.closed_line(number)
    table = await daily.standings.table(GUILD, line, viewer.id, 9)
    week = await daily.standings.week(GUILD, number, 9)
    paper = await daily.papers.paper(GUILD, number)
    assert (table.total, week.total) == (len(table.shown), len(week.shown))
    assert paper.others == 0
    shown = (table.shown, week.shown, paper.results, paper.week.shown)
    return [[each.name for each in some] for some in shown]


async def test_on_a_leaderboard_places_close_up_and_ratings_stay(stage: Stage) -> None:
    """As if only those were compared who are there; who is back stands where they stood."""
    boards, people = stage.tables.leaderboards, [somebody(number) for number in range(1, 16)]
    games = [([who.id, other.id], [9, 1]) for who, other in pairwise(people)]
    games += [([who.id], [who.id % 7]) for who in people[::2]]
    rows = [
        FinishedRow(number, "toy", {"scores": scores, "winners": [0]}, tuple(some))
        for number, (some, scores) in enumerate(games)
    ]
    known = stats_after(rows)["toy"]
    for who in people:
        await stage.store.people.remember(who.id, who.name)
    await stage.store.ratings.store_stats(GUILD, 0, [], [*known.values()])
    left = [people[0], people[4], people[14]]

    async def check(gone: Iterable[Person]) -> None:
        away, names = {each.id for each in gone}, {int(each.id): each.name for each in people}
        for viewer in (people[0].id, people[3].id, ANN.id):
            there = {who: each for who, each in known.items() if who not in away - {viewer}}
            for number in (0, 1):
                board = await boards.board(GUILD, "toy", viewer, number)
                assert board == board_of("toy", there, names, viewer, number)
        there = {who: each for who, each in known.items() if who not in away - {people[3].id}}
        assert await boards.profile(GUILD, people[3].id) == profile_of({"toy": there}, people[3].id)
        assert (await standings_of(boards, GUILD))["toy"] == known

    await check([])
    await told(stage, left)
    await check(left)
    await told(stage, left[:2], there=True)
    await check(left[2:])


async def test_in_no_table_of_a_line_stands_who_has_left(stage: Stage) -> None:
    """Neither in that of the day and of the week nor in the paper; the others move up."""
    for number in (5, 11):
        stage.clock.time = day_of(number)
        for who, score in ((ANN, 40), (BOB, 39), (CAT, 38)):
            await scored(stage, who, score)
        await valued(stage, number, 30)
    stage.clock.time = day_of(12, 8)
    before = await names(stage, 11)
    await told(stage, [ANN])
    without, own = await names(stage, 11), await names(stage, 11, ANN)
    await told(stage, [ANN], there=True)

    assert before == [["Ann", "Bob", "Cat"]] * 4
    assert without == [["Bob", "Cat"]] * 4
    assert own[0] == ["Ann", "Bob", "Cat"]
    assert await names(stage, 11) == before


async def test_who_has_left_counts_in_what_was_played(stage: Stage) -> None:
    """For their own streak, and for the server's; elsewhere they are listed."""
    for number in (1, 2, 3):
        stage.clock.time = day_of(number)
        for who in (ANN, BOB):
            await scored(stage, who, 20)
            await stage.store.lines.join_place(ELSEWHERE, number, who.id)
    stage.clock.time = day_of(4, 8)
    standings = stage.tables.daily.standings
    before = (await standings.server_streak(GUILD), await standings.streak(ANN.id))
    await told(stage, [ANN])
    line = await stage.tables.daily.lines.closed_line(3)

    assert (await standings.server_streak(GUILD), await standings.streak(ANN.id)) == before
    assert before[0] == 3
    assert (await standings.table(ELSEWHERE, line, DAN.id, 9)).total == 2


async def test_the_paper_shows_no_sheet_of_somebody_who_has_left(stage: Stage) -> None:
    """However good it was; of those who are there the best is shown."""
    for which, who in enumerate((ANN, BOB)):
        await stage.tables.people.prefer(who, show_sheet=True)
        await played(stage, await begun(stage, who), who, which)
    stage.clock.time = day_of(2, 8)
    daily = stage.tables.daily
    first, second = [each.name for each in await daily.standings.finishers(GUILD, 1)]
    await told(stage, [each for each in (ANN, BOB) if each.name == first])
    best = await daily.papers.best(GUILD, 1)

    assert best is not None
    assert best.play.people[0].name == second


async def test_a_name_follows_each_look_up(stage: Stage) -> None:
    """It stays one a person, wherever it was seen; who never played is not stored."""
    await stage.finish(await stage.start(BOB))
    await told(stage, [Person(ANN.id, "Anna")], there=True)
    await told(stage, [CAT], there=True)
    board = await stage.tables.leaderboards.board(GUILD, "toy", BOB.id, 0)

    assert {each.name for each in board.places} == {"Anna", "Bob"}
    assert await stage.store.people.by_id(CAT.id) is None


async def test_of_a_server_at_most_fifty_are_asked_about_within_an_hour(stage: Stage) -> None:
    """And each once a day; those who wait are not forgotten, and hold up no other server."""
    people = [somebody(number) for number in range(1, 3 * MOST_ASKED)]
    for who in people:
        await scored(stage, who, 20)
    await scored(stage, ANN, 20, guild=ELSEWHERE)
    found = list[int]()
    for hour in range(24):
        claimed = await asked(stage)
        here = [who for guild, some in claimed if guild == GUILD for who in some]
        assert len(here) <= MOST_ASKED
        assert [some for guild, some in claimed if guild == ELSEWHERE] == [(ANN.id,)] * (not hour)
        found += here
        stage.clock.advance(HOUR / 2)
        assert await asked(stage) == []
        stage.clock.advance(HOUR / 2 + 1)

    assert sorted(found) == sorted(each.id for each in people)


async def test_several_processes_ask_about_nobody_twice(stage: Stage) -> None:
    """Names that one has taken no other one takes."""
    for number in range(1, 30):
        await scored(stage, somebody(number), 20)
    claims = await asyncio.gather(*(stage.tables.people.claim_members() for _ in range(4)))
    found = [who for claimed in claims if claimed is not None for who in claimed[1]]

    assert sorted(found) == [somebody(number).id for number in range(1, 30)]


@pytest.mark.parametrize("days", [-30, 30])
async def test_a_clock_that_was_wrong_puts_nobody_off(stage: Stage, days: int) -> None:
    """Neither one that was ahead nor one that was behind."""
    await scored(stage, ANN, 20)
    stage.clock.time += timedelta(days=days)
    await asked(stage)
    stage.clock.time -= timedelta(days=days)
    stage.clock.advance(DAY + 1)

    assert await asked(stage) == [(GUILD, (ANN.id,))]


@pytest.mark.scans  # all that there is is looked at
async def test_nobody_is_watched_who_is_compared_with_nobody(stage: Stage) -> None:
    """Neither a computer nor who only opened a lobby, nor anybody forgotten."""
    await stage.finish(await stage.start(BOB))
    await stage.tables.leaderboards.count(GUILD)
    await stage.lobby(CAT)
    await stage.tables.privacy.forget(BOB.id)
    await told(stage, [BOB, CAT])
    rows = sa.select(members.c.player, members.c.left_at)

    found = await stage.store._database.read(lambda link: link.execute(rows).all())
    assert [tuple(row) for row in found] == [(PlayerId(ANN.id), None)]
