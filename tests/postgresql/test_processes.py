"""Several processes on one PostgreSQL: nothing lost, nothing doubled, nothing out of order."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from metrobot.service.finished.reviews import LEFT
from metrobot.service.model import loader as reader_module
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery
from metrobot.service.outbox.leases import LEASE
from metrobot.service.outbox.retry import FIRST_PAUSE
from metrobot.service.upkeep.housekeeping import SHARED
from metrobot.store.db.database import Database
from metrobot.store.db.signals import StoreListener
from metrobot.store.open import UnusableDatabaseError, open_store
from metrobot.store.schema.rows import GameRow
from metrobot.store.schema.tables import deliveries, players
from metrobot.store.store import Store
from tests import databases
from tests.service.stage import ANN, BOB, CHANNEL, FakeClock, FakeNotifier, Stage, staged
from tests.service.test_reviews import FakeReviewer
from tests.service.test_streams import enqueue_to

pytestmark = pytest.mark.postgresql
PATIENCE = 20


@dataclass
class Gate(FakeNotifier):
    """A notifier that can be held up in the middle of saying something.

    Attributes:
        is_open: whether it says things at once.
    """

    is_open: asyncio.Event = field(default_factory=asyncio.Event)
    is_saying: asyncio.Event = field(default_factory=asyncio.Event)

    async def deliver(self, table: Table | None, delivery: Delivery) -> int | None:
        """Wait until it is open."""
        self.is_saying.set()
        await self.is_open.wait()
        return await super().deliver(table, delivery)


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[tuple[Stage, Stage]]:
    """Return two services over one database, as two processes would have them."""
    url, clock, notifier = databases.url_of(tmp_path / "games.db"), FakeClock(), FakeNotifier()
    async with (
        staged(url, clock=clock, notifier=notifier) as first,
        staged(url, clock=clock, notifier=notifier) as second,
    ):
        yield first, second


@pytest.fixture
async def two_clocks(tmp_path: Path) -> AsyncIterator[tuple[Stage, Stage]]:
    """Return the same pair, with the clock of the second ten minutes behind the first's."""
    url, behind, notifier = databases.url_of(tmp_path / "games.db"), FakeClock(), FakeNotifier()
    ahead = FakeClock()
    ahead.advance(600)
    async with (
        staged(url, clock=ahead, notifier=notifier) as first,
        staged(url, clock=behind, notifier=notifier) as second,
    ):
        # From then on both go by the database's clock.
        for each in (first, second):
            await each.tables.acting.beat()
        yield first, second


async def lapse(stage: Stage, span: timedelta = LEASE) -> None:
    """Bring the end of every lease nearer, as if the database's clock had gone on."""
    ends = deliveries.c.held_until
    earlier = deliveries.update().values(held_until=ends - sa.literal(span, sa.Interval()))
    await stage.store._database.write(lambda connection: connection.execute(earlier))


async def cut_off(first: Stage, second: Stage) -> tuple[Gate, Table]:
    """Start a game that the first of two is saying for as long as a gate is shut."""
    gate = first.line.poster = Gate()
    second.line.poster = second.notifier
    table = await first.start(BOB, open=True)
    await until(gate.is_saying.is_set)
    return gate, table


async def until(condition: Any) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 -- the server tells, after some turns of the loop
            await asyncio.sleep(0)


async def test_of_those_that_start_together_one_makes_the_tables() -> None:
    """The others wait for it, and find them."""
    url = databases.new_url()

    opened = await asyncio.gather(*(Database.open(url) for _ in range(4)))
    found = await opened[0].read(lambda connection: sa.inspect(connection).get_table_names())
    for database in opened:
        await database.close()

    assert "deliveries" in found


async def test_an_older_release_refuses_a_newer_database() -> None:
    url = databases.new_url()
    store = await open_store(url)
    newer = sa.text("UPDATE alembic_version SET version_num = '9999'")
    await store._database.write(lambda connection: connection.execute(newer))
    await store.close()

    with pytest.raises(UnusableDatabaseError, match="a newer release of Metrobot") as refusal:
        await open_store(url)
    assert "\n" not in str(refusal.value)


