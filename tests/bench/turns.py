"""CPU of whole turns through the bot, all their pictures drawn.

Ten tables of a title are played in rotation, as on a server with many games.
What the simulated Discord does is left out. Times are plain milliseconds, so
the time of a fixed encoding on the same machine stands beside them.
"""

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean, median
from typing import Any, Final, Self
from unittest.mock import patch

import simcord
from PIL import Image
from simcord.http import router

from metrobot.service.model.play import GameId
from metrobot.ui.app.bot import Metrobot
from tests.bench.measure import Row, some, spread
from tests.bench.people import Control, People, Shown, first
from tests.bench.pictures import encoded
from tests.bench.planning import Position, played, running
from tests.bench.titles import MEASURED
from tests.bench.watching import press_payload

TABLES: Final = some(10, 1)
ROUNDS: Final = some(5, 2)
"""Turns at each table; those of the first round warm up."""
PLAYED: Final = 3
"""Turns at the first table when it starts; each further table has one more."""
QUIET: Final = 0.02
"""Seconds in which next to nothing happens once an answer is done."""
STILL: Final = 0.001
"""Seconds of CPU that are next to nothing."""
LONGEST: Final = 30.0
CHOICES: Final = ("try", "menu", "group")
_SIZE: Final = (1200, 1200)


async def measure(title: str) -> Row:
    spent = list[float]()
    with tempfile.TemporaryDirectory() as folder, metered() as meter:
        async with running(Path(folder), 1, is_ready=False) as (bot, env):
            games = [await Game.begun(bot, env, title, seed) for seed in range(TABLES)]
            for number in range(ROUNDS):
                for game in games:
                    seconds = await game.turn(meter)
                    if number and seconds is not None:
                        spent.append(seconds)
    return Row(
        f"CPU of a whole turn of {title} through the bot, {TABLES} tables in rotation: mean",
        mean(spent) * 1000,
        MEASURED[title].milliseconds,
        " ms",
        (spread(spent), f"a fixed encoding on this machine {yardstick() * 1000:.1f} ms"),
    )


def yardstick() -> float:
    """Return the seconds of CPU that this machine takes for a fixed picture's encoding."""
    noise = Image.frombytes("P", _SIZE, random.Random(1).randbytes(_SIZE[0] * _SIZE[1] // 8) * 8)
    times = list[float]()
    for _ in range(5):
        start = time.thread_time()
        encoded(noise)
        times.append(time.thread_time() - start)
    return median(times)


class Meter:
    """Tells the CPU that the process has taken, without the simulated Discord's."""

    def __init__(self) -> None:
        self._left_out = 0.0

    @property
    def seconds(self) -> float:
        """CPU of all threads so far."""
        return time.process_time() - self._left_out

    def simulated(self, *where: Any, **rest: Any) -> Any:
        """Let Discord do what it is asked for, unmeasured."""
        start = time.thread_time()
        try:
            return _dispatch(*where, **rest)
        finally:
            self._left_out += time.thread_time() - start


_dispatch = router.dispatch


@contextmanager
def metered() -> Iterator[Meter]:
    """Leave the simulated Discord out of what is measured."""
    meter = Meter()
    with patch.object(router, "dispatch", meter.simulated):
        yield meter


@dataclass(frozen=True)
class Game:
    """A table under way."""

    bot: Metrobot
    id: GameId
    people: People
    choices: random.Random

    @classmethod
    async def begun(cls, bot: Metrobot, env: simcord.Env, title: str, seed: int) -> Self:
        """Return a game that has been played for a while, its board posted."""
        people = People.in_a_new_server(env)
        table = await played(bot.parts.tables, Position(title, seed, PLAYED + seed), people)
        await bot.parts.tables.deliver_pending(table.id)
        await env.settle()
        return cls(bot, table.id, people, random.Random(seed))

    async def turn(self, meter: Meter) -> float | None:
        """Plan and confirm a turn of whoever is awaited; return its CPU, None at the end."""
        awaited = (await self.bot.parts.tables.by_id(self.id)).to_act()
        if not awaited:
            return None
        player = next(each for each in self.people.members if each.id == awaited[0].id)
        seconds = await self._press(player, *self.people.newest("plan"), meter)
        planner = self.people.newest_private()
        while (confirm := first(planner, "done")) is None:
            control = first(planner, *CHOICES)
            assert control, "a draft that is not whole offers a choice"
            if control.values:
                control = replace(control, values=(self.choices.choice(control.values),))
            seconds += await self._press(player, planner, control, meter)
        return seconds + await self._press(player, planner, confirm, meter)

    async def _press(
        self, player: simcord.MemberActor, shown: Shown, control: Control, meter: Meter
    ) -> float:
        """Press a button, or choose in a menu; return the CPU of all that comes of it."""
        backend = self.people.env.backend
        payload = press_payload(backend, player, shown, control)
        start, requests = meter.seconds, len(backend.http_requests)
        backend.emit("INTERACTION_CREATE", payload)
        async with asyncio.timeout(LONGEST):
            before = start
            while meter.seconds - before > STILL or len(backend.http_requests) == requests:
                before = meter.seconds
                await asyncio.sleep(QUIET)
        spent = meter.seconds - start
        await self.people.env.settle()
        return spent
