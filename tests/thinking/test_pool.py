"""Processes in which computers think: what goes first, and what comes of those that die."""

import asyncio
import logging
import multiprocessing
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from metrobot.engine.actors import CHANCE, Seat
from metrobot.engine.title import AnyTitle
from metrobot.games.registry import TITLES
from metrobot.players.levels import LEVELS
from metrobot.service.ports import ChoiceJob, ChosenAction
from metrobot.thinking.choice import choose_action
from metrobot.thinking.pool import NICE, FairSemaphore, Pool, Priority
from tests.patience import PATIENCE
from tests.thinking.here import Here

ROOT = Path(__file__).parents[2]


def job_of(title: AnyTitle, level: str = "easy") -> ChoiceJob:
    """Return the first choice of a game of two."""
    dice = random.Random(1)
    state = title.initial_state(title.ruleset(2, {}))
    while title.awaiting(state) == (CHANCE,):
        draws = title.chance(state)
        state = title.apply(state, CHANCE, draws[dice.randrange(len(draws))])
    seat = title.awaiting(state)[0]
    assert isinstance(seat, int)
    view = title.view_for(state, frozenset({Seat(seat)}))
    return ChoiceJob(title.id, view, title.legal_actions(state, Seat(seat)), level, b"seed", 1.0)


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    made = Pool(1)
    yield made
    made.close()
    for child in multiprocessing.active_children():
        child.terminate()
        await asyncio.to_thread(child.join)


@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.id)
@pytest.mark.parametrize("level", LEVELS[:2])
def test_a_job_can_be_sent_to_another_process(title: AnyTitle, level: str) -> None:
    """It is the same there, and so is what is decided."""
    job = job_of(title, level)

    copy = pickle.loads(pickle.dumps(job))

    assert copy == job
    assert choose_action(copy).index == choose_action(job).index


async def test_another_process_decides_the_same_out_of_the_way(pool: Pool) -> None:
    """The process has a lower priority than all others."""
    job = job_of(next(iter(TITLES.values())))

    assert await pool.decide(job) == await Here().decide(job)
    assert await pool.run(Priority.TURN, os.getpid) != os.getpid()
    assert await pool.run(Priority.TURN, os.nice, 0) == os.nice(0) + NICE


async def test_a_job_whose_process_dies_is_done_again(
    pool: Pool, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """In a new process; nobody notices but the log."""
    caplog.set_level(logging.WARNING)
    mark = tmp_path / "died"

    assert await pool.run(Priority.TURN, die_once, mark) == "alive"

    assert mark.exists()
    assert "has died" in caplog.text


@pytest.mark.long
async def test_a_job_that_always_kills_its_process_fails(pool: Pool) -> None:
    with pytest.raises(BrokenProcessPool):
        await pool.run(Priority.TURN, die)

    assert await pool.run(Priority.TURN, str, 1) == "1"


async def test_an_error_of_a_job_is_told(pool: Pool) -> None:
    """It is no reason to do it again."""
    with pytest.raises(ValueError, match="invalid literal"):
        await pool.run(Priority.TURN, int, "x")


def die() -> None:
    """End this process as if it were killed."""
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(mark: Path) -> str:
    """End this process the first time."""
    if not mark.exists():
        mark.touch()
        die()
    return "alive"


def test_processes_end_with_the_bot_however_it_ends(tmp_path: Path) -> None:
    """Also if it is killed: none of them stays behind."""
    script = tmp_path / "parent.py"
    script.write_text(
        "import asyncio, os\n"
        "from metrobot.thinking.pool import Pool, Priority\n"
        "async def main():\n"
        "    print(await Pool(1).run(Priority.TURN, os.getpid), flush=True)\n"
        "    await asyncio.Event().wait()\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(main())\n"
    )
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, env={"PYTHONPATH": str(ROOT)}
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
    deadline = time.monotonic() + PATIENCE
    while is_there(child) and time.monotonic() < deadline:
        os.sched_yield()

    assert not is_there(child)


def is_there(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


async def test_the_most_urgent_comes_next() -> None:
    """Equally urgent jobs go by waiting time; a job that was given up is passed over."""
    places, order = FairSemaphore(1), list[str]()
    held = asyncio.Event()

    async def enter(name: str, rank: int) -> None:
        async with places.one(rank):
            order.append(name)
            await held.wait()

    tasks = [asyncio.create_task(enter("first", Priority.REVIEW))]
    await asyncio.sleep(0)
    for name, rank in (
        ("r", Priority.REVIEW),
        ("a", Priority.TURN),
        ("b", Priority.TURN),
        ("f", Priority.FILM),
    ):
        tasks.append(asyncio.create_task(enter(name, rank)))
    await asyncio.sleep(0)
    tasks[2].cancel()
    await asyncio.sleep(0)
    held.set()
    await asyncio.gather(*tasks, return_exceptions=True)

    assert order == ["first", "b", "f", "r"]
    async with asyncio.timeout(PATIENCE), places.one(Priority.REVIEW):
        pass


async def served(waiting: str, *, kinds: bool = False) -> str:
    """Return in which order some who come at once have the only place.

    Args:
        waiting: who, a letter each.
        kinds: whether small letters ask for hints and capitals for turns.
    """
    places, order, begun = FairSemaphore(1), list[str](), asyncio.Event()

    async def enter(who: str) -> None:
        async with places.one(Priority.TURN, who, who.islower() if kinds else None):
            order.append(who)
            await begun.wait()

    async with asyncio.TaskGroup() as tasks:
        for who in waiting:
            tasks.create_task(enter(who))
        await asyncio.sleep(0)
        begun.set()
    return "".join(order)


async def test_one_after_another_has_a_place() -> None:
    assert await served("aaaabbcd") == "abcdabaa"


async def test_many_hints_hold_up_no_turn() -> None:
    """The next turn waits for one hint at most, and turns hold up no hint."""
    assert await served("abcdXYZ", kinds=True) == "aXbYcZd"


async def test_a_turn_that_has_begun_waits_no_more(pool: Pool) -> None:
    """Its choices come one after another, however many hints wait."""
    job, order = job_of(next(iter(TITLES.values()))), list[str]()

    async def hint(person: int) -> None:
        await pool.run(Priority.HINT, str, person, who=person)
        order.append("hint")

    hints = [asyncio.create_task(hint(n)) for n in range(3)]
    async with pool.turn(1):
        waiting = [asyncio.create_task(hint(n)) for n in range(3, 6)]
        for _ in range(3):
            await asyncio.sleep(0)
            await pool.decide(job)
            order.append("choice")
    await asyncio.gather(*hints, *waiting)

    first = order.index("choice")
    assert order[first : first + 3] == ["choice"] * 3
    assert order.count("hint") == 6


async def test_a_title_without_computers_is_played_by_luck() -> None:
    """A new game does not need a computer player at once."""
    job = job_of(next(iter(TITLES.values())))

    found = await Here().decide(ChoiceJob("new", job.view, job.legal, "strong", b"seed"))

    assert isinstance(found, ChosenAction)
    assert 0 <= found.index < len(job.legal)
