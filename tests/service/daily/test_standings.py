"""How people and servers stand: streaks, tables, the week, how many were beaten."""

from dataclasses import replace

import pytest
import sqlalchemy as sa

from metrobot.service.daily import timetable
from metrobot.service.daily.streaks import NO_WEEK
from metrobot.service.model.play import Person
from metrobot.store.statements.daily.lines import note_line
from metrobot.store.statements.daily.runs import RunRow, begin_run
from tests.service.daily.playing import (
    begun,
    day_of,
    ended,
    passed,
    scored,
    somebody,
    standings_on,
    today,
    valued,
)
from tests.service.stage import ANN, BOB, CAT, DAN, GUILD, Stage

ELSEWHERE = 99
SUNDAY = 11
"""Number of a line of a Sunday; the week before it is 5 to 10."""


async def days_of(stage: Stage, who: Person, days: str) -> None:
    """Advance by days: x finished, b begun, - not begun, D the bot is down; end on the next one."""
    for each in days:
        if each != "D":
            await stage.tables.daily.sweep()
        if each == "x":
            await scored(stage, who, 20)
        if each == "b":
            await begun(stage, who)
        stage.clock.advance(86_400)
    await stage.tables.daily.sweep()


async def length(stage: Stage, who: Person = ANN) -> int:
    """Return the length of somebody's streak, read anew."""
    return (await standings_on(stage).streak(who.id)).length


# --- streaks ---


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ("", 0),
        ("---", 0),
        ("--x", 1),
        ("xx-x", 1),
        ("xxb", 0),
        ("xxDDx", 3),
        ("xxDD-", 0),
        ("xxxxxxxDbx", 8),
        ("bxx", 2),
    ],
)
async def test_a_streak_counts_lines_not_dates(stage: Stage, days: str, expected: int) -> None:
    """Days on which the bot was down are none; begun and not finished is missed."""
    stage.clock.time = day_of(40, 20)
    await days_of(stage, ANN, days)

    assert await length(stage) == expected


async def test_yesterdays_line_is_not_missed_while_it_can_be_finished(stage: Stage) -> None:
    """Until six; what is finished then counts as if it had been before midnight."""
    await days_of(stage, ANN, "xxx")
    number = today(stage)
    run = await begun(stage, ANN)
    await begun(stage, BOB)
    stage.clock.time = day_of(number + 1, 5.9)
    await stage.tables.daily.sweep()

    assert await length(stage) == 3

    await ended(stage, run, 1)
    assert await length(stage) == 4

    stage.clock.time = day_of(number + 1, 6)
    assert await length(stage) == 4


async def test_at_six_a_line_that_is_not_finished_is_missed(stage: Stage) -> None:
    """Not before, and whether or not it was begun."""
    await days_of(stage, ANN, "xxx")
    number = today(stage)
    await begun(stage, ANN)
    stage.clock.time = day_of(number + 1, 6)

    assert await length(stage) == 0


async def test_lines_before_somebodys_first_are_not_missed(stage: Stage) -> None:
    """A late beginner's streak counts from their first line."""
    await days_of(stage, BOB, "xxxxxxxxxx")
    await days_of(stage, ANN, "xxxx")

    assert (await length(stage), await length(stage, BOB)) == (4, 0)


async def test_a_past_line_mends_no_streak(stage: Stage) -> None:
    await days_of(stage, ANN, "xx-")
    number = today(stage) - 1
    stage.clock.advance(86_400)
    run = await stage.tables.daily.runs.begin_past(number, ANN, guild=GUILD)
    await ended(stage, run, 99)

    assert await length(stage) == 0
    assert await stage.tables.daily.standings.finishers(GUILD, number) == ()
    assert await stage.tables.daily.standings.beaten(number, 100, BOB.id) == (0, 0)


