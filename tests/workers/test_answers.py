"""What a worker does with jobs, and what comes of those that none can do."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

from metrobot.games.registry import TITLES
from metrobot.players.analysis.review_json import load_review as read_review
from metrobot.service.ports import ChoiceJob, ChosenAction, JobId, JobKind, JobTimeouts
from metrobot.thinking.choice import choose_action
from metrobot.thinking.pool import Pool
from metrobot.workers.answers import REFUSED, UndoneError, answer_review, answer_turn
from metrobot.workers.job_worker import JobWorker, Way
from metrobot.workers.pickling import dumps, loads
from metrobot.workers.worker_thinker import WorkerThinker
from tests.thinking.here import Here, ReviewHere
from tests.thinking.test_analysis import job as short_review
from tests.workers.test_pickling import jobs

TITLE = TITLES["metromania"]
JOB = next(jobs(TITLE))
REVIEW = replace(short_review(), job_id=JobId(JobKind.REVIEW, 1, ""))


@dataclass
class FakeJobs:
    """Leaves jobs to one worker, in this process."""

    do: Callable[[bytes], bytes] | None = None
    asked_for: list[JobId] = field(default_factory=list)

    async def request(self, job_id: JobId, body: bytes, patience: JobTimeouts) -> bytes | None:
        """Return the worker's answer; None without a worker."""
        self.asked_for.append(job_id)
        return None if self.do is None else self.do(body)


class Counting(Here):
    """Thinks here, and counts how often."""

    def __init__(self) -> None:
        self.thought = 0

    async def decide(self, job: ChoiceJob) -> ChosenAction:
        """Return the computer's choice, and count it."""
        self.thought += 1
        return await super().decide(job)


def leaving(jobs: FakeJobs) -> tuple[WorkerThinker, Counting]:
    """Return a thinker that leaves jobs to workers, and the one that thinks here."""
    here = Counting()
    return WorkerThinker(jobs, cast("Pool", here), ReviewHere(), Here()), here


async def test_a_worker_decides_as_the_bot_would() -> None:
    thinking, here = leaving(FakeJobs(answer_turn))

    assert await thinking.decide(JOB) == choose_action(JOB)
    assert here.thought == 0


async def test_a_worker_reviews_as_the_bot_would() -> None:
    jobs = FakeJobs(answer_review)
    thinking, _ = leaving(jobs)

    assert read_review(await thinking.review(REVIEW)) is not None
    assert jobs.asked_for == [REVIEW.job_id]


@pytest.mark.parametrize(
    "do",
    [
        None,
        lambda _: b"of another release",
        lambda _: dumps(ChosenAction(len(JOB.legal), "no such choice")),
        lambda _: dumps("a review"),
    ],
    ids=["nobody is there", "another release", "no such choice", "something else"],
)
async def test_what_no_worker_finds_is_found_here(do: Callable[[bytes], bytes] | None) -> None:
    """A table never stands still for it."""
    thinking, here = leaving(FakeJobs(do))

    assert await thinking.decide(JOB) == choose_action(JOB)
    assert here.thought == 1


async def test_a_review_that_no_worker_makes_is_made_here() -> None:
    thinking, _ = leaving(FakeJobs())

    assert read_review(await thinking.review(REVIEW)) is not None


async def test_jobs_without_a_name_are_not_left_to_workers() -> None:
    """Nobody could tell whether somebody else has asked for the same."""
    jobs = FakeJobs(answer_turn)
    thinking, here = leaving(jobs)
    await thinking.decide(replace(JOB, job_id=None))

    assert jobs.asked_for == []
    assert here.thought == 1


async def test_what_cannot_be_done_is_refused_and_tells_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The log has the kind of the job, the error and its place."""

    async def turn(asked: bytes) -> bytes:
        return answer_turn(asked)

    async def review(_: bytes) -> bytes:
        raise ValueError("a hand")

    ways: dict[JobKind, Way] = {JobKind.TURN: turn, JobKind.REVIEW: review}
    nothing: Any = None
    worker = JobWorker(nothing, nothing, ways, nothing, 1)
    broken = replace(JOB, view="a hand", level="strong")

    assert await worker.answer("turn", dumps(broken)) == REFUSED
    assert await worker.answer("review", b"") == REFUSED
    assert await worker.answer("film", b"") == REFUSED
    assert "A job (turn) could not be done: " in caplog.text
    assert "A job (review) could not be done: ValueError" in caplog.text
    assert "a hand" not in caplog.text
    assert all(record.exc_info is None for record in caplog.records)


def test_an_answer_is_read_as_it_was_written() -> None:
    assert loads(answer_turn(dumps(JOB)), ChosenAction) == choose_action(JOB)
    with pytest.raises(UndoneError, match=r"UnreadableError in pickling\.py"):
        answer_review(dumps(JOB))
