"""The same pictures, turns and films with this tree and another commit's: CPU, as ratios by kind.

Either tree has a process of its own; each does a thing when the other has done it. This file is
copied into the other tree, so it uses only what both have.
"""

import asyncio
import inspect
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from io import BytesIO
from math import inf
from pathlib import Path
from typing import Final, TypeAlias

from metrobot.games.registry import TITLES
from metrobot.service.model.table import Table
from metrobot.service.play import lock_choice
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import draft_view_of, game_view_of
from metrobot.ui.words.catalogue import ENGLISH
from tests.bench import filming, turns
from tests.bench.measure import Row, some
from tests.bench.planning import running
from tests.titles import AGAINST_OTHERS, GAMES, MOST

ROOT: Final = Path(__file__).parents[2]
BASE: Final = "d96c1d70"
"""The commit in whose cost the bounds are."""
AT_MOST: Final = {
    "metromania board": 0.8,
    "metromania planner": 0.75,
    "metromania since": 0.8,
    "metromania turn": 0.75,
    "underground board": 0.65,
    "underground planner": 0.6,
    "underground since": 0.55,
    "underground turn": 0.65,
    "metrolijn turn": 0.9,
    "slowest twentieth": 0.7,
    **dict.fromkeys((f"{title} film" for title in TITLES), 0.7),
}
"""Bounds by what is done; 1.0 for all else."""
ROUNDS: Final = some(3, 1)
"""How often all is done; the least counts."""
GAMES_OF_EACH: Final = some(2, 1)
"""Games of a title of which pictures are drawn."""
TURNS: Final = some(12, 2)
"""Turns in a row of each game; those of a further game come later in it."""
TABLES, PLAYED = some(4, 1), some(4, 1)
"""Tables of a title at which turns are played, and turns at each after one that warms up."""

Pair: TypeAlias = tuple[float, ...]
"""Seconds of CPU of the same in either tree."""
Job: TypeAlias = tuple[str, Callable[[], float | Awaitable[float]]]
"""What is to be done, and what does it and returns its seconds of CPU."""


def rows_beside(commit: str) -> Iterator[list[Row]]:
    """Yield the rows of each kind of work, once both trees have done it."""
    whole = _git("rev-parse", commit).decode()
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder)
        with tarfile.open(fileobj=BytesIO(_git("archive", commit))) as files:
            files.extractall(other, filter="data")
        (other / Path(__file__).relative_to(ROOT)).write_bytes(Path(__file__).read_bytes())
        for kind in JOBS:
            rounds = [_done_in((ROOT, other), kind) for _ in range(ROUNDS)]
            yield list(_rows(kind, rounds, has_bounds=whole.startswith(BASE)))


def _git(*command: str) -> bytes:
    return subprocess.run(["git", *command], cwd=ROOT, check=True, capture_output=True).stdout


