"""Reviews made elsewhere: in a thread, or in a process behind all others."""

import asyncio
from collections.abc import Callable, Hashable
from multiprocessing import active_children
from multiprocessing.connection import wait

import pytest

from metrobot.arena.simulation import simulated
from metrobot.engine.log import Event
from metrobot.games.registry import TITLES
from metrobot.players.analysis.review_json import load_review
from metrobot.service.ports import ReviewJob
from metrobot.thinking.analysis import AnalysisProcess
from metrobot.thinking.pool import Pool, Priority
from tests.service.toy import TOY
from tests.thinking.here import ReviewHere


def job(players: int = 1, seconds: float = 0.001) -> ReviewJob:
    """Return a game of Metrolijn by luck, to be looked back on in no time."""
    title = TITLES["metrolijn"]
    rules = title.ruleset(players, {})
    record = simulated(title, rules, "review", 1)
    events = tuple(
        Event(each.seq, each.actor, title.decode(each.kind, each.fields)) for each in record.events
    )
    return ReviewJob(title.id, rules, events, b"seed", seconds)


@pytest.mark.parametrize("seconds", [0.001, 0.0])
async def test_a_review_is_made_in_a_thread(seconds: float) -> None:
    review = load_review(await ReviewHere().review(job(seconds=seconds)))

    assert review is not None
    assert review.is_alone


async def test_a_title_that_no_computer_knows_has_nothing_to_tell() -> None:
    asked = ReviewJob("toy", TOY.ruleset(2, {}), (), b"seed", 1.0)

    assert load_review(await ReviewHere().review(asked)) is None


@pytest.mark.long
async def test_a_process_makes_reviews_and_ends() -> None:
    """It is there while there is something to look back on."""
    before, analysis = set(active_children()), AnalysisProcess()
    assert load_review(await analysis.review(job())) is not None

    assert all(wait([child.sentinel], 30) for child in set(active_children()) - before)


async def test_the_process_ends_with_the_last_of_its_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    closed, others = list[str](), asyncio.Event()

    async def run(_: Pool, rank: Priority, work: Callable[[], str], *, who: Hashable) -> str:
        if rank is Priority.REVIEW:
            await others.wait()
        return work()

    monkeypatch.setattr(Pool, "run", run)
    monkeypatch.setattr(Pool, "close", lambda _: closed.append("closed"))
    analysis = AnalysisProcess()
    waiting = asyncio.create_task(analysis.run(Priority.REVIEW, lambda: "slow"))
    await asyncio.sleep(0)
    await analysis.run(Priority.PAR, lambda: "quick")

    assert closed == []
    others.set()
    assert await waiting == "slow"
    assert closed == ["closed"]