async def test_what_both_may_say_is_said_once_and_in_order(pair: tuple[Stage, Stage]) -> None:
    """Turns are taken now here, now there, and both say whatever they find."""
    for each in pair:
        each.line.poster = each.notifier
    table = await pair[0].start(BOB, open=True)
    while table.status == "running":
        here = pair[table.revision % 2]
        table = await here.take(table, 1)
        await asyncio.gather(*(each.tables.deliver_pending() for each in pair))
    for each in pair:
        await each.tables.deliver_pending()

    said = pair[0].notifier.said
    turns = [turn for kind, turn, _ in said if kind == "turn" and turn is not None]
    assert turns == sorted(set(turns))
    assert [kind for kind, _, _ in said if kind != "turn"] == ["start", "over"]
    assert len(turns) == len(table.turns_played)


@pytest.mark.parametrize("who_dies", [0, 1])
async def test_clocks_that_differ_neither_shorten_nor_lengthen_a_lease(
    two_clocks: tuple[Stage, Stage], who_dies: int
) -> None:
    """The database has one clock, whatever time it is where the processes are."""
    first, second = two_clocks[who_dies], two_clocks[1 - who_dies]
    dead, table = await cut_off(first, second)

    await lapse(second, LEASE / 2)
    await second.tables.deliver_pending()
    assert second.notifier.said == []
    await lapse(second, LEASE / 2)
    await second.tables.deliver_pending()
    assert second.notifier.said == [("start", None, None)]

    dead.is_open.set()
    await first.tables.deliver_pending()
    assert await second.store.outbox.pending(table.id) == ()


async def test_what_a_dead_process_leaves_is_said_within_fifteen_seconds(
    pair: tuple[Stage, Stage],
) -> None:
    """The next round after its lease sends it, and is due when that ends."""
    first, second = pair
    dead = first.line.poster = Gate()
    second.line.poster = second.notifier
    idle = await second.tables.housekeeping.round()
    await first.start(BOB, open=True)
    await until(dead.is_saying.is_set)
    held = await second.tables.housekeeping.round()
    dead.is_open.set()
    await first.tables.deliver_pending()

    assert idle == SHARED
    assert timedelta() < held <= LEASE
    assert max(SHARED, LEASE) <= timedelta(seconds=12)


async def test_what_is_of_no_game_is_said_once_and_in_order(pair: tuple[Stage, Stage]) -> None:
    """The first process to come sends it; it is stored now here, now there."""
    for each in pair:
        each.line.poster = each.notifier
    for turn in range(6):
        await enqueue_to(pair[turn % 2], ANN, channel=CHANNEL, turns=(turn,))
        await asyncio.gather(*(each.tables.deliver_pending() for each in pair))
    for each in pair:
        await each.tables.deliver_pending()

    assert pair[0].notifier.said == [("cancelled", turn, ANN.id) for turn in range(6)]


async def test_a_cancel_is_announced_by_the_other_where_one_has_died(
    pair: tuple[Stage, Stage],
) -> None:
    """In the middle of saying it: the other one waits for its lease to end."""
    first, second = pair
    await first.start(BOB, open=True)
    dead = first.line.poster = Gate()
    second.line.poster = second.notifier
    await first.tables.cancel(CHANNEL, ANN, may_manage=True)
    await until(dead.is_saying.is_set)

    await second.tables.deliver_pending()
    assert second.notifier.said == []
    await lapse(second)
    await second.tables.deliver_pending()
    assert second.notifier.said == [("cancelled", None, ANN.id)]

    dead.is_open.set()
    await first.tables.deliver_pending()
    assert await second.store.outbox.every_pending() == ()


async def test_what_is_locked_is_left_alone_for_a_while(pair: tuple[Stage, Stage]) -> None:
    """A process was stopped in the middle of taking it; the others do not ask over and over."""
    first, second = pair
    table = await first.start(BOB, open=True)
    (row,) = await second.store.outbox.pending(table.id)
    locked, free = asyncio.Event(), asyncio.Event()

    async def stopped() -> None:
        engine = create_async_engine(first.url, poolclass=NullPool)
        async with engine.begin() as connection:
            taken = sa.select(deliveries.c.id).where(deliveries.c.id == row.id)
            await connection.execute(taken.with_for_update())
            locked.set()
            await free.wait()

    task = asyncio.create_task(stopped())
    await locked.wait()
    second.line.poster = second.notifier
    async with asyncio.timeout(PATIENCE):
        await second.tables.deliver_pending()
    before = list(second.notifier.said)
    free.set()
    await task
    second.clock.advance(FIRST_PAUSE.total_seconds())
    await second.tables.deliver_pending()

    assert before == []
    assert second.notifier.said == [("start", None, None)]


