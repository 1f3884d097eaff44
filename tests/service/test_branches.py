"""Branches: games that are over, played on by one person, in every title."""

import random
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from metrobot.arena.simulation import simulated
from metrobot.engine.actions import Action
from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.record import dump
from metrobot.games.registry import TITLES
from metrobot.games.underground.actions import DrawCards
from metrobot.games.underground.board import Station
from metrobot.service.daily.line import LineKey
from metrobot.service.finished.forks import GHOSTS, BranchKey, Fork, Source, levels_of
from metrobot.service.finished.what_ifs import moments_of
from metrobot.service.model.chance import commitment_of
from metrobot.service.model.errors import TableKey
from metrobot.service.model.play import Person, Play, PlayerId
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.people import ledger
from metrobot.store.schema.daily_tables import runs
from metrobot.store.schema.tables import replays
from metrobot.store.upkeep.copy_database import WHOLE as WHOLE_TABLE
from tests.databases import url_of
from tests.service.acts import refused
from tests.service.branching import (
    Echo,
    anyhow,
    begun,
    forked,
    imported,
    others,
    played,
    played_out,
)
from tests.service.stage import ANN, BOB, Stage, staged
from tests.titles import AGAINST_OTHERS, SETTINGS


@pytest.fixture
def echo() -> Echo:
    """Return a computer that repeats a game."""
    return Echo()


@pytest.fixture
async def stage(tmp_path: Path, echo: Echo) -> AsyncIterator[Stage]:
    """Return a service of all titles, with a computer."""
    async with staged(url_of(tmp_path / "games.db"), titles=TITLES, thinker=echo) as made:
        yield made


