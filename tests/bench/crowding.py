"""300 people at once who want to play the line of the day, over 300 who want to plan a turn.

From the press to the picture, all pictures drawn: those who begin a line, those who go on
with it at whichever card they are, and those who open the planner of their turn, in games
of all titles and in those of Metrolijn alone. CPU, since the burst takes all there is; how
long they wait stands beside it. What the simulated Discord does is left out.
"""

import asyncio
import random
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import simcord
from simcord.http import router

from metrobot.games.registry import TITLES
from metrobot.service.daily import timetable
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.play.lock_choice import draft_for
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.app.clock import SystemClock
from metrobot.ui.pages.ids import PressKind
from tests.bench.confirming import make_ready
from tests.bench.measure import Row, p95, some
from tests.bench.people import People, controls
from tests.bench.planning import Position, played, running
from tests.bench.watching import press_payload

PEOPLE: Final = some(300, 2)
A_TABLE: Final = 4
"""So many play each game: one of them plans, so that nobody does in two games."""
AT_MOST: Final = 1.2
ROUNDS: Final = 2
"""Each on a day of its own; the first warms up."""
FIRST_DAY: Final = 400
"""Number of a line."""
TURNS: Final = 4
MOST_CARDS: Final = 14
"""So many cards somebody has played at most who goes on."""
LATE: Final = 120.0
_dispatch = router.dispatch


class Burst(NamedTuple):
    """CPU and waits of one burst, up to the last picture."""

    cpu: float
    waits: tuple[float, ...]

    def __str__(self) -> str:
        """Return the plain times."""
        half, most = median(self.waits), p95(self.waits)
        return f"{self.cpu:.2f} s of CPU; half had it after {half:.2f} s, 95 % after {most:.2f}"


class Pictures:
    """Times at which answers got their pictures, the simulated Discord's own time left out."""

    def __init__(self) -> None:
        self._left_out = 0.0
        self._at = dict[str, float]()

    def request(self, *where: Any, files: Any = None, **rest: Any) -> Any:
        """Let Discord do what it is asked for, unmeasured; note the time of each first picture."""
        if files:
            token = str(where[2]).split("/")[3]
            self._at.setdefault(token, time.perf_counter())
        start = time.thread_time()
        try:
            return _dispatch(*where, files=files, **rest)
        finally:
            self._left_out += time.thread_time() - start

    async def burst(self, env: simcord.Env, payloads: Sequence[dict[str, Any]]) -> Burst:
        """Tell the bot of many presses at once; wait until all are answered with pictures."""
        tokens = [str(each["token"]) for each in payloads]
        self._at.clear()
        cpu, begun = time.process_time() - self._left_out, time.perf_counter()
        for each in payloads:
            env.backend.emit("INTERACTION_CREATE", each)
        async with asyncio.timeout(LATE):
            while not all(token in self._at for token in tokens):  # noqa: ASYNC110 -- it is counted
                await asyncio.sleep(0.01)
        spent = time.process_time() - self._left_out - cpu
        await env.settle()
        return Burst(spent, tuple(self._at[token] - begun for token in tokens))


@contextmanager
def _pictures() -> Iterator[Pictures]:
    """Watch the bot's requests to the simulated Discord."""
    found = Pictures()
    with patch.object(router, "dispatch", found.request):
        yield found


