"""Comparing turns: the judge, what it may know, and where it is asked."""

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest

from metrobot.games.registry import TITLES
from metrobot.players.analysis import duels, review
from metrobot.players.analysis.course import course_of
from metrobot.service.finished.reviews import dice_seed
from metrobot.service.finished.what_ifs import Moment, moments_of
from metrobot.service.model.play import Play
from metrobot.service.model.snapshots import finished_turns
from metrobot.service.ports import Comparison, HintJob
from metrobot.thinking import comparing
from metrobot.thinking import pool as pools
from metrobot.thinking.comparing import Comparing, compared
from metrobot.thinking.pool import Pool, Priority
from metrobot.workers.answers import answer_comparison
from metrobot.workers.pickling import dumps, loads
from tests.thinking.here import game_of, job_of, play_on
from tests.ui.replays.stage import golden, longest

FEW = 4
EACH = [
    title if title == "metrolijn" else pytest.param(title, marks=pytest.mark.long)
    for title in TITLES
]


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have few games played on, which take long."""
    play_on(monkeypatch, FEW)
    monkeypatch.setattr(comparing, "BATCH", dict.fromkeys(TITLES, 2))


def moments(play: Play, every: int = 1) -> Iterator[Moment]:
    """Yield turns of a game as their movers saw them."""
    for turn in finished_turns(play)[::every]:
        yield from moments_of("i", play, turn)[:1]


@pytest.mark.parametrize("title", EACH)
def test_a_turn_against_itself_is_never_surely_another(title: str) -> None:
    """Nor anything but equal: both are played on with the same luck."""
    for moment in moments(game_of(longest(title)), every=8):
        job = job_of(moment, random.Random(1))
        answer = compared(replace(job, other=job.played))

        assert answer.verdict == 0
        assert answer.gain.value == 0
        assert answer.played == answer.other
        assert answer.reasons == ()


def exchanged(title: str, worlds: int, every: int) -> None:
    """Compare in other worlds that look the same to whoever moves, 67 times at least."""
    turns = list(moments(game_of(longest(title)), every))
    assert len(turns) * worlds >= 67
    for number, moment in enumerate(turns):
        job = job_of(moment, random.Random(number))
        whole, turn = compared(job), _drafted(moment, number)
        for world in range(worlds):
            state = moment.play.title.imagined(moment.view, random.Random(world))
            history = replace(moment.play.played, state=state)
            other = replace(moment, play=replace(moment.play, history=history))
            other_job = job_of(other, random.Random(number))

            assert other_job == job
            assert _drafted(other, number) == turn
        assert compared(other_job) == whole


def _drafted(moment: Moment, number: int) -> Any:
    """Return the summary of a turn by chance."""
    draft, dice = moment.start, random.Random(number)
    while not draft.is_turn_over:
        draft = draft.then(dice.randrange(len(draft.open_choices)))
    return moment.play.title.summary(draft.base, draft.deeds, moment.seats, preview=True)


@pytest.mark.parametrize("title", EACH)
def test_what_the_mover_did_not_know_changes_nothing(title: str) -> None:
    """Neither the question, nor the turn that is tried, nor the answer: 200 exchanges in all."""
    exchanged(title, worlds=24, every=6)


@pytest.mark.long
def test_a_review_and_a_comparison_say_the_same_of_one_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each claim of a review holds, by the same figures, if as many games are played."""
    monkeypatch.setattr(review, "ADVISERS", dict.fromkeys(TITLES, ("fair", "beginner")))
    monkeypatch.setattr(duels, "MOST_PAIRS", 0)
    play_on(monkeypatch, 30)
    claims = 0
    for record in golden("metrolijn")[:3]:
        play = game_of(record)
        title, seed = play.title, dice_seed(play).hex()
        events = [logged.event for logged in play.log]
        course = course_of(title, title.initial_state(play.rules), events)

        def dice(name: str, seed: str = seed) -> random.Random:
            return random.Random(f"{seed}:{name}")

        found = review.analyse(course, dice, playouts=30, tells=lambda _: True)
        assert found is not None
        for turning in found.turnings:
            way = next(
                (m for m in moments_of("i", play, turning.turn) if m.seat == turning.seat), None
            )
            if turning.better is None or way is None:
                continue
            deeds = tuple(title.decode(deed.kind, deed.fields) for deed in turning.better.deeds)
            answer = compared(replace(job_of(way, random.Random(0)), other=deeds))

            claims += 1
            assert answer.verdict == 1
            assert answer.gain.value == pytest.approx(turning.better.gain.value)
    assert claims


class Room:
    """A pool in this process, or a room of reviews into which one may come.

    Attributes:
        jobs: number of those that keep it.
        done: number of batches.
    """

    def __init__(self, jobs: int = 0) -> None:
        self.workers, self.jobs, self.done = 1, jobs, 0

    def kept(self) -> Any:
        """Count one more job."""
        self.jobs += 1
        return nullcontext()

    async def run(self, _: Any, work: Callable[..., Any], *arguments: Any, who: Any) -> Any:
        """Do a batch, after others had their turn."""
        await asyncio.sleep(0)
        self.done += 1
        return work(*arguments)


@pytest.mark.parametrize(("jobs", "helps"), [(0, True), (1, False)])
async def test_the_room_of_reviews_helps_while_it_is_empty(jobs: int, helps: bool) -> None:
    """And the answer is the same wherever games are played, at a worker too."""
    job = job_of(next(moments(game_of(longest("metrolijn")))), random.Random(3))
    pool, room = Room(), Room(jobs)
    answer = await Comparing(pool, room).compare(job)  # type: ignore[arg-type]  # all it needs

    assert (room.done > 0) == helps
    assert pool.done + room.done == FEW // 2
    assert answer == compared(job)
    assert loads(answer_comparison(dumps(job)), Comparison) == answer


async def test_a_hint_asked_last_comes_before_comparisons_that_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of thirty people's no batch goes before it but the one under way; none is left out."""
    ranks, pool, room = list[Priority](), Pool(1), Room(1)

    async def timed(_: Pool, rank: Priority, work: Callable[..., Any], *arguments: Any) -> Any:
        await asyncio.sleep(0)
        ranks.append(rank)
        return work(*arguments)

    monkeypatch.setattr(Pool, "_timed", timed)
    monkeypatch.setattr(pools, "hint_for", lambda _: None)
    play_on(monkeypatch, 1)
    job = job_of(next(moments(game_of(longest("metrolijn")))), random.Random(3))
    compare = Comparing(pool, room).compare  # type: ignore[arg-type]  # all it needs
    comparisons = [
        asyncio.create_task(compare(replace(job, person=person))) for person in range(30)
    ]
    for _ in range(2):  # each has its first batch ready
        await asyncio.sleep(0)
    assert (pool.waiting, ranks) == (29, [])

    await pool.find_hint(HintJob(job.title, job.view, job.seat, (), (), b"", person=30))

    assert ranks == [Priority.COMPARE, Priority.HINT]
    assert not any(each.done() for each in comparisons)
    assert set(await asyncio.gather(*comparisons)) == {compared(job)}
