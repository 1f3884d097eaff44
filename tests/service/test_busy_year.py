"""A year of a server with forty tables: seasons, their posts, an upgrade amid games."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from metrobot.service.membership.blocks import PERSON
from metrobot.service.model.errors import TableError
from metrobot.service.model.play import Person, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import Delivery, DeliveryKind
from metrobot.service.tables import Tables
from metrobot.store.schema.rows import ALL_TIME, start_of
from tests.service.acts import opened
from tests.service.daily.playing import day_of
from tests.service.stage import CHANNEL, GUILD, FakeClock, FakeNotifier, Stage, staged
from tests.service.test_seasons import FIRST, compared, ended
from tests.service.toy import Take
from tests.store.older_forms import bring_back

pytestmark = [pytest.mark.long, pytest.mark.embedded, pytest.mark.scans]

PEOPLE = [Person(PlayerId(100 + number), f"Person {number}") for number in range(24)]
ELSEWHERE, SILENT = GUILD + 1, GUILD + 2
"""Servers with two tables each; the second has no paper."""
CHANNELS = {
    **{CHANNEL + number: GUILD for number in range(40)},
    **{100 + number: (ELSEWHERE, SILENT)[number % 2] for number in range(4)},
}
"""The server of each channel with a table."""
BEFORE_SEASONS = "0039"
STEP = timedelta(days=3)


@dataclass
class Posts(FakeNotifier):
    """A notifier that keeps where seasons were posted."""

    seasons: list[tuple[int | None, int | None]] = field(default_factory=list)

    async def deliver(self, table: Table | None, delivery: Delivery) -> int | None:
        """Write down."""
        if delivery.kind is DeliveryKind.SEASON:
            self.seasons.append((delivery.guild, delivery.turn))
        return await super().deliver(table, delivery)


async def play_on(tables: Tables, channel: int, dice: Random) -> None:
    """Play some turns at a table; a new game, of others, where none is under way."""
    try:
        table = await tables.in_channel(channel)
    except TableError:
        table = None
    if table is None or table.status is not Status.RUNNING:
        host, *others = dice.sample(
            [each for each in PEOPLE if each.id not in tables.blocks.people], dice.randint(2, 3)
        )
        await opened(tables, channel, host, guild=CHANNELS[channel])
        for number, person in enumerate(others):
            await tables.lobbies.at(channel).join(person, 500 + number)
        table = await tables.lobbies.at(channel).start(host.id, may_manage=False, interaction=900)
    for _ in range(dice.randint(3, 6)):
        if table.status is not Status.RUNNING or not table.to_act():
            return
        (person,) = table.to_act()
        if table.is_unseen(person.id):
            await tables.turns.begin_draft(table.id, person.id)
        takes = [Take(dice.randint(1, min(3, table.state.pile)))]
        table = await tables.turns.act(table.id, person.id, table.revision, takes)


async def leave_all(tables: Tables, player: PlayerId) -> None:
    """Leave all games that are under way."""
    for channel in CHANNELS:
        with suppress(TableError):
            await tables.seats.resign((await tables.in_channel(channel)).id, player)


async def pass_until(end: datetime, both: tuple[Stage, Stage], dice: Random) -> None:
    """Let days pass: some tables are played on, either process looks for what is due."""
    clock = both[0].clock
    while clock.now() < end:
        clock.advance(STEP.total_seconds())
        for stage in dice.choices(both, k=3):
            await play_on(stage.tables, dice.choice(list(CHANNELS)), dice)
        # Nobody leases what an embedded database has to say, so one of them posts.
        both[0].line.poster = both[0].notifier
        await asyncio.gather(*(stage.tables.daily.sweep() for stage in both))
        await both[0].tables.deliver_pending()


@asynccontextmanager
async def processes(
    file: Path, clock: FakeClock, posts: Posts
) -> AsyncIterator[tuple[Stage, Stage]]:
    async with (
        staged(f"sqlite+aiosqlite:///{file}", clock=clock, notifier=posts) as one,
        staged(one.url, clock=clock, notifier=posts) as other,
    ):
        yield one, other


async def test_a_year_counts_as_a_second_program_does(tmp_path: Path) -> None:
    """By two processes, with people who are blocked, and each season's winner forgotten.

    Each server with a paper gets one post a season, and none of a season before its time.
    """
    file, clock, posts, dice = tmp_path / "games.db", FakeClock(day_of(1)), Posts(), Random(40)
    async with processes(file, clock, posts) as both:
        for guild, zone in ((GUILD, "Europe/Berlin"), (ELSEWHERE, "Asia/Seoul")):
            await both[0].tables.daily.papers.choose(guild, 900 + guild, 9, zone)
        await pass_until(day_of(46), both, dice)
        before = {guild: len(await ended(both[0], guild)) for guild in (GUILD, ELSEWHERE, SILENT)}
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        bring_back(connection, BEFORE_SEASONS)
    engine.dispose()

    async with processes(file, clock, posts) as both:
        for number in range(4):
            await pass_until(start_of(FIRST + number + 1) + STEP, both, dice)
            boards = [await compared(dice.choice(both), guild) for guild in set(CHANNELS.values())]
            seasons = boards[0]["toy", FIRST + number]
            winner = max(seasons.values(), key=lambda row: row.rating)
            await leave_all(both[0].tables, winner.player)
            await dice.choice(both).tables.privacy.forget(winner.player)
            blocked = dice.choice(PEOPLE)
            await both[0].store.blocks.add(PERSON, blocked.id, clock.now())
            await asyncio.gather(*(stage.tables.blocks.sweep() for stage in both))
            await compared(dice.choice(both))
        await pass_until(clock.now() + 5 * STEP, both, dice)

        expected = [(guild, FIRST + number) for guild in (GUILD, ELSEWHERE) for number in range(4)]
        assert sorted(posts.seasons) == expected
        games = {guild: len(await ended(both[0], guild)) for guild in (GUILD, ELSEWHERE, SILENT)}
        assert all(games[guild] > before[guild] for guild in games)
        ever = (await compared(both[0]))["toy", ALL_TIME]
        assert len([player for player in ever if player < 0]) == 4
