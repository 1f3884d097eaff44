"""Standings: games, wins and ratings, counted from finished games."""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from metrobot.service.model.computers import free_computer
from metrobot.service.model.play import PlayerId
from metrobot.service.people import leaderboards
from metrobot.service.people.leaderboards import ON_LOOP, Leaderboards, Standings
from metrobot.service.upkeep.housekeeping import SOON
from metrobot.store.schema.rows import NOBODY
from metrobot.store.schema.tables import HAS_ENDED, games
from metrobot.store.statements.finished import FinishedRow, finished_rows
from metrobot.store.statements.ratings import BASE, ComputerStats
from tests.leaderboard_reference import (
    TITLES,
    board_of,
    leaders,
    profile_of,
    soloists,
    standings_of,
    stats_after,
)
from tests.service.stage import ANN, BOB, CAT, CHANNEL, GUILD, Stage

A, B, C = PlayerId(1), PlayerId(2), PlayerId(3)


def game(
    number: int, people: Sequence[int], scores: Sequence[int], winners: Sequence[int]
) -> FinishedRow:
    return FinishedRow(
        number, "toy", {"scores": list(scores), "winners": list(winners)}, tuple(people)
    )


def test_games_wins_points_and_the_best_game_are_counted() -> None:
    found = stats_after([game(1, [A, B], [10, 5], [0]), game(2, [B, A], [8, 4], [0])])["toy"]

    ann = found[A]
    assert (ann.games, ann.wins, ann.points, ann.best) == (2, 1, 14, 10)


def test_a_shared_win_counts_for_each() -> None:
    found = stats_after([game(1, [A, B, C], [7, 7, 3], [0, 1])])["toy"]

    assert [found[each].wins for each in (A, B, C)] == [1, 1, 0]


def test_a_vacant_seat_is_nobody() -> None:
    """It is on no board, whatever it has won; those who played against it have played."""
    row = game(1, [A, PlayerId(NOBODY), C], [3, 9, 2], [1])
    found = stats_after([replace(row, departed=((1, B),))])["toy"]

    assert found.keys() == {A, B, C}
    assert [(found[each].games, found[each].wins) for each in (A, C)] == [(1, 0), (1, 0)]


def test_who_wins_stands_before_who_loses() -> None:
    """The rating follows the places, and the leaderboard the rating."""
    found = stats_after([game(1, [A, B, C], [3, 9, 6], [1])])["toy"]

    assert [each.player for each in leaders(found)] == [B, C, A]
    assert found[B].rating > found[C].rating > found[A].rating


def test_the_winner_is_first_even_with_as_many_points() -> None:
    """A tie that the rules broke is no tie."""
    found = stats_after([game(1, [A, B], [7, 7], [1])])["toy"]

    assert found[B].mu > found[A].mu