async def test_a_server_has_a_streak_when_two_have_finished(stage: Stage) -> None:
    """Two of its own: one who plays twice is one, and those of other servers are none."""
    standings = stage.tables.daily.standings
    for who in (ANN, BOB):
        await scored(stage, who, 20)
    stage.clock.advance(86_400)
    for who in (ANN, CAT):
        await scored(stage, who, 20)

    assert await standings.server_streak(GUILD) == 2
    assert await standings.server_streak(ELSEWHERE) == 0

    stage.clock.advance(86_400)
    await scored(stage, ANN, 20)
    await scored(stage, BOB, 20, guild=ELSEWHERE)
    assert await standings.server_streak(GUILD) == 2

    await begun(stage, BOB, guild=GUILD)
    assert await standings.server_streak(GUILD) == 3
    assert await standings.server_streak(ELSEWHERE) == 0

    await passed(stage, 1)
    assert await standings.server_streak(GUILD) == 3
    stage.clock.time = day_of(today(stage) + 1, 6)
    assert await standings.server_streak(GUILD) == 0


async def test_a_servers_streak_may_be_as_long_as_it_likes(stage: Stage) -> None:
    """Longer than what is read at once, the bot having been down now and then."""
    row, first, last = (await stage.tables.daily.lines.today()).row, 500, 700
    down = {number for number in range(first, last) if number % 13 == 0}
    for who in (ANN, BOB):
        await stage.store.people.remember(who.id, who.name)

    def fill(connection: sa.Connection) -> None:
        for number in range(first, last):
            if number in down:
                continue
            note_line(connection, replace(row, number=number))
            for who in (ANN, BOB)[: 1 if number == 522 else 2]:
                at = day_of(number)
                new = RunRow(
                    kind="line",
                    of=number,
                    player=who.id,
                    turns=1,
                    status="over",
                    score=9,
                    empty=0,
                    compared=True,
                    begun_at=at,
                    over_at=at,
                )
                begin_run(connection, new, who.name, salt="1", guild=GUILD, mark="")

    await stage.store._database.write(fill)
    stage.clock.time = day_of(last - 1)

    expected = last - 523 - sum(number > 522 for number in down)
    assert await stage.tables.daily.standings.server_streak(GUILD) == expected > 160


# --- tables ---


async def made(stage: Stage, who: Person, score: int, empty: int = 0, guild: int = GUILD) -> None:
    """Finish today's line for somebody, with a number of stations left empty."""
    await ended(stage, await begun(stage, who, guild=guild), score, empty)
    stage.clock.advance(1)


async def test_a_table_has_the_best_first(stage: Stage) -> None:
    """Equal scores go by fewer empty stations, then by time; unfinished runs are not in."""
    number = today(stage)
    for who, score, empty in ((ANN, 20, 5), (BOB, 31, 9), (CAT, 20, 4), (DAN, 20, 5)):
        await made(stage, who, score, empty)
    await begun(stage, somebody(1))
    await made(stage, somebody(2), 50, guild=ELSEWHERE)
    found = await stage.tables.daily.standings.finishers(GUILD, number)

    assert [(each.name, each.score, each.empty) for each in found] == [
        ("Bob", 31, 9),
        ("Cat", 20, 4),
        ("Ann", 20, 5),
        ("Dan", 20, 5),
    ]
    assert await stage.tables.daily.standings.finishers(GUILD, number + 1) == ()


async def test_who_hides_is_marked_in_tables(stage: Stage) -> None:
    await made(stage, ANN, 20)
    await made(stage, BOB, 21)
    await stage.tables.leaderboards.set_listed(BOB.id, listed=False)
    found = await stage.tables.daily.standings.finishers(GUILD, today(stage))

    assert [(each.name, each.listed) for each in found] == [("Bob", False), ("Ann", True)]


async def test_a_line_begun_on_two_servers_is_told_of_on_both(stage: Stage) -> None:
    await begun(stage, ANN)
    await begun(stage, ANN, guild=ELSEWHERE)
    await made(stage, ANN, 20, guild=ELSEWHERE)

    for guild in (GUILD, ELSEWHERE):
        (found,) = await stage.tables.daily.standings.finishers(guild, today(stage))
        assert (found.name, found.score) == ("Ann", 20)


