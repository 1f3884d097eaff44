"""Seasons: each quarter has standings of its own, and one post once it is over."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations
from math import exp, sqrt
from typing import Any

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection

from metrobot.service.model.play import Person, PlayerId
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.people import leaderboards
from metrobot.service.people.leaderboards import Boards, Leaderboards, load_all
from metrobot.store.migrations.versions.v0021_outvoted import forget_counts
from metrobot.store.schema.rows import ALL_TIME, quarter_of, start_of
from metrobot.store.schema.tables import HAS_ENDED, games, seats
from metrobot.store.statements.figures import UPGRADED
from metrobot.store.statements.finished import FinishedRow, finished_rows
from metrobot.store.statements.ratings import MU, PLACED_AFTER, SIGMA, PlayerStats
from tests.leaderboard_reference import TITLES
from tests.service.daily.playing import another
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GUILD, Stage
from tests.service.test_verdicts import EASY, PAST, A, deviating, skills, without

Skill = tuple[float, float]
FIRST = quarter_of(datetime(2026, 1, 1, tzinfo=UTC))


# --- a second program ---


def plackett_luce(skills: Sequence[Skill], ranks: Sequence[float]) -> list[Skill]:
    """Return skills after a game, by Weng and Lin's algorithm 4 as its paper has it."""
    beta, tau, kappa = 25 / 6, 25 / 300, 0.0001
    known = [(mu, sigma**2 + tau**2) for mu, sigma in skills]
    c = sqrt(sum(variance + beta**2 for _, variance in known))
    strength = [exp(mu / c) for mu, _ in known]
    everybody = range(len(known))
    total = [sum(strength[s] for s in everybody if ranks[s] >= ranks[q]) for q in everybody]
    after = []
    for i, (mu, variance) in enumerate(known):
        omega = delta = 0.0
        for q in everybody:
            if ranks[q] <= ranks[i]:
                share, ties = strength[i] / total[q], ranks.count(ranks[q])
                omega += ((i == q) - share) / ties
                delta += share * (1 - share) / ties
        shrink = 1 - variance / c**2 * delta * sqrt(variance) / c
        after.append((mu + variance / c * omega, sqrt(variance * max(shrink, kappa))))
    return after


def after_leaving(own: Skill, others: Sequence[Skill]) -> Skill:
    """Return the worst that a last place can come to, behind any of the others."""
    rivals = sorted(others, reverse=True)
    groups = (group for n in range(1, len(rivals) + 1) for group in combinations(rivals, n))
    ends = [plackett_luce([*group, own], range(len(group) + 1))[-1] for group in groups]
    return min(ends, key=lambda skill: skill[0] - 3 * skill[1])


def rated(rows: Sequence[FinishedRow], since: datetime | None) -> dict[int, dict[int, Skill]]:
    """Return everybody's skill of all time, and in each season, after some games."""
    boards = defaultdict[int, dict[int, Skill]](dict)
    for row in rows:
        assert row.ended_at is not None
        if row.is_unrated or row.result is None:  # nobody here cancels a game that went on
            continue
        gone = [
            place
            for place, (first, last) in enumerate(zip(row.began, row.people, strict=True))
            if first != last or place in row.clocked
        ]
        season = [] if since and row.ended_at <= since else [quarter_of(row.ended_at)]
        for quarter in (*season, ALL_TIME):
            own = [start(boards, quarter, player) for player in row.began]
            places = TITLES["toy"].places_in(row.result)
            new = {
                place: after_leaving(own[place], [*own[:place], *own[place + 1 :]])
                for place in gone
            }
            if len(stayed := [place for place in range(len(own)) if place not in new]) > 1:
                skills = [own[place] for place in stayed]
                ranks = [places[place] for place in stayed]
                new |= dict(zip(stayed, plackett_luce(skills, ranks), strict=True))
            boards[quarter] |= {row.began[place]: skill for place, skill in new.items()}
    return {quarter: skills for quarter, skills in boards.items() if skills}


