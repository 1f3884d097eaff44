"""What the size of the database costs: python -m tests.bench.growth [SIZES].

The same things are done at 1,000, 10,000 and 100,000 finished games: CPU and time
from a press to the whole answer, and the longest step of the event loop. Pictures
are ready, since they do not know of the database; what the simulated Discord does
is left out.
"""

import asyncio
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any, Final

import simcord
from simcord import interactions

from metrobot.service.model.table import Table
from metrobot.store.open import open_store
from metrobot.ui.app.bot import Metrobot
from metrobot.vitals.memory import freeze
from tests.bench import growing
from tests.bench.blocks import Watch, watching
from tests.bench.costs import AT_MOST, LONGEST_STEP, WARM_UP, Cost, Costs, lines
from tests.bench.measure import some
from tests.bench.people import People, first
from tests.bench.planning import Position, played, running
from tests.bench.watching import press_payload

SIZES: Final = some((1000, 10_000, 100_000), (200,))
TIMES: Final = some(9, 1)
"""How often each thing is done."""
QUIET: Final = 0.03
"""Seconds in which next to nothing happens once an answer is done."""
STILL: Final = 0.001
LATE: Final = 30.0
DUE: Final = some(10, 2)
"""Games of which a round of reminders reminds."""


class Measured:
    """The bot on a large database, and what people do there."""

    def __init__(self, path: Path, bot: Metrobot, env: simcord.Env, watch: Watch) -> None:
        self._path = path
        self._bot = bot
        self._env = env
        self._watch = watch
        self._guild = env.create_guild("Large", id=growing.LARGE)
        self._seeds = count(1)
        self.costs: Costs = {}

    async def all(self) -> Costs:
        """Measure everything; return the costs."""
        await self._count_all()
        await self._idle_rounds()
        people = [self._people() for _ in range(DUE)]
        await self._boards(people[0])
        await self._profiles(people[0])
        await self._forgets()
        await self._turns()
        await self._locks()
        await self._since()
        await self._reminders(people)
        return self.costs

    def _people(self) -> People:
        """Return four people of the large server, in a channel of their own."""
        channel = self._guild.create_text_channel(f"metro-{next(self._seeds)}")
        names = ("ann", "ben", "cat", "dan")
        members = tuple(self._guild.add_member(self._env.create_user(name)) for name in names)
        return People(self._env, self._guild.id, channel, members)

    def _old_hands(self, number: int) -> list[simcord.MemberActor]:
        """Return people of the large server with twenty finished games each."""
        found = [self._guild.add_member(self._env.create_user(f"old {n}")) for n in range(number)]
        with growing.connected(self._path) as connection:
            for at, member in enumerate(found):
                growing.rename(connection, growing.FIRST + at, member.id)
        return found

    # --- what is measured ---

    async def _count_all(self) -> None:
        """Count all there is, as rounds do: not what is measured."""
        while await self._bot.parts.tables.leaderboards.count_due():
            pass

    async def _boards(self, people: People) -> None:
        """Ask for the leaderboard, each time after one more game was counted."""
        (member,) = people.members[:1]
        for _ in range(WARM_UP + TIMES):
            self._uncount()
            await self._typed("/leaderboard", people, member, "leaderboard", game="metromania")

    def _uncount(self) -> None:
        """Have one more game of the large server be over, not counted yet."""
        with growing.connected(self._path) as connection:
            connection.execute(
                "UPDATE games SET counted = NULL WHERE id = (SELECT min(id) FROM games"
                " WHERE guild = ? AND title = 'metromania' AND counted)",
                (growing.LARGE,),
            )

    async def _profiles(self, people: People) -> None:
        """List somebody's games and free seats, and tell how they play."""
        (member,) = self._old_hands(1)
        for _ in range(WARM_UP + TIMES):
            await self._typed("/me games", people, member, "me games")
            await self._typed("/game seats", people, member, "game seats")
            self._uncount()
            await self._typed("/me profile", people, member, "me profile")

    async def _forgets(self) -> None:
        channel = self._people().channel
        for member in self._old_hands(WARM_UP + TIMES):
            asked = await member.slash(channel, "me forget")
            assert asked.response
            control = first(asked.response, "forget")
            assert control
            payload = press_payload(self._env.backend, member, asked.response, control)
            await self._told("/me forget", payload)

    async def _turns(self) -> None:
        people = await self._game("metromania")
        for _ in range(WARM_UP + TIMES):
            await self._confirmed("Confirm", people)

    async def _locks(self) -> None:
        """Lock choices of Metrolijn; the last of a round opens them all."""
        people = await self._game("metrolijn")
        for number in range((WARM_UP + TIMES) * len(people.members)):
            is_last = number % len(people.members) == len(people.members) - 1
            name = "the last lock of a round" if is_last else "a lock"
            await self._confirmed(name, people, people.members[number % len(people.members)])

    async def _confirmed(
        self, name: str, people: People, member: simcord.MemberActor | None = None
    ) -> None:
        player = member or people._called()
        planner = (await people.press_newest(player, "plan")).response
        assert planner
        confirm = await people.whole(player, planner)
        await self._env.settle()
        await self._told(name, press_payload(self._env.backend, player, planner, confirm))

    async def _since(self) -> None:
        """Press "since" as a stranger, for whom all turns are new."""
        people = await self._game("underground", turns=22)
        stranger = self._guild.add_member(self._env.create_user("eve"))
        for _ in range(WARM_UP + TIMES):
            shown, control = people.newest("since")
            payload = press_payload(self._env.backend, stranger, shown, control)
            await self._told("Since, 22 turns of On the Underground", payload)

    async def _reminders(self, people: Sequence[People]) -> None:
        """Send reminders about some games."""
        games = [await self._played("metromania", each, 5) for each in people]
        for _ in range(WARM_UP + TIMES):
            with growing.connected(self._path) as connection:
                _make_due(connection, [table.id for table in games])
            self._bot.parts.tables._loader.forget()
            await self._done(f"a round that reminds of {DUE} games", self._round)

    async def _idle_rounds(self) -> None:
        for _ in range(WARM_UP + TIMES):
            await self._done("an idle round", self._round)

    # --- how ---

    async def _round(self) -> None:
        await self._bot.parts.tables.housekeeping.round()

    async def _game(self, title: str, turns: int = 5) -> People:
        """Return people whose game has been played for a while."""
        people = self._people()
        await self._played(title, people, turns)
        return people

    async def _played(self, title: str, people: People, turns: int) -> Table:
        """Play a game for a while, and post its board."""
        table = await played(self._bot.parts.tables, Position(title, 4, turns), people)
        await self._bot.parts.tables.deliver_pending(table.id)
        await self._env.settle()
        return table

    async def _typed(
        self, name: str, people: People, member: simcord.MemberActor, command: str, **options: Any
    ) -> None:
        root, *path = command.split()
        backend = self._env.backend
        found = backend.find_command(root, people.guild)
        assert found is not None
        given = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        nested = interactions.nest_options(found, path, given)
        _, payload = interactions.base_payload(
            backend,
            type=2,
            channel_id=people.channel.id,
            guild_id=people.guild,
            user_id=member.id,
            data={"id": found["id"], "name": root, "type": 1, "options": nested},
        )
        await self._told(name, payload)

    async def _told(self, name: str, payload: Any) -> None:
        """Send the bot an interaction; measure until it has answered and fallen quiet."""
        asked = self._watch.asked

        async def tell() -> None:
            self._env.backend.emit("INTERACTION_CREATE", payload)
            async with asyncio.timeout(LATE):
                before = self._watch.cpu
                while self._watch.asked < asked + 2 or self._watch.cpu - before > STILL:
                    before = self._watch.cpu
                    await asyncio.sleep(QUIET)

        await self._done(name, tell, until_asked=True)
        await self._env.settle()

    async def _done(
        self, name: str, work: Callable[[], Awaitable[None]], *, until_asked: bool = False
    ) -> None:
        """Do some work and add its cost."""
        watch = self._watch
        watch.begin()
        cpu, wall = watch.cpu, watch.wall
        await work()
        end = watch.last if until_asked else watch.wall
        cost = self.costs.setdefault(name, Cost())
        cost.add(watch.cpu - cpu, end - wall, watch.longest)


