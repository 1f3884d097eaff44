"""What a large database costs the line of the day: python -m tests.bench.line_growth [WHERE].

The same is done on an empty database, on one where five people have finished every line,
and on one with a million finished runs: CPU of the bot (on PostgreSQL the least time, since
the server works too) from a press to the whole answer, and the longest step of the event
loop. No picture is drawn, and what the simulated Discord does is left out.
"""

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import simcord
import sqlalchemy as sa

from metrobot.service.daily import timetable
from metrobot.service.daily.runs import Run
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.service.play.lock_choice import draft_for
from metrobot.store.statements.daily.papers import PaperRow
from metrobot.ui.app.bot import Metrobot
from metrobot.ui.app.clock import SystemClock
from metrobot.ui.daily.paper_page import paper_letter
from metrobot.ui.pages.ids import PressKind
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.vitals.memory import freeze
from tests import databases
from tests.bench import line_growing as growing
from tests.bench.blocks import Watch, watching
from tests.bench.costs import AT_MOST, LONGEST_STEP, WARM_UP, Cost, Costs
from tests.bench.growth import TIMES, Measured
from tests.bench.line_growing import LAST, TODAY, Village
from tests.bench.people import Control, People, controls
from tests.bench.planning import running
from tests.bench.watching import press_payload
from tests.postgresql.server import LASTING, Server

SIZES: Final = ("empty", "five people", "a million runs")
PAPERS: Final = 200
"""As many as one round sends."""