def _rows(
    kind: str, rounds: Sequence[Sequence[tuple[str, Pair]]], *, has_bounds: bool
) -> Iterator[Row]:
    """Yield the rows of one kind of work, of which each thing was done some times."""
    costs = defaultdict[str, list[Pair]](list)
    for same in zip(*rounds, strict=True):
        pairs = zip(*(pair for _, pair in same), strict=True)
        costs[same[0][0]].append(tuple(map(min, pairs)))
    if kind in PICTURES:
        sides = zip(*(pair for pairs in costs.values() for pair in pairs), strict=True)
        slowest = [sorted(side)[-max(1, len(side) // 20) :] for side in sides]
        costs["slowest twentieth"] = list(zip(*slowest, strict=True))
    for what, found in sorted(costs.items()):
        ours, theirs = (sum(side) / len(found) for side in zip(*found, strict=True))
        bound = AT_MOST.get(what, 1.0) if has_bounds else inf
        plain = (f"{ours * 1000:.2f} ms, there {theirs * 1000:.2f} ms (n={len(found)})",)
        yield Row(f"{what}, {kind}, beside the other commit", ours / theirs, bound, times=plain)


def _done_in(trees: Sequence[Path], kind: str) -> list[tuple[str, Pair]]:
    """Return the things done in all trees, one after the other, with their cost in each."""
    command, pipe = [sys.executable, "-m", "tests.bench.beside", kind], subprocess.PIPE
    done = list[tuple[str, Pair]]()
    with ExitStack() as stack:
        sides = [
            stack.enter_context(
                subprocess.Popen(command, cwd=tree, stdin=pipe, stdout=pipe, text=True)
            )
            for tree in trees
        ]
        while all(lines := [_answer(side) for side in sides]):
            whats, seconds = zip(*(line.rsplit(" ", 1) for line in lines), strict=True)
            assert len(set(whats)) == 1, whats
            done.append((whats[0], tuple(map(float, seconds))))
        assert not any(lines), "one tree has more to do"
    return done


def _answer(side: "subprocess.Popen[str]") -> str:
    """Have one tree's process do the next thing; return what it was and its cost, or nothing."""
    assert side.stdin
    assert side.stdout
    print(file=side.stdin, flush=True)
    answer = side.stdout.readline()
    assert answer, "it has failed"
    return answer.strip()


async def _work(kind: str) -> None:
    """Do one thing for each line that comes in, and write its cost."""
    async for what, job in JOBS[kind]():
        sys.stdin.readline()
        seconds = job()
        print(what, await seconds if inspect.isawaitable(seconds) else seconds, flush=True)
    sys.stdin.readline()
    print(flush=True)


async def _pictures(*, is_first: bool = False) -> AsyncIterator[Job]:
    """Yield pictures of games in turns: turn by turn, and nothing of a game twice in a row.

    Those of the first turn are not measured, unless all are first pictures of a process.
    """
    games = [list(_moments(title, number)) for number in range(GAMES_OF_EACH) for title in TITLES]
    for n, moments in enumerate(zip(*games, strict=True)):
        pictures = [dict(pictures_of(table)) for table in moments]
        for kind in dict.fromkeys(kind for each in pictures for kind in each):
            for table, each in zip(moments, pictures, strict=True):
                if kind in each and (n or is_first):
                    yield f"{table.title.id} {kind}", partial(_timed, each[kind])
                elif kind in each:
                    each[kind]()


def _moments(title: str, number: int) -> Iterator[Table]:
    """Yield the tables of a random game before some of its turns."""
    source, players = GAMES[title], (MOST[title] + AGAINST_OTHERS[title]) // 2
    game = source.play(players, number + 1)
    starts = game.turn_starts()[1 + number * TURNS :][:TURNS]
    return (source.table_at(game, start) for start in starts)


def pictures_of(table: Table) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the kinds of pictures of one moment, for who is to act, and what draws each."""
    front = FRONTS[table.title.id]
    player = table.to_act()[0].id
    game_view, draft = game_view_of(table, ENGLISH, player), lock_choice.draft_for(table, player)
    since = [table.summary(turn, player) for turn in table.turns_played[-3:]]
    plan = draft_view_of(draft, replaces=front.replaces)
    yield "board", front.board(game_view_of(table, ENGLISH), ENGLISH).draw
    yield "since", front.changes(game_view, since, ENGLISH).draw
    if hand := front.hand(game_view, ENGLISH).picture:
        yield "hand", hand.draw
    if planner := front.planner(game_view, plan, ENGLISH, None).picture:
        yield "planner", planner.draw


def _timed(draw: Callable[[], object]) -> float:
    """Return the CPU that some work takes in this thread."""
    start = time.thread_time()
    draw()
    return time.thread_time() - start


async def _fresh_pictures() -> AsyncIterator[Job]:
    """Yield the same pictures, each drawn by a process that has drawn nothing."""
    async for what, job in _pictures(is_first=True):
        yield what, partial(_in_a_fork, job)


def _in_a_fork(job: Callable[[], object]) -> float:
    """Return the CPU that some work takes in a copy of this process."""
    reading, writing = os.pipe()
    if not os.fork():
        os.write(writing, str(job()).encode())
        os._exit(0)
    os.close(writing)
    with open(reading) as answer:
        seconds = float(answer.read())
    os.wait()
    return seconds


async def _turns() -> AsyncIterator[Job]:
    """Yield whole turns through the bot, from the press of Plan on."""
    for title in TITLES:
        with tempfile.TemporaryDirectory() as folder, turns.metered() as meter:
            async with running(Path(folder), 1, is_ready=False) as (bot, env):
                games = [await turns.Game.begun(bot, env, title, seed) for seed in range(TABLES)]
                for game in games:
                    await game.turn(meter)
                for game in games * PLAYED:
                    yield f"{title} turn", partial(_turn, game, meter)


async def _turn(game: turns.Game, meter: turns.Meter) -> float:
    return await game.turn(meter) or 0.0


async def _films() -> AsyncIterator[Job]:
    """Yield films of a title's longest game."""
    for title in TITLES:
        yield f"{title} film", partial(_film, title)


async def _film(title: str) -> float:
    rows = await filming.measure(title)
    return next(row.value for row in rows if row.what.endswith(": CPU, cold"))


PICTURES: Final = ("pictures", "pictures in fresh processes")
JOBS: Final[dict[str, Callable[[], AsyncIterator[Job]]]] = {
    PICTURES[0]: _pictures,
    PICTURES[1]: _fresh_pictures,
    "turns": _turns,
    "films": _films,
}
"""What is done, by its name."""

if __name__ == "__main__":
    asyncio.run(_work(sys.argv[1]))
