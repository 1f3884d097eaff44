"""How much one person, and one server, may have and do."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from metrobot.arena.simulation import simulated
from metrobot.engine.record import dump
from metrobot.service.finished.record_faults import RecordFaultError
from metrobot.service.membership.lobbies import Spot
from metrobot.service.membership.lobby import MOST_JOINS
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import CHANNEL_GONE, Table
from metrobot.service.people.ledger import Account
from metrobot.service.people.quotas import Quotas
from metrobot.service.tables import Tables
from metrobot.service.upkeep.housekeeping import CLEARED_EVERY, KEPT_CANCELLED
from metrobot.store.statements.finished import ReplayRow
from tests.databases import url_of
from tests.service.acts import refused
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GUILD, KEY, FakeClock, Stage
from tests.service.stage import staged as plainly_staged
from tests.service.toy import TOY

LINE = dump(simulated(TOY, TOY.ruleset(2, {}), "seed", 1))
LIMITS = Quotas(
    joined=2, games=3, lobbies=2, server_games=5, openings=4, imports=3, replay_bytes=3 * len(LINE)
)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """Return a service with narrow limits."""
    async with plainly_staged(url_of(tmp_path / "games.db")) as made:
        titles = {"toy": TOY}
        made.tables = Tables(made.store, made.clock, titles, entropy=lambda: KEY, quotas=LIMITS)
        yield made
        await made.tables.close()


async def opened(stage: Stage, channel: int, host: Person = ANN, guild: int = GUILD) -> Table:
    """Open a lobby some time after the last one."""
    stage.clock.advance(600)
    return await stage.tables.lobbies.open(
        guild=guild, channel=channel, host=host, title="toy", capacity=None
    )


async def started(stage: Stage, channel: int, host: Person, other: Person) -> Table:
    await opened(stage, channel, host)
    await stage.tables.lobbies.at(channel).join(other, 1)
    return await stage.tables.lobbies.at(channel).start(host.id, may_manage=False, interaction=2)


async def test_a_person_has_so_many_lobbies(stage: Stage) -> None:
    await opened(stage, 1)
    await opened(stage, 2, guild=GUILD + 1)

    assert await refused(opened(stage, 3)) == TableKey.TOO_MANY_LOBBIES
    await opened(stage, 4, host=BOB)
    await stage.tables.cancel(1, ANN, may_manage=True)
    assert (await opened(stage, 3)).status is Status.LOBBY


async def test_a_person_hosts_so_many_unfinished_games(stage: Stage) -> None:
    """Lobbies are among them; where they only play does not count."""
    await started(stage, 1, BOB, ANN)
    for channel in (2, 3):
        await started(stage, channel, ANN, BOB)
    await opened(stage, 4)

    assert await refused(opened(stage, 5)) == TableKey.TOO_MANY_GAMES
    await stage.tables.cancel(2, ANN, may_manage=True)
    assert (await opened(stage, 5)).status is Status.LOBBY


async def test_a_server_has_so_many_unfinished_games(stage: Stage) -> None:
    for channel in range(5):
        await opened(stage, channel, host=Person(PlayerId(50 + channel), "Host"))

    assert await refused(opened(stage, 9)) == TableKey.SERVER_FULL
    assert (await opened(stage, 9, guild=GUILD + 1)).status is Status.LOBBY


async def test_a_person_opens_so_many_games_in_ten_minutes(stage: Stage) -> None:
    for number in range(4):
        await stage.tables.lobbies.open(guild=1, channel=1, host=ANN, title="toy", capacity=None)
        with pytest.raises(TableError):
            await stage.tables.lobbies.open(
                guild=1, channel=1, host=ANN, title="toy", capacity=None
            )
        await stage.tables.cancel(1, ANN, may_manage=True)
        stage.clock.advance(60 * (number == 0))
    with pytest.raises(TableError) as error:
        await stage.tables.lobbies.open(guild=1, channel=1, host=ANN, title="toy", capacity=None)
    again = int((NOW + timedelta(minutes=10)).timestamp()) + 1
    stage.clock.advance(9 * 60 + 1)
    await stage.tables.lobbies.open(guild=1, channel=1, host=ANN, title="toy", capacity=None)

    assert error.value.key == TableKey.OPENED_OFTEN
    assert error.value.facts == {"most": 4, "again": f"<t:{again}:R>"}


async def test_no_thread_is_made_for_a_game_that_is_refused(stage: Stage) -> None:
    for channel in (1, 2):
        await opened(stage, channel)

    async def make() -> Spot:
        raise AssertionError("a thread was made")

    with pytest.raises(TableError):
        await stage.tables.lobbies.open(guild=1, channel=make, host=ANN, title="toy", capacity=None)


async def test_what_is_cancelled_is_not_charged(stage: Stage) -> None:
    """Such as a lobby whose thread was still being made when the bot was stopped."""
    begun = asyncio.Event()

    async def make() -> Spot:
        begun.set()
        return await asyncio.Future[Spot]()

    opening = asyncio.create_task(
        stage.tables.lobbies.open(guild=1, channel=make, host=ANN, title="toy", capacity=None)
    )
    await begun.wait()
    opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)
    span = NOW - timedelta(hours=1), stage.clock.now()

    assert opening.cancelled()
    assert not await stage.store.charges.within(ANN.id, Account.OPENINGS, span)


async def test_a_person_imports_so_many_files_in_an_hour(stage: Stage) -> None:
    """Faulty ones among them, since checking is the work; others are free."""

    async def imports(person: int, data: bytes = LINE.encode()) -> int:
        return await stage.tables.replays.keep(data, guild=1, channel=1, person=person)

    await imports(7)
    with pytest.raises(RecordFaultError):
        await imports(7, b"{}")
    await imports(7)
    with pytest.raises(TableError) as error:
        await imports(7)
    await imports(8)
    stage.clock.advance(3601)
    await imports(7)

    assert error.value.key == TableKey.IMPORTED_OFTEN
    assert error.value.facts["again"] == f"<t:{int(NOW.timestamp()) + 3601}:R>"


async def test_a_persons_oldest_replays_make_room_for_their_own(stage: Stage) -> None:
    """In bytes; nobody else loses any, however many come."""
    clock, store = stage.clock, stage.store

    async def kept(person: int, line: str = LINE) -> int:
        row = ReplayRow(0, GUILD, CHANNEL, person, line, clock.now())
        return await store.finished.store_replay(row, LIMITS.replay_bytes)

    other = await kept(8)
    numbers = [await kept(7) for _ in range(5)]
    found = [number for number in numbers if await store.finished.replay(number)]
    large = await kept(7, "한" * (2 * len(LINE)))
    left = [number for number in numbers if await store.finished.replay(number)]

    assert found == numbers[2:]
    assert left == []  # a letter of three bytes takes three
    assert await store.finished.replay(large) is not None
    assert await store.finished.replay(other) is not None


async def test_coming_and_going_closes_no_lobby(stage: Stage) -> None:
    """Joining again adds no salt, but too many different people are refused."""
    await opened(stage, 1)
    for number in range(MOST_JOINS + 1):
        await stage.tables.lobbies.at(1).join(BOB, number)
        await stage.tables.lobbies.at(1).leave(BOB.id)
    table = await stage.tables.lobbies.at(1).join(CAT, 999)
    assert (await stage.row(table)).salt == ("0", "999")

    for number in range(MOST_JOINS - 2):
        person = Person(PlayerId(1000 + number), "Guest")
        await stage.tables.lobbies.at(1).join(person, number)
        await stage.tables.lobbies.at(1).leave(person.id)
    with pytest.raises(TableError, match=TableKey.JOINED_OFTEN):
        await stage.tables.lobbies.at(1).join(DAN, 1)
    assert (await stage.tables.lobbies.at(1).join(BOB, 2)).has(BOB.id)


async def test_a_refused_join_uses_nobodys_id_up(stage: Stage) -> None:
    """A host with a second account cannot keep the id of whoever comes next out of the salt."""
    await stage.tables.lobbies.open(guild=GUILD, channel=1, host=ANN, title="toy", capacity=2)
    lobby = stage.tables.lobbies.at(1)
    await lobby.join(BOB, 1)
    with pytest.raises(TableError, match=TableKey.FULL):
        await lobby.join(CAT, 2)
    await lobby.leave(BOB.id)
    table = await lobby.join(CAT, 3)

    assert (await stage.row(table)).salt == ("1", "3")


async def test_joining_again_adds_no_salt_however_late(stage: Stage) -> None:
    """As long as the lobby is open; whatever else they caused is forgotten by then."""
    await opened(stage, 1)
    lobby = stage.tables.lobbies.at(1)
    await lobby.join(BOB, 1)
    for number in range(2, 5):
        await lobby.leave(BOB.id)
        stage.clock.advance(timedelta(days=9).total_seconds())
        await stage.tables.ledger.clear()
        table = await lobby.join(BOB, number)

    assert (await stage.row(table)).salt == ("1",)


async def test_cancelled_lobbies_are_removed_after_a_week(stage: Stage) -> None:
    """Not games that were begun, nor lobbies that are open, nor the newest number of all."""
    await opened(stage, 1)
    await stage.tables.lobbies.at(1).join(BOB, 1)
    gone = await stage.tables.cancel(1, ANN, may_manage=True)
    begun = await started(stage, 1, BOB, ANN)
    await stage.tables.cancel(1, BOB, may_manage=True)
    waiting = await opened(stage, 2)
    await opened(stage, 3, BOB)
    last = await stage.tables.cancel(3, BOB, may_manage=True)

    stage.clock.advance((KEPT_CANCELLED - timedelta(hours=1)).total_seconds())
    await stage.tables.housekeeping.round()
    assert await stage.store.games.by_id(gone.id) is not None
    stage.clock.advance(CLEARED_EVERY.total_seconds())
    await stage.tables.housekeeping.round()

    assert await stage.store.games.by_id(gone.id) is None
    for table in (begun, waiting, last):
        assert await stage.store.games.by_id(table.id) is not None
    assert (await opened(stage, 4, BOB)).id > last.id


async def test_a_name_is_stored_as_far_as_it_can_be_written(stage: Stage) -> None:
    host = Person(PlayerId(5), "\ud800" + "x" * 500)
    table = await opened(stage, 1, host)

    assert [person.name for person in table.people] == ["?" + "x" * 99]


async def test_without_limits_nobody_is_refused(tmp_path: Path) -> None:
    async with plainly_staged(url_of(tmp_path / "games.db"), clock=FakeClock()) as free:
        for channel in range(30):
            await free.tables.lobbies.open(
                guild=1, channel=channel, host=ANN, title="toy", capacity=None
            )


async def join(stage: Stage, channel: int) -> str:
    """Have Bob join a lobby; return the key of the refusal, or nothing."""
    try:
        await stage.tables.lobbies.at(channel).join(BOB, 7)
    except TableError as error:
        return error.key
    return ""


async def test_a_lobby_that_has_lost_its_place_keeps_nobody_out_of_others(stage: Stage) -> None:
    """Nobody can leave it where it was."""
    for channel, host in ((1, ANN), (2, ANN), (3, CAT)):
        await opened(stage, channel, host)
    told = [await join(stage, channel) for channel in (1, 2)]
    await stage.tables.channels.channels_lost([1], CHANNEL_GONE)

    assert [*told, await join(stage, 3)] == ["", "", ""]


async def test_a_person_is_in_so_many_open_lobbies_at_once(stage: Stage) -> None:
    """Also if they join all at one moment; their own do not count, nor games that have begun."""
    await opened(stage, 9, BOB)
    for channel, host in ((1, ANN), (2, ANN), (3, CAT)):
        await opened(stage, channel, host)

    told = await asyncio.gather(*(join(stage, channel) for channel in (1, 2, 3)))
    seated = [channel for channel, key in zip((1, 2, 3), told, strict=True) if not key]
    (other,) = {1, 2, 3} - set(seated)
    await stage.tables.lobbies.at(seated[0]).start(ANN.id, may_manage=True, interaction=2)

    assert sorted(told) == ["", "", TableKey.TOO_MANY_JOINED]
    assert not await join(stage, other)
