"""What the tests of the service play on: a clock, a notifier, people, a table."""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from metrobot.engine.title import Titles
from metrobot.service.membership.transfer_rules import SILENCE
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind, Undeliverable
from metrobot.service.outbox.kinds import KINDS, Lane
from metrobot.service.people.terms import mark_of
from metrobot.service.ports import Helpers, Thinker
from metrobot.service.tables import Tables
from metrobot.service.upkeep.housekeeping import Chore
from metrobot.store.schema.rows import GameRow
from metrobot.store.statements.votes.ballots import Ballot
from metrobot.store.statements.waits.due import DueKind
from metrobot.store.store import Store
from metrobot.vitals.listener import UNHEARD, Vitals
from tests.service.toy import TOY, Take

GUILD, CHANNEL = 1, 2
# A set of these ids is in another order than they are: whatever is not sorted shows.
ANN, BOB, CAT, DAN = (
    Person(PlayerId(number), name)
    for number, name in ((10, "Ann"), (17, "Bob"), (24, "Cat"), (39, "Dan"))
)
KEY = bytes(range(32))
TITLES: Titles = {"toy": TOY}


@dataclass
class FakeClock:
    """A clock that is set by hand; set forward, as much time passes.

    Attributes:
        time: the time of day.
        passed: seconds that have passed, whatever the time of day did.
    """

    time: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    passed: float = 0.0

    def __setattr__(self, name: str, value: Any) -> None:
        """Set the time; what lies between is passed, unless it is set back."""
        if name == "time" and name in vars(self):
            self.passed += max(0.0, (value - self.time).total_seconds())
        super().__setattr__(name, value)

    def now(self) -> datetime:
        """Return the time that was set."""
        return self.time

    def advance(self, seconds: float) -> None:
        """Advance the clock."""
        self.time += timedelta(seconds=seconds)

    def monotonic(self) -> float:
        """Return the time that has passed."""
        return self.passed

    def jump(self, seconds: float) -> None:
        """Set the time of day, while no time passes."""
        passed = self.passed
        self.time += timedelta(seconds=seconds)
        self.passed = passed


@dataclass
class FakeNotifier:
    """A notifier that writes down what it said.

    Attributes:
        said: kind, turn and player of each thing said, in order.
        tried: nonces of all attempts.
        failures: what to raise, by kind, until it is taken away.
        news: kinds of what was told within other messages.
    """

    said: list[tuple[str, int | None, int | None]] = field(default_factory=list)
    tried: list[str] = field(default_factory=list)
    failures: dict[DeliveryKind, Exception] = field(default_factory=dict)
    news: list[str] = field(default_factory=list)

    async def deliver(self, table: Table | None, delivery: Delivery) -> int | None:
        """Write down, or fail."""
        self.tried.append(delivery.nonce)
        if delivery.kind in self.failures:
            raise self.failures[delivery.kind]
        self.news += [each.kind.value for each in delivery.news]
        for player in delivery.players or (None,):
            self.said.append((delivery.kind.value, delivery.turn, player))
        return 1000 + delivery.id


CLOSED = Undeliverable("dm_closed", permanent=True)
HICCUP = Undeliverable("500", permanent=False)
GONE = Undeliverable("channel deleted", permanent=True)


class Poster(Protocol):
    """Posts things, in a test."""

    async def deliver(self, table: Table | None, delivery: Delivery) -> int | None:
        """Post one thing, as `Notifier.deliver` does."""


@dataclass
class Line:
    """The service's way to post: a poster, or nobody for a while.

    Attributes:
        poster: who posts; None: everything waits.
    """

    poster: Poster | None = None

    @property
    def is_ready(self) -> bool:
        """Whether anybody posts."""
        return self.poster is not None

    async def deliver(self, table: Table | None, delivery: Delivery) -> int | None:
        """Post a delivery."""
        assert self.poster is not None
        return await self.poster.deliver(table, delivery)

    def prepare(self, table: Table, turn: int) -> None:
        """Work nothing out."""