def start(boards: Mapping[int, dict[int, Skill]], quarter: int, player: int) -> Skill:
    """Return somebody's skill as it is, or as a season begins."""
    if player in boards[quarter] or quarter == ALL_TIME:
        return boards[quarter].get(player, (MU, SIGMA))
    season, passed = quarter - 1, 1
    while player not in boards[season] and season >= FIRST:
        season, passed = season - 1, passed + 1
    if season < FIRST:
        season, passed = ALL_TIME, 1
    mu, sigma = boards[season].get(player, (MU, SIGMA))
    for _ in range(passed):
        mu, sigma = (mu + MU) / 2, min(SIGMA, sigma * 4 / 3)
    return mu, sigma


# --- a year ---


def forget_all(connection: Connection) -> None:
    """Forget all counts, as a migration does."""
    with Operations.context(MigrationContext.configure(connection)):
        forget_counts()


async def counted(stage: Stage, scores: Leaderboards | None = None, guild: int = GUILD) -> Boards:
    """Count all games of a server, and return all that is stored of them."""
    while await (scores or stage.tables.leaderboards).count(guild):
        pass
    return load_all((await stage.store.ratings.stats_of(guild))[1])


async def ended(stage: Stage, guild: int = GUILD) -> tuple[FinishedRow, ...]:
    here = (HAS_ENDED, games.c.guild == guild)
    return await stage.store._database.read(lambda c: finished_rows(c, here))


async def compared(stage: Stage, guild: int = GUILD) -> Boards:
    """Count on, and anew, and with the second program: all three come to the same."""
    on = await counted(stage, guild=guild)
    await stage.store._database.write(forget_all)
    assert await counted(stage, Leaderboards(stage.store, TITLES), guild) == on
    skills_of = {
        quarter: {player: (row.mu, row.sigma) for player, row in rows.items()}
        for (_, quarter), rows in on.items()
    }
    since = await stage.store.ratings.upgraded_at()
    expected = rated(await ended(stage, guild), since)
    assert skills_of.keys() == expected.keys()
    for quarter, own_skills in expected.items():
        assert skills_of[quarter] == {
            player: pytest.approx(skill) for player, skill in own_skills.items()
        }
    return on


async def one_game(stage: Stage, *others: Person, leaves: int | None = None) -> None:
    """Play a game; for one of the places the clock has played."""
    table = await stage.start(*others)
    if leaves is not None:
        own = (seats.c.game == table.id, seats.c.position == leaves)
        flagged = seats.update().where(*own).values(flags=1)
        await stage.store._database.write(lambda c: c.execute(flagged))
    await stage.finish(table)