def _make_due(connection: sqlite3.Connection, games: Sequence[int]) -> None:
    """Make reminders due: people were called two days ago and never reminded."""
    for game in games:
        long_ago = "datetime('now', '-2 days') || '.000000'"
        for change in (
            f"games SET turn_since = {long_ago} WHERE id",
            f"seats SET called_at = {long_ago} WHERE called_at IS NOT NULL AND game",
            f"due SET at = {long_ago} WHERE kind = 'turn' AND of",
            "deliveries SET kind = 'said' WHERE kind IN ('remind', 'remind_direct') AND game",
        ):
            connection.execute(f"UPDATE {change} = ?", (game,))


async def measure(path: Path) -> Costs:
    starts = Cost()
    with watching() as watch:
        for _ in range(WARM_UP + TIMES):
            watch.begin()
            cpu, wall = watch.cpu, watch.wall
            store = await open_store(f"sqlite+aiosqlite:///{path}")
            await asyncio.sleep(0)
            starts.add(watch.cpu - cpu, watch.wall - wall, watch.longest)
            await store.close()
        async with running(path.parent, 1, is_ready=True) as (bot, env):
            freeze()
            costs = await Measured(path, bot, env, watch).all()
    return {"the store opens": starts, **costs}


def _copy(path: Path, folder: Path) -> Path:
    """Copy the database, so that games played there do not get in the way of the next size."""
    folder.mkdir()
    return Path(shutil.copyfile(path, folder / path.name))


async def costs_by_size(sizes: Sequence[int]) -> list[Costs]:
    found = list[Costs]()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "metrobot.db"
        before = await growing.begin(path)
        for size in sizes:
            growing.grow(path, before, size)
            before = size
            there = growing.sizes(path)
            print(f"  {', '.join(f'{value:,.0f} {name}' for name, value in there.items())}")
            copy = _copy(path, Path(folder) / str(size))
            found.append(await measure(copy))
            shutil.rmtree(copy.parent)
    return found


async def main(sizes: Sequence[int] = SIZES) -> None:
    print("What grows with finished games on SQLite, in ms of CPU (in ms that pass)")
    found = await costs_by_size(sizes)
    print("\n".join(lines(sizes, found)))
    print(f"aims: {AT_MOST} times the first, steps of the event loop of {LONGEST_STEP:.0f} ms")


if __name__ == "__main__":
    asyncio.run(main([int(each) for each in sys.argv[1:]] or SIZES))
