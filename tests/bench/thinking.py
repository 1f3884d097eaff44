"""The bot's first answer to a press while two computers think, over none."""

import asyncio
import random
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import simcord

from metrobot.demo.bot_in_process import embedded_bot
from metrobot.engine.actors import CHANCE
from metrobot.games.registry import TITLES
from metrobot.service.ports import ChoiceJob
from metrobot.thinking.pool import Pool, Priority
from tests.bench.confirming import make_ready
from tests.bench.measure import Row, p95, side_by_side_async, some, spread
from tests.bench.people import People
from tests.bench.watching import Stopwatch, watched

WHAT: Final = "first answer to a press while two computers think / while none does: 95 %"
AT_MOST: Final = 1.2
ROUNDS: Final = some(100, 1)
COMPUTERS: Final = 2


async def measure() -> Row:
    watch = watched("POST", "/interactions/", has_files=False)
    with tempfile.TemporaryDirectory() as folder, watch as stopwatch:
        async with _pressing(Path(folder), stopwatch) as pressing:
            ours, bare = await side_by_side_async(pressing.busy, pressing.idle, ROUNDS)
    times = (f"with {spread(ours)}", f"without {spread(bare)}")
    return Row(WHAT, p95(ours) / p95(bare), AT_MOST, times=times)


@asynccontextmanager
async def _pressing(folder: Path, watch: Stopwatch) -> AsyncIterator["_Pressing"]:
    """Run the bot with a game under way, and processes in which computers think."""
    pool = Pool()
    try:
        async with embedded_bot(folder) as bot, simcord.run(bot, shard_count=1) as env:
            make_ready(bot, bytes(1000))
            people = People.in_a_new_server(env)
            await people.start_game()
            await pool.run(Priority.TURN, abs, 1)  # processes are there
            yield _Pressing(people, watch, pool)
    finally:
        pool.close()


class _Pressing:
    """A person who opens the planner again and again."""

    def __init__(self, people: People, watch: Stopwatch, pool: Pool) -> None:
        self._people = people
        self._watch = watch
        self._pool = pool
        self._job = _job()

    async def busy(self) -> float:
        """Press while computers think; return the seconds to the first answer."""
        thinking = [asyncio.create_task(self._pool.decide(self._job)) for _ in range(COMPUTERS)]
        await asyncio.sleep(0)  # it is on its way to them
        seconds = await self.idle()
        await asyncio.gather(*thinking)
        return seconds

    async def idle(self) -> float:
        """Press; return the seconds to the first answer."""
        people = self._people
        return await self._watch.press(people, people._called(), *people.newest("plan"))


def _job() -> ChoiceJob:
    """Return a choice that takes strong computers some time."""
    title, dice = TITLES["metromania"], random.Random(1)
    state = title.initial_state(title.ruleset(3, {}))
    for _ in range(20):
        actor = title.awaiting(state)[0]
        draws = title.chance(state) if actor is CHANCE else title.legal_actions(state, actor)
        state = title.apply(state, actor, draws[dice.randrange(len(draws))])
    seat = title.awaiting(state)[0]
    assert isinstance(seat, int)
    view, legal = title.view_for(state, frozenset({seat})), title.legal_actions(state, seat)
    return ChoiceJob(title.id, view, legal, "strong", b"seed")
