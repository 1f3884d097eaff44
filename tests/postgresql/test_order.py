"""Two processes at once: nobody causes, joins or is removed more than in one."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from metrobot.service.membership.blocks import PERSON
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import GameId, PlayerId
from metrobot.service.people.ledger import Account
from metrobot.service.people.server_games import Switch
from tests import databases
from tests.service.stage import ANN, BOB, CAT, CHANNEL, GUILD, FakeClock, Stage, staged

pytestmark = pytest.mark.postgresql
Pair = tuple[Stage, Stage]


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[Pair]:
    """Return two services over one database, as two processes would have them."""
    url, clock = databases.url_of(tmp_path / "games.db"), FakeClock()
    async with staged(url, clock=clock) as first, staged(url, clock=clock) as second:
        yield first, second


async def test_pings_and_posts_are_bounded_for_both_together(pair: Pair) -> None:
    """Five people are called, and twenty messages posted, as by one."""
    others = [PlayerId(number) for number in range(20, 25)]

    async def call(stage: Stage) -> int:
        async with stage.tables.ledger.pinging(ANN.id, others, GameId(1)) as called:
            return len(called)

    async def post(stage: Stage, person: int) -> bool:
        try:
            async with stage.tables.ledger.charged(person, Account.POSTS, guild=GUILD):
                return True
        except TableError:
            return False

    called = await asyncio.gather(*map(call, pair))
    posted = await asyncio.gather(*(post(pair[n % 2], 100 + n // 4) for n in range(24)))

    assert sorted(called) == [0, 5]
    assert sum(posted) == 20


async def test_joins_are_bounded_for_both_together(pair: Pair) -> None:
    """Of two lobbies joined at once by somebody who may be in one, they are in one."""
    for number, stage in enumerate(pair):
        lobbies = stage.tables.lobbies
        lobbies.quotas = replace(lobbies.quotas, joined=1)
        await lobbies.open(
            guild=GUILD,
            channel=CHANNEL + number,
            host=(ANN, CAT)[number],
            title="toy",
            capacity=None,
        )
    joins = (each.tables.lobbies.at(CHANNEL + n).join(BOB, 7) for n, each in enumerate(pair))
    told = await asyncio.gather(*joins, return_exceptions=True)

    assert [each.key for each in told if isinstance(each, TableError)] == [TableKey.TOO_MANY_JOINED]


async def test_a_seat_is_freed_once_and_rules_hold_at_once(pair: Pair) -> None:
    """Both sweep at the same moment; what one sets, the other keeps to."""
    table = await pair[0].start(BOB, CAT)
    await pair[0].store.blocks.add(PERSON, BOB.id, pair[0].clock.now())
    await pair[0].tables.server_games.turn(GUILD, Switch.IMPORTS, on=False)
    await asyncio.gather(*(each.tables.blocks.sweep() for each in pair))

    assert await pair[1].store.seats.departed(table.id) == ((1, BOB.id),)
    assert all(each.tables.blocks.refusal(GUILD, BOB.id) for each in pair)
    with pytest.raises(TableError):
        await pair[1].tables.server_games.check(GUILD, Switch.IMPORTS)