class LinesMeasured(Measured):
    """The bot, and people who look at lines of the day."""

    def __init__(self, bot: Metrobot, env: simcord.Env, watch: Watch) -> None:
        super().__init__(Path(), bot, env, watch)
        self.daily = bot.parts.tables.daily
        self.small = People.in_a_new_server(env)
        self.large = People.in_a_new_server(env)

    async def begin(self, size: str) -> None:
        """Play the last two lines through the bot, and add earlier ones as the size says."""
        finisher = self.small.of(1)
        person = Person(PlayerId(finisher.id), finisher.name)
        for number in (LAST, TODAY):
            with at(timetable.opens_at(number) + timedelta(hours=12)):
                await self.played(number, person, self.small.guild)
        other = self.large.of(1)
        await self.played(TODAY, Person(PlayerId(other.id), other.name), self.large.guild)
        await self._bot.parts.tables.people.prefer(person, show_sheet=True)
        veterans = [self.small.of(at).id for at in (0, 2, 3)]
        villages = list[Village]()
        large = None
        if size != SIZES[0]:
            villages.append(Village(self.small.guild, veterans, 1, LAST))
            villages.append(Village(self.small.guild, [finisher.id], 1, LAST - 1))
        if size == SIZES[2]:
            large = self.large.guild
            villages.append(Village(large, [other.id], 1, LAST))
        store = self._bot.parts.store
        await store._database.write(lambda c: growing.grow(c, villages, large))
        self._bot.parts.tables.replaced()

    async def played(self, number: int, person: Person, guild: int) -> Run:
        """Play a line to its end."""
        run = await self.daily.runs.begin(
            number, person, guild=guild, interaction=timetable.first_press(number), is_new=False
        )
        while not run.is_over:
            draft = draft_for(run.play, person.id)
            while not draft.is_turn_over:
                draft = draft.then(0)
            run = await self.daily.runs.play_draft(
                run.row.id, person, run.play.revision, draft.code
            )
        return run

    async def all(self) -> Costs:
        """Measure everything; return the costs."""
        veteran, finisher = self.small.of(0), self.small.of(1)
        newcomer, one_of_many = self.large.of(0), self.large.of(1)
        home = "/daily"
        await self._looked(home, self.small, veteran)
        await self._looked(f"{home}, who has finished", self.small, finisher)
        await self._looked(f"{home}, a newcomer on a large server", self.large, newcomer)
        await self._looked(f"{home}, on a large server", self.large, one_of_many)
        for wanted, what in (
            (PressKind.LINE_TABLE, "table"),
            (PressKind.LINE_WEEK, "week"),
            (PressKind.LINE_PAST, "past lines"),
            (PressKind.LINE_DEALING, "fair dealing"),
        ):
            await self._turned_to(what, self.small, finisher, wanted)
        for wanted, what in ((PressKind.LINE_TABLE, "table"), (PressKind.LINE_WEEK, "week")):
            await self._turned_to(f"{what} of a large server", self.large, newcomer, wanted)
        await self._paper("paper", self.small.guild)
        await self._paper("paper of a large server", self.large.guild)
        await self._streaks(PlayerId(veteran.id))
        await self._cards()
        await self._rounds()
        return self.costs

    async def _looked(self, name: str, people: People, member: simcord.MemberActor) -> None:
        """Type /daily."""
        for _ in range(WARM_UP + TIMES):
            await self._typed(name, people, member, "daily")

    async def _turned_to(
        self, name: str, people: People, member: simcord.MemberActor, wanted: PressKind
    ) -> None:
        """Look at another page of the line."""
        for _ in range(WARM_UP + TIMES):
            answer = await member.slash(people.channel, "daily")
            shown = answer.response
            assert shown
            if wanted is PressKind.LINE_WEEK:
                await member.click(shown, custom_id=_control(shown, PressKind.LINE_TABLE).id)
                shown = people.newest_private()
            payload = press_payload(self._env.backend, member, shown, _control(shown, wanted))
            await self._told(name, payload)

    async def _paper(self, name: str, guild: int) -> None:
        """Make the morning paper of a server, its picture drawn before."""
        delivery = Delivery(
            id=1,
            game=None,
            kind=DeliveryKind.PAPER,
            turn=LAST,
            revision=0,
            player=None,
            nonce="",
            guild=guild,
            channel=1,
        )

        async def make() -> None:
            await paper_letter(self.daily, self._bot.parts.fronts, delivery, ENGLISH)

        for _ in range(WARM_UP + TIMES):
            await self._done(name, make)

    async def _streaks(self, player: PlayerId) -> None:
        """Work out streaks alone."""

        async def own() -> None:
            await self.daily.standings.streak(player)

        async def town() -> None:
            await self.daily.standings.server_streak(self.small.guild)

        async def beaten() -> None:
            await self.daily.standings.beaten(TODAY, 30, PlayerId(1))

        for _ in range(WARM_UP + TIMES):
            await self._done("(beaten alone)", beaten)
            for what, work in (("streak of a person", own), ("streak of a server", town)):
                self.daily.standings.forget()
                await self._done(f"(first {what})", work)
                await self._done(f"({what} alone)", work)

        async def week() -> None:
            await self.daily.standings.week(self.large.guild, LAST, 15)

        for _ in range(WARM_UP + TIMES):
            self.daily.standings.forget()
            await self._done("(first week of a large server)", week)
            await self._done("(week of a large server alone)", week)

    async def _cards(self) -> None:
        """Begin today's line, and play a card."""
        for at in range(WARM_UP + TIMES):
            number = 1_000_000_000 + at
            person = Person(PlayerId(number), "Zoe")
            runs = list[Run]()

            async def begin(person: Person = person, runs: list[Run] = runs) -> None:
                runs.append(
                    await self.daily.runs.begin(
                        TODAY,
                        person,
                        guild=self.small.guild,
                        interaction=timetable.first_press(TODAY),
                        is_new=False,
                    )
                )

            await self._done("(begin a run)", begin)
            (run,) = runs
            draft = draft_for(run.play, person.id)
            while not draft.is_turn_over:
                draft = draft.then(0)

            async def play(run: Run = run, person: Person = person, code: str = draft.code) -> None:
                await self.daily.runs.play_draft(run.row.id, person, run.play.revision, code)

            await self._done("(play a card)", play)

    async def _rounds(self) -> None:
        """Run rounds with nothing to do, and rounds with as many papers as one sends."""
        store = self._bot.parts.store
        for _ in range(WARM_UP + TIMES):
            await self._done("an idle round of lines", self.daily.sweep)
        servers = [self.small.guild, *(growing.SERVERS + at for at in range(PAPERS - 1))]
        for _ in range(WARM_UP + TIMES // 2):
            for guild in servers:
                await store.papers.save(PaperRow(guild, 1, 9, "UTC", LAST - 1, growing.now()))
            await self._done(f"a round with {PAPERS} papers, none made", self._swept)
            await store._database.write(
                lambda c: c.execute(sa.text("DELETE FROM deliveries WHERE kind = 'paper'"))
            )

    async def _swept(self) -> None:
        """Run a round that queues papers; nobody posts them."""
        with patch.object(self.daily.papers.outbox, "deliver_soon", lambda _: None):
            await self.daily.papers.sweep()


def _control(shown: Any, wanted: PressKind) -> Control:
    """Return the button of one kind from a page about a line."""
    return next(each for each in controls(shown) if each.id.endswith(f":{wanted}!"))


def at(moment: datetime) -> Any:
    """Set the clock to a moment within the context."""
    return patch.object(SystemClock, "now", lambda _: moment)


@asynccontextmanager
async def measured(folder: Path, size: str, url: str | None) -> AsyncIterator[LinesMeasured]:
    with watching() as watch, at(growing.now()):
        async with running(folder, 1, is_ready=True, url=url) as (bot, env):
            found = LinesMeasured(bot, env, watch)
            await found.begin(size)
            if url is not None:
                await _tidied(url)
            freeze()
            yield found


async def _tidied(url: str) -> None:
    """Have a PostgreSQL tidy up and gather statistics, as it does by itself in time."""
    async with databases._connected(url) as connection:
        await connection.execute("VACUUM ANALYZE")
        await connection.execute("CHECKPOINT")


async def costs_by_size(server: Server | None) -> list[Costs]:
    found = list[Costs]()
    with tempfile.TemporaryDirectory() as folder:
        for number, size in enumerate(SIZES):
            url = None
            if server is not None:
                await databases.made(server, f"lines_{number}", "template0")
                url = server.url(f"lines_{number}")
            place = Path(folder) / str(number)
            place.mkdir()
            async with measured(place, size, url) as lines:
                costs = await lines.all()
            found.append(costs)
            print(f"  measured: {size}", flush=True)
    return found


def table(found: Sequence[Costs], *, by_time: bool) -> str:
    rows = [f"what | {' | '.join(SIZES)} | the largest over the empty one | longest step"]
    for name in found[0]:
        costs = [each[name] for each in found]
        values = [_typical(cost, by_time=by_time) for cost in costs]
        ratio = values[-1] / values[0]
        longest = max(cost.longest for cost in costs)
        remark = "" if ratio <= AT_MOST and longest <= LONGEST_STEP else " | beyond"
        times = " | ".join(map(str, costs))
        rows.append(f"{name} | {times} | {ratio:.2f} | {longest:.1f}{remark}")
    return "\n".join(rows)


def _typical(cost: Cost, *, by_time: bool) -> float:
    """Return the typical cost: the least time if `by_time`, else CPU."""
    return min(cost.wall[WARM_UP:]) if by_time else cost.milliseconds


async def main(stores: Sequence[str]) -> None:
    for store in stores:
        server = Server.start(LASTING) if store == "postgresql" else None
        print(f"The line of the day on {store}, in ms of CPU (in ms that pass)", flush=True)
        try:
            print(table(await costs_by_size(server), by_time=server is not None))
        finally:
            if server is not None:
                server.stop()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:] or ("sqlite",)))