@dataclass
class Stage:
    """A service over a real database, and what surrounds it.

    Attributes:
        left: ids of people who have left the server.
        blind: ids of people who cannot see the channel.
        silenced: ends of people's time-outs, by their ids.
        ears: what this process hears, each with whether it does so now.
    """

    tables: Tables
    store: Store
    clock: FakeClock
    notifier: FakeNotifier
    line: Line
    url: str
    left: set[int] = field(default_factory=set)
    blind: set[int] = field(default_factory=set)
    silenced: dict[int, datetime] = field(default_factory=dict)
    ears: dict[str, bool] = field(default_factory=lambda: {"all": True})

    async def lobby(self, *others: Person) -> Table:
        """Open a lobby of Ann and others."""
        table = await self.tables.lobbies.open(
            guild=GUILD, channel=CHANNEL, host=ANN, title="toy", capacity=None
        )
        for number, person in enumerate(others):
            table = await self.tables.lobbies.at(CHANNEL).join(person, 500 + number)
        return table

    async def start(self, *others: Person, **options: bool | str) -> Table:
        """Start a game of Ann and others, in this order."""
        await self.lobby()
        await self.tables.lobbies.at(CHANNEL).choose(ANN.id, "seating", "joined")
        for name, value in options.items():
            await self.tables.lobbies.at(CHANNEL).choose(ANN.id, name, value)
        for number, person in enumerate(others):
            await self.tables.lobbies.at(CHANNEL).join(person, 500 + number)
        return await self.tables.lobbies.at(CHANNEL).start(
            ANN.id, may_manage=False, interaction=900
        )

    async def agree(self, *people: Person) -> Table:
        """Let people press OK in the lobby, whose present terms they see."""
        table = await self.tables.in_channel(CHANNEL)
        for person in people:
            table = await self.tables.lobbies.at(CHANNEL).agree(person.id, mark_of(table))
        return table

    async def take(self, table: Table, *counts: int) -> Table:
        """Take counters for the person who is awaited."""
        (person,) = table.to_act()
        if table.is_unseen(person.id):
            await self.tables.turns.begin_draft(table.id, person.id)
        actions = [Take(count) for count in counts]
        return await self.tables.turns.act(table.id, person.id, table.revision, actions)

    async def vote(
        self, table: Table, ballot: Ballot, *people: Person, agrees: bool = True
    ) -> Ballot:
        """Cast people's votes for or against."""
        for person in people:
            ballot = await self.tables.ballots.vote(
                table, ballot.id, person.id, ballot.kind, agrees=agrees
            )
        return ballot

    async def sit(self, table: Table, position: int, person: Person) -> Table:
        """Seat somebody in a vacant place, all others agreeing."""
        found = await self.tables.seats.take(table.id, position, person)
        if isinstance(found, Table):
            return found
        ballot = await self.vote(table, found, *table.seated)
        return await self.tables.seats.hand_over(table.id, ballot, person)

    async def finish(self, table: Table) -> Table:
        """Play on to the end, as fast as it can be."""
        while table.status == "running":
            table = await self.take(table, min(3, table.state.pile))
        return table

    async def said(self) -> list[tuple[str, int | None, int | None]]:
        """Deliver everything due, and return all that has been said."""
        await self.tables.deliver_pending()
        return self.notifier.said

    async def wait(self, seconds: float, channel: int = CHANNEL) -> Table:
        """Have all be said that is due, and looked at, and let time pass; return the table."""
        poster, self.line.poster = self.line.poster, self.line.poster or self.notifier
        await self.tables.deliver_pending()
        await self.tables.looks.sweep()
        self.line.poster = poster
        self.clock.advance(seconds)
        return await self.tables.in_channel(channel)

    async def put_aside(self) -> None:
        """Let all games be told that they are idle, and then be put aside."""
        for _ in range(2):
            self.clock.advance(timedelta(days=9).total_seconds())
            at = self.tables.clock.now()
            due = await self.store.due.find(at, 9, DueKind.IDLE)
            idle: Any = (timedelta(), at, lambda _, since, __: since)
            await self.store.channels.put_aside(due, *idle, now=at)
            await self.said()
        self.tables._loader.forget()

    async def row(self, table: Table) -> GameRow:
        """Return a table's row of the store."""
        row = await self.store.games.by_id(table.id)
        assert row is not None
        return row

    async def is_silent(self, position: int) -> bool:
        """Return whether the others may replace whoever has a place, as they have waited."""
        table = await self.tables.in_channel(CHANNEL)
        return self.tables.acting.waited(table, position) >= SILENCE

    async def in_channel(self) -> list[str]:
        """Return the kinds of what has been said in channels once all that is due was."""
        return [kind for kind, _, _ in await self.said() if KINDS[kind].lane is not Lane.PERSON]


@asynccontextmanager
async def staged(
    url: str,
    *,
    notifier: FakeNotifier | None = None,
    clock: FakeClock | None = None,
    thinker: Thinker | None = None,
    pauses: list[float] | None = None,
    titles: Titles = TITLES,
    chores: Sequence[Chore] = (),
    hurry: Callable[[timedelta], None] = lambda _: None,
    vitals: Vitals = UNHEARD,
) -> AsyncIterator[Stage]:
    """Set up a service on a database, and take it down again.

    Args:
        url: of the database.
        notifier: says things once the line is given it.
        clock: tells the time.
        thinker: decides what computers play; None: they stand still.
        pauses: is told how long computers would wait, who do not.
        titles: what can be played.
        chores: what else is done in each round.
        hurry: is called with how soon the next round has to come.
        vitals: is told what happens.
    """
    found = [] if pauses is None else pauses

    async def pause(seconds: float) -> None:
        found.append(seconds)

    clock = clock or FakeClock()
    notifier = notifier or FakeNotifier()
    store, line = await Store.open(url, vitals=vitals), Line()
    left, blind, ears = set[int](), set[int](), {"all": True}
    silenced = dict[int, datetime]()

    async def find_gone(_: int, people: Iterable[int]) -> frozenset[int]:
        return frozenset(left.intersection(people))

    async def find_shut_out(_: int, __: int, people: Iterable[int]) -> dict[int, None]:
        return dict.fromkeys(blind.intersection(people))

    async def find_unable(_: int, __: int, people: Iterable[int]) -> dict[int, datetime | None]:
        unable = {**silenced, **dict.fromkeys(blind)}
        return {each: unable[each] for each in people if each in unable}

    tables = Tables(
        store,
        clock,
        titles,
        make_notifier=lambda _: line,
        find_gone=find_gone,
        find_unable=find_unable,
        find_shut_out=find_shut_out,
        ears=lambda: ears,
        hurry=hurry,
        entropy=lambda: KEY,
        helpers=Helpers(thinker, pause=pause),
        chores=chores,
        vitals=vitals,
    )
    stage = Stage(tables, store, clock, notifier, line, url, left, blind, silenced, ears)
    yield stage
    if stage.tables is not tables:  # a test has put others in their place
        await stage.tables.close()
    await tables.close()
    await store.close()