@pytest.mark.scans
@pytest.mark.parametrize("steps", [14, pytest.param(60, marks=pytest.mark.long)])
async def test_counted_on_a_year_comes_to_what_it_does_counted_anew(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    """After each step, in heaps too, with an upgrade and people who are forgotten.

    Ratings are also those of a second program.
    """
    monkeypatch.setattr(leaderboards, "AT_ONCE", 3)
    dice = random.Random(steps)
    for step in range(steps):
        stage.clock.advance(timedelta(days=500).total_seconds() / steps)
        others = dice.sample((BOB, CAT, DAN), dice.choice((1, 2, 2)))
        leaves = dice.randrange(len(others) + 1) if dice.random() < 0.3 else None
        await one_game(stage, *others, leaves=leaves)
        if step == steps // 4:
            await stage.store.people.set_memo(UPGRADED, stage.clock.now().isoformat())
            await stage.store._database.write(forget_all)
        if step % 6 == 5:
            await stage.tables.privacy.forget(dice.choice((ANN, BOB, CAT)).id)
        if dice.random() < 0.3:
            continue
        on = await compared(stage)

    assert len({quarter for _, quarter in on}) == 6
    assert any(player < 0 for rows in on.values() for player in rows)


def a_game(number: int, ended_at: datetime, *people: int) -> FinishedRow:
    """Return a game that the first of some people has won."""
    result = {"scores": [9, *[1] * (len(people) - 1)], "winners": [0]}
    return FinishedRow(number, "toy", result, people, ended_at=ended_at)


def test_a_game_belongs_to_the_quarter_of_its_end_whenever_it_is_counted() -> None:
    """To the second, in UTC; what ended before the upgrade belongs to none."""
    start = start_of(FIRST + 1)
    ends = [start - timedelta(seconds=1), start, start_of(FIRST + 2) - timedelta(seconds=1)]
    early, *late = [a_game(number, end, 1, 2) for number, end in enumerate(ends)]
    late_first = leaderboards.stats_after(TITLES, late)

    assert start == datetime(2026, 4, 1, tzinfo=UTC)
    both = leaderboards.stats_after(TITLES, [early], late_first)
    games_of = {quarter: rows[PlayerId(1)].games for (_, quarter), rows in both.items()}
    assert games_of == {FIRST: 1, FIRST + 1: 2, ALL_TIME: 3}
    assert leaderboards.stats_after(TITLES, [early], since=ends[0]).keys() == {("toy", ALL_TIME)}


@pytest.mark.parametrize("skipped", [0, 1, 9])
def test_a_season_begins_half_way_to_the_mean_and_less_sure(skipped: int) -> None:
    """Once for each that has begun, at most as unsure as a beginner; all time goes on."""
    old = PlayerStats("toy", PlayerId(1), games=9, mu=33.0, sigma=3.0, quarter=FIRST)
    boards = {("toy", FIRST): {old.player: old}}
    start = leaderboards._at_start(boards, "toy", FIRST + 1 + skipped, old.player)

    assert start.mu == MU + 8 / 2 ** (1 + skipped)
    assert start.sigma == pytest.approx(min(SIGMA, 3 * (4 / 3) ** (1 + skipped)))
    assert (start.games, start.quarter) == (0, FIRST + 1 + skipped)
    ever = {("toy", ALL_TIME): {old.player: replace(old, quarter=ALL_TIME)}}
    first = leaderboards._at_start(ever, "toy", FIRST + 1 + skipped, old.player)
    assert (first.mu, first.sigma) == (29.0, 4.0)


async def test_who_has_played_three_games_of_a_season_has_a_place(stage: Stage) -> None:
    """Before that they see how many are missing; all time needs one."""
    for _ in range(PLACED_AFTER):
        await one_game(stage, BOB, *([CAT] if _ else []))
    board = await stage.tables.leaderboards.board(GUILD, "toy", CAT.id, 0, FIRST)
    ever = await stage.tables.leaderboards.board(GUILD, "toy", CAT.id, 0)

    assert {entry.name for entry in board.places} == {"Ann", "Bob"}
    assert board.own is not None
    assert (board.own.place, board.own.standing.games) == (None, 2)
    assert len(ever.places) == 3


@pytest.mark.parametrize("seed", range(8))
def test_nothing_that_one_person_does_alone_changes_the_season_of_another(seed: int) -> None:
    """Leaving, covers, computers and cancelling over a year, as in the ratings of all time."""
    dice = random.Random(seed)
    moments = [start_of(FIRST) + timedelta(days=12 * number) for number in range(30)]
    rows = [replace(deviating(dice), ended_at=moment) for moment in moments]
    among = [(row, without(A, row)) for row in rows if EASY not in row.began]
    rest = [replace(kept, ended_at=row.ended_at) for row, kept in among if kept is not None]
    own, without_her = (
        {board: skills(rows) for board, rows in leaderboards.stats_after(TITLES, games).items()}
        for games in ((*PAST, *rows), (*PAST, *rest))
    )

    assert len(without_her) > 3
    assert {board: own[board] for board in without_her} == without_her


# --- its end ---


async def after_season(stage: Stage, paper: bool = True) -> None:
    """Play three games in the last days of a season, and pass to the morning after it."""
    stage.clock.time = start_of(FIRST + 1) - timedelta(days=3)
    if paper:
        await stage.tables.daily.papers.choose(GUILD, CHANNEL + 7, 9, "UTC")
    for _ in range(PLACED_AFTER):
        await one_game(stage, BOB)
        stage.clock.advance(3600)
    stage.clock.time = start_of(FIRST + 1) + timedelta(hours=10)


async def posts(stage: Stage) -> list[Any]:
    """Return the posts about seasons that are to be posted, or were."""
    rows = await stage.store.outbox.every_pending()
    return [row for row in rows if row.kind == DeliveryKind.SEASON]


async def test_a_season_that_is_over_is_told_once_where_the_paper_goes(stage: Stage) -> None:
    """Also by two processes, however often they look, and with a clock that is set back."""
    await after_season(stage)
    async with another(stage) as other:
        for _ in range(4):
            await asyncio.gather(stage.tables.daily.sweep(), other.daily.sweep())
        stage.clock.time -= timedelta(days=2)
        await stage.tables.daily.sweep()
        for _ in range(9):
            stage.clock.advance(86_400)
            await asyncio.gather(stage.tables.daily.sweep(), other.daily.sweep())

    found = [(row.guild, row.channel, row.turn) for row in await posts(stage)]
    assert found == [(GUILD, CHANNEL + 7, FIRST)]


async def test_a_clock_that_is_ahead_for_a_moment_ends_no_season(stage: Stage) -> None:
    """Nor does it take the post from the season once that is over."""
    stage.clock.time = start_of(FIRST + 1) - timedelta(days=3)
    await stage.tables.daily.papers.choose(GUILD, CHANNEL + 7, 9, "UTC")
    await one_game(stage, BOB)
    stage.clock.advance(2 * 86_400)
    stage.clock.jump(100 * 86_400)
    await stage.tables.daily.sweep()
    assert await posts(stage) == []
    stage.clock.jump(-100 * 86_400)
    for _ in range(4):
        stage.clock.advance(86_400)
        await stage.tables.daily.sweep()

    assert [row.turn for row in await posts(stage)] == [FIRST]


@pytest.mark.parametrize("is_off", [True, False])
async def test_without_a_paper_it_is_told_nowhere(stage: Stage, is_off: bool) -> None:
    """Whether there was never one, or it is off."""
    await after_season(stage, paper=is_off)
    if is_off:
        await stage.tables.daily.papers.stop(GUILD)
    await stage.tables.daily.sweep()

    assert await posts(stage) == []


async def test_a_bot_that_was_away_tells_of_the_last_season_alone(stage: Stage) -> None:
    """The others are no news."""
    await after_season(stage)
    stage.clock.time = start_of(FIRST + 3) + timedelta(days=2, hours=10)
    await stage.tables.daily.sweep()

    assert [row.turn for row in await posts(stage)] == [FIRST + 2]
    assert await stage.tables.seasons.season(GUILD, FIRST + 2) is None


async def test_the_post_tells_three_names_of_each_title_and_two_games(stage: Stage) -> None:
    """Of people who let others see them and are there; the longest and the closest game."""
    stage.clock.time = start_of(FIRST + 1) - timedelta(days=40)
    table = await stage.start(CAT, DAN)
    stage.clock.advance(timedelta(days=12.5).total_seconds())
    await stage.finish(table)
    await after_season(stage)
    await one_game(stage, BOB, CAT)
    await counted(stage)

    season = await stage.tables.seasons.season(GUILD, FIRST)
    await stage.store.ratings.set_listed(DAN.id, listed=False)
    await stage.store.ratings.set_listed(BOB.id, listed=False)
    hidden = await stage.tables.seasons.season(GUILD, FIRST)

    assert season is not None
    assert hidden is not None
    assert season.games == 4  # one ended in the next season
    assert {entry.name for entry in season.boards[0].places} == {"Ann", "Bob"}
    assert season.longest is not None
    assert (season.longest.time.days, season.longest.names) == (12, ("Ann", "Cat", "Dan"))
    assert season.closest is not None
    scores = [sorted((row.result or {})["scores"]) for row in await ended(stage)]
    assert season.closest.gap == min(best - second for *_, second, best in scores)
    assert [entry.name for entry in hidden.boards[0].places] == ["Ann"]
    assert hidden.longest == season.longest._replace(names=())