async def test_nobody_is_compared_with_themselves_or_with_new_accounts(stage: Stage) -> None:
    """Nor with runs that are not finished; of those with fewer points it is told how many."""
    number, beaten = today(stage), stage.tables.daily.standings.beaten
    assert await beaten(number, 10, ANN.id) == (0, 0)

    for place, score in enumerate((5, 10, 15, 20)):
        await made(stage, somebody(place), score)
    await begun(stage, somebody(9))
    new = await stage.tables.daily.runs.begin(number, BOB, guild=GUILD, interaction=1, is_new=True)
    await ended(stage, new, 2)

    assert await beaten(number, 15, somebody(2).id) == (2, 3)
    assert await beaten(number, 5, somebody(0).id) == (0, 3)
    assert await beaten(number, 20, somebody(3).id) == (3, 3)
    assert await beaten(number, 99, BOB.id) == (4, 4)
    assert await beaten(number + 1, 99, BOB.id) == (0, 0)


# --- the week ---


async def week_of(stage: Stage, number: int = SUNDAY) -> list[tuple[str, int, int]]:
    """Return the week of a line: names, against par, how many were finished."""
    found = await stage.tables.daily.standings.week(GUILD, number, 9)
    return [(each.name, each.against, each.played) for each in found.shown]


async def played_week(stage: Stage, scores: dict[Person, dict[int, int]], *, par: int = 30) -> None:
    """Advance by a week to its end, each line of it worth the same, easy's 12."""
    for number in timetable.week_of(SUNDAY):
        stage.clock.time = day_of(number)
        await stage.tables.daily.sweep()
        for who, of in scores.items():
            if number in of:
                await scored(stage, who, of[number])
        await valued(stage, number, par, easy=12)
    stage.clock.time = day_of(SUNDAY + 1, 6)


async def test_of_a_week_the_best_five_lines_count_against_par(stage: Stage) -> None:
    scores = dict(zip(timetable.week_of(SUNDAY), (30, 35, 10, 33, 29, 31, 11), strict=True))
    await played_week(stage, {ANN: scores})

    assert await week_of(stage) == [("Ann", 0 + 5 + 3 - 1 + 1, 7)]


async def test_a_missed_line_counts_as_the_easy_computers(stage: Stage) -> None:
    """A player with fewer than five lines has some of those; begun and unfinished is missed."""
    await played_week(stage, {ANN: {5: 40, 8: 31, 9: 33}, BOB: {5: 5, 11: 4}, CAT: {}})

    assert await week_of(stage) == [("Ann", 10 + 1 + 3 - 2 * 18, 3), ("Bob", -5 * 18, 2)]


async def test_lines_without_par_count_for_nobody(stage: Stage) -> None:
    """Neither for who has finished them nor against who has not."""
    await played_week(stage, {ANN: {5: 40, 6: 90}, BOB: {5: 20, 7: 90}})
    for number in (6, 7, 8, 9, 10):
        row = await stage.store.lines.by_number(number)
        assert row is not None
        await stage.store.lines.store_par(replace(row, par=None, easy=None))

    assert await week_of(stage) == [("Ann", 10 - 18, 1), ("Bob", -10 - 18, 1)]


async def test_open_lines_and_other_weeks_are_not_in_a_week(stage: Stage) -> None:
    """Even players who have finished them have to wait: their points are still secret."""
    await played_week(stage, {ANN: {5: 40, 6: 40}, BOB: {6: 50}})
    stage.clock.time = day_of(6, 12)

    assert await week_of(stage, 6) == [("Ann", 10, 1)]

    stage.clock.time = day_of(7, 6)
    assert await week_of(stage, 5) == await week_of(stage, 7) == [("Ann", 20, 2), ("Bob", 2, 1)]
    stage.clock.time = day_of(30)
    assert await week_of(stage, 4) == await week_of(stage, 12) == []