class Crowd:
    """Many members of one server."""

    def __init__(self, bot: Metrobot, env: simcord.Env) -> None:
        self._bot = bot
        self._env = env
        self._guild = env.create_guild("Crowd")
        self._channel = self._guild.create_text_channel("lines")
        names = (f"person {number}" for number in range(PEOPLE * A_TABLE))
        self._people = [self._guild.add_member(env.create_user(name)) for name in names]
        self._chance = random.Random(1)

    async def planners(self, titles: Sequence[str]) -> list[dict[str, Any]]:
        """Return presses of Plan, each in a game of its own."""
        found = list[dict[str, Any]]()
        for number in range(PEOPLE):
            people = People(
                self._env,
                self._guild.id,
                self._guild.create_text_channel(f"game-{number}"),
                tuple(self._people[number * A_TABLE :][:A_TABLE]),
            )
            position = Position(titles[number % len(titles)], number, TURNS)
            table = await played(self._bot.parts.tables, position, people)
            await self._bot.parts.tables.deliver_pending(table.id)
            awaited = table.to_act()[0].id
            player = next(each for each in people.members if each.id == awaited)
            found.append(press_payload(self._env.backend, player, *people.newest("plan")))
        return found

    async def begin(self, number: int) -> None:
        """Let somebody else be the first of a line: that needs a press of its day."""
        person = Person(PlayerId(number), "first")
        press = timetable.first_press(number)
        await self._bot.parts.tables.daily.runs.begin(
            number, person, guild=self._guild.id, interaction=press, is_new=False
        )

    async def lines(self) -> list[dict[str, Any]]:
        """Let all type /daily; return their presses of Play, or of Go on."""
        found = list[dict[str, Any]]()
        for member in self._people[:PEOPLE]:
            shown = (await member.slash(self._channel, "daily")).response
            assert shown
            play = next(
                each for each in controls(shown) if each.id.endswith(f":{PressKind.LINE_PLAY}!")
            )
            found.append(press_payload(self._env.backend, member, shown, play))
        return found

    async def cards(self, number: int) -> None:
        """Let each play some cards of a line."""
        runs = self._bot.parts.tables.daily.runs
        for member in self._people[:PEOPLE]:
            person = Person(PlayerId(member.id), member.name)
            run = await runs.of(number, person)
            for _ in range(self._chance.randrange(MOST_CARDS)):
                assert run is not None
                draft = draft_for(run.play, person.id)
                while not draft.is_turn_over:
                    draft = draft.then(self._chance.randrange(len(draft.open_choices)))
                run = await runs.play_draft(run.row.id, person, run.play.revision, draft.code)


def on_day(number: int) -> Any:
    """Set the clock to the middle of a line's day within the context."""
    moment = timetable.opens_at(number) + timedelta(hours=12)
    return patch.object(SystemClock, "now", lambda _: moment)


@contextmanager
def nothing_drawn(bot: Metrobot) -> Iterator[None]:
    """Have the bot post a ready picture instead of drawing within the context."""
    drawn = bot.parts.drawing.draw
    make_ready(bot, bytes(1000))
    yield
    bot.parts.drawing.draw = drawn  # type: ignore[method-assign]  # as it was


async def bursts() -> dict[str, list[Burst]]:
    """Return the bursts of each kind, one a round."""
    found = dict[str, list[Burst]]()
    with tempfile.TemporaryDirectory() as folder, _pictures() as pictures:
        async with running(Path(folder), 1, is_ready=False) as (bot, env):
            crowd = Crowd(bot, env)
            for number in range(FIRST_DAY, FIRST_DAY + ROUNDS):
                with on_day(number):
                    async for what, payloads in _kinds(bot, crowd, number):
                        taken = await pictures.burst(env, payloads)
                        found.setdefault(what, []).append(taken)
    return found


async def _kinds(
    bot: Metrobot, crowd: Crowd, number: int
) -> AsyncIterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the presses of each kind of burst, once it is their turn."""
    with nothing_drawn(bot):
        mixed = await crowd.planners(tuple(TITLES))
        alike = await crowd.planners(("metrolijn",))
        await crowd.begin(number)
        begins = await crowd.lines()
    yield "mixed", mixed
    yield "metrolijn", alike
    yield "begin", begins
    with nothing_drawn(bot):
        await crowd.cards(number)
        goes_on = await crowd.lines()
    yield "go on", goes_on


async def measure() -> list[Row]:
    found = {what: each[1:] for what, each in (await bursts()).items()}
    cpu = {what: median(burst.cpu for burst in each) for what, each in found.items()}
    times = tuple(f"{what}: {burst}" for what, each in found.items() for burst in each)
    return [
        Row(
            f"{PEOPLE} people at once who {what} the line of the day"
            f" / {PEOPLE} planners of turns in {games}",
            cpu[what] / cpu[beside],
            AT_MOST,
            times=times if (what, beside) == ("begin", "mixed") else (),
        )
        for what in ("begin", "go on")
        for beside, games in (("mixed", "games of all titles"), ("metrolijn", "games of Metrolijn"))
    ]


if __name__ == "__main__":
    for row in asyncio.run(measure()):
        print(row, *row.times, sep="\n  ")
