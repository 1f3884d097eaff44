"""Whatever happens to a game, it is looked at while it goes on, and not after that."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from metrobot.service.membership.looks import MOST
from metrobot.service.model.table import Table
from metrobot.service.upkeep.housekeeping import WATCHED_EVERY
from metrobot.store.schema.tables import GOES_ON, due, games
from metrobot.store.statements.waits.due import HELD, DueKind, drop
from tests.databases import url_of
from tests.service.stage import ANN, BOB, CAT, CHANNEL, DAN, GUILD, Stage, staged
from tests.service.test_clocks import First
from tests.service.test_undo import taken_back

HOUR = 3600.0
DAY = 24 * HOUR
Step = Callable[[Stage, Table], Awaitable[object]]


@pytest.fixture
async def told(tmp_path: Path) -> AsyncIterator[Stage]:
    """Return a service with computers, which says things."""
    async with staged(url_of(tmp_path / "games.db"), thinker=First()) as stage:
        stage.line.poster = stage.notifier
        yield stage


async def kinds(stage: Stage) -> set[str]:
    """Return the kinds of what is due of the game, now or at any time."""
    query = sa.select(due.c.kind).where(due.c.person == 0, due.c.of == 1)
    found = await stage.store._database.read(lambda c: c.execute(query).scalars().all())
    return {*found} - {"ballot"}


async def goes_on(stage: Stage) -> bool:
    query = sa.select(games.c.id).where(GOES_ON)
    return bool(await stage.store._database.read(lambda c: c.execute(query).all()))


async def put_aside(stage: Stage, table: Table) -> None:
    """Let a game be put aside, as its table was told long ago."""
    for _ in range(2):
        stage.clock.advance(60 * DAY)
        at = stage.tables.clock.now()
        due = await stage.store.due.find(at, 9, DueKind.IDLE)
        await stage.store.channels.put_aside(
            due, timedelta(), at, lambda _, since, __: since, now=at
        )
        await stage.tables.deliver_pending()
    stage.tables._loader.forget()


async def lost(stage: Stage, _: Table) -> None:
    """Let a channel be lost and found again."""
    await stage.tables.channels.channels_lost([CHANNEL], "channel_gone")
    await stage.store.channels.regain(1, stage.tables.clock.now())
    stage.tables._loader.forget()


STEPS: dict[str, Step] = {
    "a turn": lambda stage, table: stage.take(table, 1, 1),
    "a turn that is taken back": taken_back,
    "a place that is left": lambda stage, table: stage.tables.seats.resign(table.id, BOB.id),
    "a newcomer": lambda stage, table: stage.sit(table, 1, DAN),
    "a cover": lambda stage, table: stage.tables.seats.offer_computer(table, CAT.id, 2, "fair"),
    "a player who is back": lambda stage, table: stage.tables.covers.come_back(table.id, CAT.id),
    "a channel that is lost": lost,
    "a game put aside": put_aside,
    "a game that goes on": lambda stage, table: stage.tables.channels.go_on(
        table.id, CHANNEL, ANN.id
    ),
    "its end": lambda stage, table: stage.finish(table),
}


async def test_a_game_is_looked_at_as_long_as_it_goes_on(told: Stage) -> None:
    """A lobby too; and whoever is awaited is looked at within a day at the latest."""
    await told.lobby(BOB, CAT)
    assert await kinds(told) == {"lobby"}
    await told.tables.lobbies.at(CHANNEL).choose(ANN.id, "seating", "joined")
    await told.tables.lobbies.at(CHANNEL).start(ANN.id, may_manage=False, interaction=900)
    found = dict[str, tuple[bool, set[str]]]()
    for name, step in STEPS.items():
        await step(told, await told.tables.by_id(1))  # type: ignore[arg-type]  # its number
        await told.tables.bot_turns.settled()
        await told.tables.deliver_pending()
        found[name] = await goes_on(told), await kinds(told) - {"computer", "lobby"}
        await told.tables.looks.sweep()

    assert found == {
        name: (is_on, {"turn", "idle"} if is_on else set()) for name, (is_on, _) in found.items()
    }
    assert [name for name, (is_on, _) in found.items() if not is_on] == [
        "a game put aside",
        "its end",
    ]


async def test_the_time_of_a_turn_begins_with_its_call_however_late_it_is_looked_at(
    told: Stage,
) -> None:
    """The bot may be killed in between."""
    await told.start(BOB)
    await told.tables.deliver_pending()
    begun = told.tables.clock.now()
    told.clock.advance(5 * HOUR)
    await told.tables.looks.sweep()

    assert (await told.tables.in_channel(CHANNEL)).people[0].clock.called_at == begun


async def test_a_game_without_a_pace_is_looked_at_a_few_times_a_turn(told: Stage) -> None:
    await told.start(BOB)
    looks, read = 0, told.store.games.by_id

    async def counted(game: int) -> object:
        nonlocal looks
        looks += 1
        return await read(game)

    await told.tables.deliver_pending()
    told.store.games.by_id = counted  # type: ignore[method-assign,assignment]  # only to look on
    for _ in range(2 * 24 * 14):
        told.clock.advance(HOUR / 2)
        await told.tables.looks.sweep()

    assert looks <= 14 + MOST + 4


async def test_a_round_finds_games_that_nobody_would_look_at(told: Stage) -> None:
    await told.start(BOB)
    await told.tables.housekeeping.round()
    await told.store._database.write(lambda c: drop(c, 1, *DueKind))
    await told.tables.housekeeping.round()
    assert await kinds(told) == set()

    told.clock.advance(WATCHED_EVERY.total_seconds())
    await told.tables.housekeeping.round()
    assert await kinds(told) == {"turn", "idle"}


@pytest.mark.parametrize("hours", [6, -6])
async def test_what_goes_by_the_calendar_follows_the_time_of_day(told: Stage, hours: int) -> None:
    papers = told.tables.daily.papers
    told.clock.advance(5 * DAY)
    await told.tables.housekeeping.round()
    row = await papers.choose(GUILD, 99, 9, "UTC")
    before = await told.store.due.state(DueKind.PAPER, GUILD)
    told.clock.jump(hours * HOUR)
    for _ in range(15):
        told.clock.advance(60)
        await told.tables.housekeeping.round()
    after = await told.store.due.state(DueKind.PAPER, GUILD)

    assert before is not None
    assert before.at == row.due_at
    assert after is not None
    assert after.at is not None
    off = told.clock.now() - told.tables.clock.now()
    assert abs(after.at + off - row.due_at) < HELD  # type: ignore[operator]  # it is on