async def test_days_on_which_the_bot_was_down_cost_nobody_anything(stage: Stage) -> None:
    """There was no line to miss."""
    for number in (5, 9):
        stage.clock.time = day_of(number)
        await scored(stage, ANN, 31)
        await valued(stage, number, 30)
    stage.clock.time = day_of(12)

    assert await week_of(stage) == [("Ann", 2, 2)]


async def test_a_week_has_the_best_first_and_those_of_this_server(stage: Stage) -> None:
    """Equal sums go by name; hidden players are counted, as are those beyond the most."""
    await played_week(stage, {CAT: {5: 33}, BOB: {6: 33}, DAN: {5: 33, 7: 30}, ANN: {5: 1}})
    await stage.tables.leaderboards.set_listed(BOB.id, listed=False)
    standings = stage.tables.daily.standings

    assert [each[0] for each in await week_of(stage)] == ["Dan", "Cat", "Ann"]
    for most in (1, 2, 3):
        found = await standings.week(GUILD, SUNDAY, most)
        assert [each.name for each in found.shown] == ["Dan", "Cat", "Ann"][:most]
        assert found.total == 4
    assert await standings.week(ELSEWHERE, SUNDAY, 9) == NO_WEEK


async def test_what_is_remembered_of_a_week_follows_its_people(stage: Stage) -> None:
    """Hiding, renaming or forgetting somebody changes it, and so does a new par."""
    await played_week(stage, {ANN: {5: 40}, BOB: {5: 39}, CAT: {5: 38}})
    before = await week_of(stage)
    await stage.tables.leaderboards.set_listed(ANN.id, listed=False)
    await stage.store.people.rename(BOB.id, "Bill")
    hidden = await week_of(stage)
    await valued(stage, 5, 20, easy=12)
    worth = await week_of(stage)
    await stage.tables.privacy.forget(BOB.id)
    found = await stage.tables.daily.standings.week(GUILD, SUNDAY, 9)

    assert [each[0] for each in before] == ["Ann", "Bob", "Cat"]
    assert [each[0] for each in hidden] == ["Bill", "Cat"]
    assert [each[1] - was[1] for each, was in zip(worth, hidden, strict=True)] == [10, 10]
    assert ([each.name for each in found.shown], found.total) == (["Cat"], 2)


async def test_a_streak_of_a_server_ends_before_who_is_forgotten(stage: Stage) -> None:
    for number in range(1, 6):
        stage.clock.time = day_of(number, 12)
        await stage.tables.daily.sweep()
        for who in (ANN, BOB):
            await scored(stage, who, 20)
    before = await stage.tables.daily.standings.server_streak(GUILD)
    await stage.tables.privacy.forget(BOB.id)

    assert (before, await stage.tables.daily.standings.server_streak(GUILD)) == (5, 0)


async def test_of_a_large_table_as_many_are_read_as_are_shown(stage: Stage) -> None:
    """The best; before somebody has finished it themselves, in an order that tells no points."""
    for place in range(6):
        await made(stage, somebody(place), 10 + place)
    line, standings = await stage.tables.daily.lines.today(), stage.tables.daily.standings
    seen = await standings.table(GUILD, line, somebody(0).id, 3)
    hidden = await standings.table(GUILD, line, ANN.id, 3)

    assert (seen.sees, seen.total, [each.score for each in seen.shown]) == (True, 6, [15, 14, 13])
    assert (hidden.sees, hidden.total) == (False, 6)
    assert [each.player for each in hidden.shown] == [somebody(place).id for place in range(3)]


async def test_a_server_that_is_joined_late_has_the_score_too(stage: Stage) -> None:
    await made(stage, ANN, 20)
    await begun(stage, ANN, guild=ELSEWHERE)
    (found,) = await stage.tables.daily.standings.finishers(ELSEWHERE, today(stage))

    assert (found.name, found.score) == ("Ann", 20)