async def test_whoever_is_cut_off_keeps_no_row(tmp_path: Path) -> None:
    """A transaction of a machine that has died would else lock it for hours."""
    store = await Store.open(databases.url_of(tmp_path / "games.db"))
    show = sa.text("SHOW idle_in_transaction_session_timeout")
    found = await store._database.write(lambda connection: connection.execute(show).scalar_one())
    await store.close()

    assert found == "1min"


async def test_what_is_broken_off_is_free_at_once(pair: tuple[Stage, Stage]) -> None:
    """A process that ends in good order leaves no lease behind."""
    first, second = pair
    await cut_off(first, second)
    for task in first.tables._outbox._tasks:
        task.cancel()
    await first.tables.close()

    await second.tables.deliver_pending()
    assert second.notifier.said == [("start", None, None)]


async def test_what_another_changes_is_forgotten(
    pair: tuple[Stage, Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other process forgets the table without being asked for a revision."""
    monkeypatch.setattr(reader_module, "ON_ITS_WAY", 0.0)
    first, second = pair
    table = await first.start(BOB, open=True)
    reader = second.tables._loader
    await reader.by_id(table.id)
    assert reader._rows.get(table.id) is not None

    await first.take(table, 1)
    await until(lambda: reader._rows.get(table.id) is None)

    assert (await reader.row_seen(table.id)).revision > table.revision


async def test_what_was_read_before_a_change_is_not_kept_after_it(
    pair: tuple[Stage, Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing would ever report it again, and access to a game would go by its old channel."""
    first, second = pair
    table = await first.start(BOB, open=True)
    by_id, read, go_on = second.store.games.by_id, asyncio.Event(), asyncio.Event()

    class Hearing(StoreListener):
        def changed(self, what: str) -> None:
            go_on.set()

    async def slow(game: int) -> GameRow | None:
        found = await by_id(game)
        read.set()
        await go_on.wait()
        return found

    second.tables._loader.forget()
    second.store.signals.subscribe(Hearing())
    monkeypatch.setattr(second.store.games, "by_id", slow)
    reading = asyncio.create_task(second.tables.by_id(table.id))
    await read.wait()
    moved = {"guild": table.place.guild, "channel": CHANNEL + 1}
    await first.tables.channels.move(table.id, **moved, player=ANN.id, may_manage=False)
    await reading

    assert (await second.tables.channels.of(table.id)).channel == CHANNEL + 1


class Changes(StoreListener):
    """Writes down what has changed."""

    def __init__(self, into: list[str]) -> None:
        self._into = into

    def changed(self, what: str) -> None:
        """Write it down."""
        self._into.append(what)


async def test_its_own_changes_are_remembered(pair: tuple[Stage, Stage]) -> None:
    """The server tells of them too, to no avail."""
    first, second = pair
    table = await first.start(BOB, open=True)
    heard = list[str]()
    first.store.signals.subscribe(Changes(heard))
    table = await first.take(table, 1)
    await second.store.people.set_player_language(99, "Zoe", "nl")
    await until(lambda: heard)

    assert heard == ["people"]


async def test_a_lost_connection_is_made_again(pair: tuple[Stage, Stage]) -> None:
    """Until it is, nothing that is remembered is trusted, and after it nothing is remembered."""
    first, second = pair
    table = await first.start(BOB, open=True)
    await second.tables.by_id(table.id)
    cut = sa.text(databases.GUESTS)
    await first.store._database.write(lambda connection: connection.execute(cut))
    await until(lambda: not second.store.signals.is_heard)
    await until(lambda: second.store.signals.is_heard)

    assert second.tables._loader._rows.get(table.id) is None
    assert (await second.take(table, 1)).revision > table.revision


async def test_the_number_of_a_lost_connection_may_be_anothers(
    pair: tuple[Stage, Stage], caplog: pytest.LogCaptureFixture
) -> None:
    """A server that starts again counts its processes anew; what happens is told once."""
    first, second = pair
    listener = second.store._database._backend.listener  # type: ignore[union-attr]  # a server
    await asyncio.gather(*(second.store.people.memo("nothing") for _ in range(5)))
    lost, heard = set(listener._own), list[str]()
    cut = sa.text(databases.GUESTS)
    await first.store._database.write(lambda connection: connection.execute(cut))
    await until(lambda: not second.store.signals.is_heard)
    await until(lambda: second.store.signals.is_heard)
    second.store.signals.subscribe(Changes(heard))
    for number in lost:
        listener._hear(None, number, "metrobot", "people")

    assert len(lost) > 2
    assert heard == ["people"] * len(lost)
    lines = [each for each in caplog.records if "cannot be listened to" in each.getMessage()]
    assert len(lines) == len(pair)


async def test_one_at_a_time_does_what_has_a_name(tmp_path: Path) -> None:
    url, done = databases.url_of(tmp_path / "games.db"), list[str]()
    stores = await asyncio.gather(*(Store.open(url) for _ in range(3)))

    async def tell(store: Store) -> None:
        async with store.advisory_lock("commands"):
            if await store.people.memo("told") is None:
                done.append("told")
                await store.people.set_memo("told", "yes")

    await asyncio.gather(*map(tell, stores))
    for store in stores:
        await store.close()

    assert done == ["told"]


ALL = None


@pytest.mark.parametrize(
    ("first", "second", "alone"),
    [
        (ALL, ALL, False),
        (ALL, range(4, 8), False),
        (range(4), ALL, False),
        (range(4), range(3, 8), False),
        (range(4), range(4, 8), True),
    ],
)
async def test_a_copy_that_hears_the_same_servers_is_found(
    tmp_path: Path, first: range | None, second: range | None, alone: bool
) -> None:
    """As long as the other one is there; shards of its own are as they should be."""
    url = databases.url_of(tmp_path / "games.db")
    stores = await asyncio.gather(*(Store.open(url) for _ in range(2)))

    assert await stores[0].is_alone(first)
    assert await stores[1].is_alone(second) is alone
    for store in stores:
        await store.close()
    later = await Store.open(url)
    assert await later.is_alone(ALL)
    await later.close()


async def test_a_person_who_is_met_in_two_places_is_one(tmp_path: Path) -> None:
    url = databases.url_of(tmp_path / "games.db")
    stores = await asyncio.gather(*(Store.open(url) for _ in range(3)))
    for number in range(20):
        chosen = (each.people.set_player_language(number + 1, "Zoe", "nl") for each in stores)
        await asyncio.gather(*chosen)
    players, _ = await stores[0].people.chosen_languages()
    for store in stores:
        await store.close()

    assert len(players) == 20


async def test_those_who_are_forgotten_at_once_become_different_people(tmp_path: Path) -> None:
    """A game still tells its players apart."""
    url = databases.url_of(tmp_path / "games.db")
    stores = await asyncio.gather(*(Store.open(url) for _ in range(2)))
    for number in range(1, 11):
        await stores[0].people.set_player_language(number, f"P{number}", "nl")
    await asyncio.gather(*(stores[number % 2].people.forget(number) for number in range(1, 11)))
    ids = sa.select(players.c.id).order_by(players.c.id)
    found = await stores[0]._database.read(lambda c: list(c.execute(ids).scalars()))
    for store in stores:
        await store.close()

    assert found == list(range(-10, 0))


async def over(pair: tuple[Stage, Stage]) -> tuple[Table, list[FakeReviewer]]:
    """Play a game to its end; return it, and who makes reviews in each process."""
    reviewers = [FakeReviewer(), FakeReviewer()]
    for each, reviewer in zip(pair, reviewers, strict=True):
        each.tables.reviews.reviewer = reviewer
    return await pair[0].finish(await pair[0].start(BOB)), reviewers


async def reviewed(stage: Stage, table: Table) -> str | None:
    return await stage.tables.reviews.of(table, 1, is_replay=False, is_current=bool)


async def test_a_review_that_several_ask_for_at_once_is_there(pair: tuple[Stage, Stage]) -> None:
    table, reviewers = await over(pair)
    for reviewer in reviewers:
        reviewer.may_end.clear()
    found = await asyncio.gather(*(reviewed(each, table) for each in (*pair, *pair)))
    for reviewer in reviewers:
        reviewer.may_end.set()
    await asyncio.gather(*(each.tables.reviews.finished() for each in pair))

    assert set(found) == {None}
    assert await reviewed(pair[0], table) is not None


async def test_a_review_is_made_by_the_process_that_was_asked(pair: tuple[Stage, Stage]) -> None:
    """It takes most of a minute of a processor; others make it where that process has died."""
    table, reviewers = await over(pair)
    pair[0].tables.reviews.reviewer = None  # as if it took long
    await reviewed(pair[0], table)
    await pair[1].tables.reviews.sweep()
    await pair[1].tables.reviews.finished()
    early = len(reviewers[1].jobs)
    pair[1].clock.advance(LEFT.total_seconds() + 1)
    await pair[1].tables.reviews.sweep()
    await pair[1].tables.reviews.finished()

    assert (early, len(reviewers[1].jobs)) == (0, 1)