def test_a_tie_that_the_rules_break_is_none_behind_the_winner_either() -> None:
    """Each title reads its places in the record: in Metrolijn fewer empty stations (ML §7.2)."""
    sheets = [{"lines": 9, "transfers": 0, "empty": n, "minus": n // 2} for n in (3, 2, 0)]
    result = {"scores": [8, 8, 9], "winners": [2], "sheets": sheets}

    found = stats_after([FinishedRow(1, "metrolijn", result, (A, B, C))])["metrolijn"]

    assert [each.player for each in leaders(found)] == [C, B, A]
    assert found[B].mu > found[A].mu


def test_a_win_against_the_strong_lifts_more() -> None:
    """Cat beats Ann, who has always won, or Bob, who never has."""
    past = [game(n, [A, B], [9, 1], [0]) for n in range(1, 6)]

    strong = stats_after([*past, game(9, [A, C], [1, 9], [1])])["toy"][C].rating
    weak = stats_after([*past, game(9, [B, C], [1, 9], [1])])["toy"][C].rating

    assert strong > weak


def test_somebody_new_begins_at_the_base() -> None:
    """Before the first game with others nothing is known of anybody."""
    assert stats_after([game(1, [A], [31], [0])])["toy"][A].rating == BASE


def test_a_game_alone_has_no_rating_and_no_win() -> None:
    ann = stats_after([game(1, [A], [31], [0]), game(2, [A], [40], [0])])["toy"][A]

    assert (ann.games, ann.wins, ann.solo_games, ann.solo_points, ann.solo_best) == (
        0,
        0,
        2,
        71,
        40,
    )
    assert leaders({A: ann}) == []
    assert [each.solo_best for each in soloists({A: ann})] == [40]


def test_titles_are_counted_apart() -> None:
    """An expert in one game may be new to another."""
    other = FinishedRow(2, "other", {"scores": [1, 2], "winners": [1]}, (A, B))

    found = stats_after([game(1, [A, B], [10, 5], [0]), other])

    assert found["toy"][A].wins == 1
    assert found["other"][A].wins == 0


async def test_a_finished_game_counts_on_its_server(stage: Stage) -> None:
    nothing = await standings_of(stage.tables.leaderboards, GUILD)
    await stage.finish(await stage.start(BOB))

    found = await standings_of(stage.tables.leaderboards, GUILD)

    assert nothing == {}
    assert {each.player: each.games for each in leaders(found["toy"])} == {ANN.id: 1, BOB.id: 1}
    assert await standings_of(stage.tables.leaderboards, GUILD + 1) == {}


async def test_a_cancelled_game_does_not_count(stage: Stage) -> None:
    """An abandoned game says nothing about anybody."""
    table = await stage.take(await stage.start(BOB), 2)
    await stage.tables.cancel(CHANNEL, ANN, may_manage=True)

    assert table.status == "running"
    assert await standings_of(stage.tables.leaderboards, GUILD) == {}


@pytest.mark.parametrize("listed", [True, False])
async def test_who_leaves_the_board_has_no_name_on_it(stage: Stage, listed: bool) -> None:
    """Their games go on to count for the others."""
    await stage.finish(await stage.start(BOB))

    await stage.tables.leaderboards.set_listed(ANN.id, listed=listed)

    board = await stage.tables.leaderboards.board(GUILD, "toy", BOB.id, 0)
    assert {place.name for place in board.places} == {*(["Ann"] if listed else []), "Bob"}
    assert await stage.tables.leaderboards.is_listed(ANN.id) is listed
    assert len((await standings_of(stage.tables.leaderboards, GUILD))["toy"]) == 2


async def test_standings_that_are_counted_on_are_those_counted_anew(stage: Stage) -> None:
    for number in range(6):
        await stage.finish(await stage.start(*(BOB, CAT)[: 1 + number % 2]))
        if number % 3 == 0:
            await stage.tables.leaderboards.count(GUILD)
        if number == 4:
            await stage.tables.privacy.forget(CAT.id)
    ended = (HAS_ENDED, games.c.guild == GUILD)
    anew = stats_after(await stage.store._database.read(lambda c: finished_rows(c, ended)))
    again = Leaderboards(stage.store, TITLES)

    assert await standings_of(stage.tables.leaderboards, GUILD) == anew
    assert await standings_of(again, GUILD) == anew
    assert min(anew["toy"]) < 0  # somebody of no name
    assert (await stage.store.ratings.stats_of(GUILD))[0] == 6
    assert not await stage.store.ratings.is_behind(GUILD)


async def test_two_processes_count_each_game_once(stage: Stage) -> None:
    await stage.finish(await stage.start(BOB))
    found = await asyncio.gather(
        *(standings_of(Leaderboards(stage.store, TITLES), GUILD) for _ in range(4))
    )

    assert [each["toy"][ANN.id].games for each in found] == [1, 1, 1, 1]


async def test_a_game_that_was_counted_between_two_reads_is_not_counted_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row read before the other count is out of date by then."""
    await stage.finish(await stage.start(BOB))
    slow, quick = (Leaderboards(stage.store, TITLES) for _ in range(2))
    uncounted, read = stage.store.ratings.uncounted, list[int]()

    async def overtaken(guild: int, most: int) -> tuple[FinishedRow, ...]:
        found = await uncounted(guild, most)
        read.append(len(found))
        if len(read) == 1:
            await quick.count(guild)
        return found

    monkeypatch.setattr(stage.store.ratings, "uncounted", overtaken)
    await slow.count(GUILD)

    assert read[0] == 1
    assert (await standings_of(slow, GUILD))["toy"][ANN.id].games == 1


async def test_a_heap_of_games_is_counted_beside_the_event_loop(stage: Stage) -> None:
    """As after an upgrade: none of them was counted before."""
    for _ in range(ON_LOOP + 1):
        await stage.finish(await stage.start(BOB))
    found = await standings_of(stage.tables.leaderboards, GUILD)

    assert found["toy"][ANN.id].games == ON_LOOP + 1


async def test_a_heap_is_counted_in_rounds_and_the_board_says_so_meanwhile(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some at a time when somebody asks, and some in each round, which comes again soon."""
    monkeypatch.setattr(leaderboards, "AT_ONCE", 2)
    for _ in range(7):
        await stage.finish(await stage.start(BOB))
    scores, pauses = stage.tables.leaderboards, list[timedelta]()
    monkeypatch.setattr(stage.tables, "_hurry", pauses.append)

    asked = await scores.board(GUILD, "toy", ANN.id, 0)
    counted = list[int]()
    while await scores.is_behind(GUILD):
        await stage.tables.housekeeping.round()
        counted.append((await stage.store.ratings.stats_of(GUILD))[0])
    again = await scores.board(GUILD, "toy", ANN.id, 0)

    assert asked.is_behind
    assert [each.standing.games for each in asked.places] == [2, 2]
    assert counted == [4, 6, 7]
    assert pauses == [SOON, SOON]
    assert not again.is_behind
    assert [each.standing.games for each in again.places] == [7, 7]


async def test_rounds_count_the_games_of_all_servers(stage: Stage) -> None:
    tables = stage.tables
    for guild in (GUILD, GUILD + 1):
        await tables.lobbies.open(guild=guild, channel=guild, host=ANN, title="toy", capacity=None)
        await tables.lobbies.at(guild).join(BOB, 500)
        await stage.finish(
            await tables.lobbies.at(guild).start(ANN.id, may_manage=False, interaction=900)
        )

    assert [await tables.leaderboards.count_due() for _ in range(3)] == [True, False, False]
    assert [await tables.leaderboards.is_behind(guild) for guild in (GUILD, GUILD + 1)] == [
        False,
        False,
    ]


def test_a_game_with_a_computer_counts_apart() -> None:
    """By the levels that sat there; no rating, no win, no points follow from it."""
    easy, strong = (free_computer(level, ()) for level in ("easy", "strong"))
    assert easy is not None
    assert strong is not None
    people = [A, B, easy.id, strong.id]
    rows = [
        replace(game(number, people, [9, 5, 3, 9], winners), computed=True)
        for number, winners in enumerate(([0, 3], [1], [2]), start=1)
    ]

    found = stats_after(rows)["toy"]

    assert found[A].against == {"easy": ComputerStats(3, 1), "strong": ComputerStats(3, 1)}
    assert found[B].against == {"easy": ComputerStats(3, 1), "strong": ComputerStats(3, 1)}
    assert found.keys() == {A, B}
    assert leaders(found) == []
    assert found[A].rating == BASE


def test_who_was_covered_at_the_end_has_not_played() -> None:
    computer = free_computer("fair", ())
    assert computer is not None
    row = game(1, [A, B, computer.id], [9, 5, 3], [0])

    found = stats_after([replace(row, computed=True, covered=frozenset({0}))])["toy"]

    assert found.keys() == {B}
    assert found[B].against == {"fair": ComputerStats(1, 0)}


def crowd(count: int) -> dict[str, Standings]:
    """Return the standings of many people, some of them lone players."""
    chooser = random.Random(count)
    rows = []
    for number in range(1, 4 * count):
        people = chooser.sample(range(1, count + 1), chooser.choice((1, 2, 2, 3)))
        scores = [chooser.randrange(20) for _ in people]
        rows.append(game(number, people, scores, [scores.index(max(scores))]))
    return stats_after(rows)


async def test_the_database_ranks_as_is_meant(stage: Stage) -> None:
    """Pages, places, one's own place and the best alone; some show themselves to nobody."""
    found = crowd(30)["toy"]
    # Some share a place, and one was forgotten.
    twins = {PlayerId(each): replace(found[A], player=PlayerId(each)) for each in (40, 41)}
    standings = {**found, **twins, PlayerId(-7): replace(found[B], player=PlayerId(-7))}
    for player in standings:
        await stage.store.people.remember(player, f"P{player}")
    hidden = (PlayerId(3), PlayerId(4), PlayerId(40))
    for player in hidden:
        await stage.store.ratings.set_listed(player, listed=False)
    await stage.store.ratings.store_stats(GUILD, 0, [], [*standings.values()])
    names = {int(each): f"P{each}" for each in standings if each not in hidden and each > 0}

    for number in (0, 1, 2, 3, 99):
        for viewer in (PlayerId(3), PlayerId(17), PlayerId(99)):
            board = await stage.tables.leaderboards.board(GUILD, "toy", viewer, number)
            assert board == board_of("toy", standings, names, viewer, number)
    for player in standings:
        profile = await stage.tables.leaderboards.profile(GUILD, player)
        assert profile == profile_of({"toy": standings}, player)
    assert await stage.tables.leaderboards.played_most(GUILD) == "toy"
    assert await stage.tables.leaderboards.played_most(GUILD + 1) is None