@pytest.fixture(autouse=True)
def _freely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let people begin as many branches as they like."""
    monkeypatch.setattr(ledger, "BRANCHES", 10_000)


async def rows_of_runs(stage: Stage) -> list[Any]:
    query = sa.select(runs).execution_options(**{WHOLE_TABLE: True})
    return await stage.store._database.read(lambda c: list(c.execute(query).all()))


@pytest.mark.long
@pytest.mark.parametrize(("title", "players", "options"), SETTINGS)
async def test_the_same_choices_end_in_the_same_score(
    stage: Stage, echo: Echo, title: str, players: int, options: dict[str, str | bool]
) -> None:
    """From any turn, with the same cards: every event is that of the game. 312 branches in all."""
    dice = random.Random(f"{title}{players}{options}")
    for seed in ("one", "two", "three"):
        number, play = await imported(stage, title, seed, players, **options)
        for turn in (play.turns_played[0], *dice.sample(play.turns_played, 3)):
            fork = forked(number, play, turn)
            echo.events = others(play, fork)
            branch = await stage.tables.deals.branches.begin(fork, ANN, levels_of(play)[0])
            branch = await played_out(stage, branch)

            assert [each.event for each in branch.play.log] == [each.event for each in play.log]
            assert branch.row.score == branch.former_score


@pytest.mark.parametrize("title", AGAINST_OTHERS)
async def test_a_branch_is_the_same_after_a_restart(stage: Stage, title: str) -> None:
    dice = random.Random(title)
    branch = await played(stage, b := await begun(stage, title), anyhow(b, dice))

    stage.tables.deals.branches.forget()
    again = await stage.tables.deals.branches.by_id(branch.row.id, ANN)

    assert (again.play.state, again.row) == (branch.play.state, branch.row)
    assert Person(ANN.id, ANN.name) in again.play.to_act()


async def test_on_the_underground_cards_come_as_then_whatever_is_played(stage: Stage) -> None:
    """Each card is the next one of the game, however many are drawn at once."""
    branch = await played_out(stage, await begun(stage), random.Random(1))

    def cards(play: Play) -> list[Station]:
        draws = (each.event.action for each in play.log if each.event.actor is CHANCE)
        return [card for draw in draws if isinstance(draw, DrawCards) for card in draw.cards]

    ours, theirs = cards(branch.play), cards(branch.origin)
    count = min(len(ours), len(theirs))
    assert ours[:count] == theirs[:count]
    assert len(set(ours)) == len(ours) > 20


async def test_new_cards_come_of_a_key_that_is_secret_until_the_end(stage: Stage) -> None:
    """Not in its play, and not in any text of it; afterwards it is in the record."""
    branch = await begun(stage, nth=2, is_fresh=True)
    key = branch.row.key or ""
    assert (branch.play.key, key in repr(branch)) == (None, False)

    branch = await played_out(stage, branch, random.Random(2))

    record = branch.play.record()
    assert (record.key, record.commitment) == (key, commitment_of(bytes.fromhex(key)))
    assert [each.event for each in branch.play.log] != [each.event for each in branch.origin.log]


async def test_ghosts_play_as_they_did(stage: Stage, echo: Echo) -> None:
    """Whatever the person does; no computer is asked while what they did is possible."""
    number, play = await imported(stage, "metrolijn", "ghosts", 3)
    fork = forked(number, play, play.turns_played[4], 1)
    branch = await stage.tables.deals.branches.begin(fork, ANN, GHOSTS)
    branch = await played_out(stage, branch, random.Random(3))

    def of(seat: int, play: Play) -> list[Action]:
        return [each.event.action for each in play.log if each.event.actor == seat]

    assert [of(0, branch.play), of(2, branch.play)] == [of(0, play), of(2, play)]
    assert (of(1, branch.play) != of(1, play), echo.jobs) == (True, [])
    assert branch.play.record().by == ("person",) * 3


async def test_computers_sit_in_the_other_seats_and_choose_from_views(
    stage: Stage, echo: Echo
) -> None:
    """The level is the one that was chosen; nothing of it is left to workers."""
    branch = await played(stage, b := await begun(stage), anyhow(b, random.Random(4)))

    assert {job.level for job in echo.jobs} == {"strong"}
    assert {job.job_id for job in echo.jobs} == {None}
    assert [person.level for person in branch.play.people].count("strong") == 1


async def test_a_press_on_an_older_board_is_refused(stage: Stage) -> None:
    """Of two presses at once one alone is played."""
    branch = await begun(stage)
    turn = anyhow(branch, random.Random(5))
    question = (branch.row.id, ANN, branch.play.revision, turn.code)
    await stage.tables.deals.branches.play_draft(*question)
    assert await refused(stage.tables.deals.branches.play_draft(*question)) == TableKey.STALE


async def test_a_branch_is_its_players_alone(stage: Stage) -> None:
    """By its number nobody else gets it; nor is it a run of a line, or a line a branch."""
    branch = await begun(stage)
    branches, runs = stage.tables.deals.branches, stage.tables.daily.runs
    assert await refused(branches.by_id(branch.row.id, BOB)) == BranchKey.GONE
    assert await refused(runs.by_id(branch.row.id, ANN)) == LineKey.GONE
    assert await refused(branches.by_id(99, ANN)) == BranchKey.GONE


async def test_only_what_was_played_can_be_played_on(stage: Stage) -> None:
    """Forged turns, seats and levels are refused; so is a game that still runs."""
    number, play = await imported(stage, "underground", "forged")
    begin, turn = stage.tables.deals.branches.begin, play.turns_played[3]
    good = forked(number, play, turn)
    for fork, level in (
        (replace(good, turn=9_999), "fair"),
        (replace(good, seat=Seat(1 - good.seat)), "fair"),
        (replace(good, turn=play.turns_played[0], seat=Seat(7)), "fair"),
        (good, None),
        (good, GHOSTS),
        (good, "beginner"),
    ):
        assert await refused(begin(fork, ANN, level)) == BranchKey.GONE


async def test_a_record_that_hides_its_end_is_played_on_up_to_there(stage: Stage) -> None:
    """From its last whole turn; no former score stands beside the new one, nothing comes later."""
    title = TITLES["underground"]
    whole = simulated(title, title.ruleset(2, {}), "hides", 1)
    part = replace(whole, events=whole.events[: len(whole.events) // 2], key=None, result=None)
    number = await stage.tables.replays.keep(dump(part).encode(), guild=1, channel=2, person=1)
    play = (await stage.tables.replays.replay(number, str)).play
    begin, turns = stage.tables.deals.branches.begin, finished_turns(play)
    branch = await played_out(
        stage, await begin(forked(number, play, turns[-1]), ANN, "fair"), random.Random(8)
    )
    later = Fork(Source.RECORD, number, turns[-1] + 2, Seat(0))

    assert (branch.is_over, branch.former_score) == (True, None)
    assert await refused(begin(later, ANN, "fair")) == BranchKey.GONE
    assert any(moments_of(Source.RECORD, play, turn) for turn in turns)
    assert moments_of(Source.RECORD, play, turns[-1] + 1) == ()


async def test_without_computers_only_ghosts_play(tmp_path: Path) -> None:
    async with staged(url_of(tmp_path / "games.db"), titles=TITLES) as stage:
        assert await refused(begun(stage)) == BranchKey.NO_COMPUTERS


async def test_of_open_branches_the_five_played_last_are_kept(stage: Stage) -> None:
    first, *_ = branches = [await begun(stage, seed=str(number)) for number in range(5)]
    stage.clock.advance(60)
    await played(stage, first, anyhow(first, random.Random(6)))
    branches.append(await begun(stage, seed="6"))

    kept = [each.row.id for each in await stage.tables.deals.branches.unfinished(ANN)]

    assert sorted(kept) == sorted({each.row.id for each in branches} - {branches[1].row.id})


async def test_three_are_begun_in_an_hour(
    tmp_path: Path, echo: Echo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    url = url_of(tmp_path / "games.db")
    async with staged(url, titles=TITLES, thinker=echo) as stage:
        for number in range(3):
            await begun(stage, seed=str(number))
        assert await refused(begun(stage, seed="4")) == TableKey.BRANCHED_OFTEN
        stage.clock.advance(3_601)
        await begun(stage, seed="4")


async def test_seven_days_after_the_last_press_nothing_is_left(stage: Stage) -> None:
    """Of fifty branches of ten people: no row; one that was played in between stays."""
    number, play = await imported(stage, "metrolijn", "left")
    fork = forked(number, play, play.turns_played[0])
    people = [Person(PlayerId(5_000 + each), str(each)) for each in range(10)]
    begin = stage.tables.deals.branches.begin
    for person in people * 5:
        await begin(fork, person, GHOSTS)
    last = await begin(fork, ANN, GHOSTS)
    stage.clock.advance(4 * 86_400)
    await played(stage, last, anyhow(last, random.Random(7)))
    stage.clock.advance(3 * 86_400 + 1)

    await stage.tables.deals.branches.clear()

    assert [row.id for row in await rows_of_runs(stage)] == [last.row.id]


async def test_a_record_that_another_replaced_is_not_played_on(stage: Stage) -> None:
    """A later import may get its number; a branch never goes on from another game."""
    branch = await begun(stage)
    assert branch.row.record is not None
    statement = replays.update().where(replays.c.id == branch.row.record)
    moment = stage.clock.now() + timedelta(seconds=1)
    await stage.store._database.write(lambda c: c.execute(statement.values(created_at=moment)))
    stage.tables.deals.branches.forget()

    assert await refused(stage.tables.deals.branches.by_id(branch.row.id, ANN)) == BranchKey.GONE
    assert await stage.tables.deals.branches.unfinished(ANN) == ()


async def test_forgetting_somebody_removes_their_branches(stage: Stage) -> None:
    branch = await begun(stage)
    await stage.tables.privacy.forget(ANN.id)
    assert await refused(stage.tables.deals.branches.by_id(branch.row.id, ANN)) == BranchKey.GONE
    assert await rows_of_runs(stage) == []
