"""Two processes that take interactions over HTTP, on one PostgreSQL; one is killed."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from metrobot.games.registry import TITLES
from metrobot.service.outbox.leases import LEASE
from tests.databases import url_of
from tests.faults.burst import asked
from tests.faults.ledger import check_said, check_stored, kept
from tests.faults.loopback import Loopback, on_loopback
from tests.faults.parties import begun, party_at
from tests.faults.playing import Party
from tests.faults.rest import Answer
from tests.faults.served import Served
from tests.faults.troubles import stalled
from tests.faults.world import LateError, until

pytestmark = pytest.mark.postgresql
GAMES = tuple(TITLES)
LONGEST = 60.0
SOON = 3.0
"""Seconds after which the leases of a dead process end, with few tables."""
A_TABLE = 6
"""Interactions that come at once from one table."""


async def in_crowds(discord: Loopback, tables: int) -> list[Party]:
    """Return a number of parties with their first boards; a few begin at a time."""
    found = list[Party]()
    for start in range(0, tables, 5):
        numbers = range(start, min(start + 5, tables))
        beginning = (begun(discord, at, GAMES[at % len(GAMES)]) for at in numbers)
        found += await asyncio.gather(*beginning)
    return found


@asynccontextmanager
async def two(
    discord: Loopback, folder: Path, lease: float | None = None, ahead: float = 0
) -> AsyncIterator[tuple[Served, Served]]:
    """Run two processes on one database, of which one may have a wrong clock; they always end."""
    url = url_of(folder / "server")
    first = Served(discord, folder / "one", url, lease)
    second = Served(discord, folder / "other", url, lease, ahead)
    pair = (first, second)
    try:
        await asyncio.gather(*(each.start() for each in pair))
        yield first, second
    finally:
        await asyncio.gather(*(each.stop() for each in pair))


async def burst(discord: Loopback, parties: Sequence[Party], victim: Served) -> list[Answer]:
    """Have everyone play and look at once, and kill a process meanwhile; return the looks."""
    planners = await asyncio.gather(*(p.planned(p.called()[0], p.board) for p in parties))
    ready = list(zip(parties, planners, strict=True))
    confirming = [asyncio.create_task(p.confirm(p.called()[0], each)) for p, each in ready]
    await asyncio.sleep(0)  # they press first
    looks = [answer for party in parties for answer in asked(discord, party)]
    turns = len(parties)
    await until(
        lambda: sum(bool(a.whole) for a in looks) + sum(p.turns for p in parties) > turns,
        LONGEST,
        "some are answered",
    )
    await victim.kill()
    ended = await asyncio.gather(*confirming, return_exceptions=True)
    faults = [each for each in ended if isinstance(each, Exception)]
    assert all(isinstance(each, LateError) for each in faults), faults
    return looks


@pytest.mark.measured
@pytest.mark.parametrize("ahead", [0, 600, -600])
async def test_what_a_killed_process_was_posting_is_posted_within_fifteen_seconds(
    tmp_path: Path, ahead: float
) -> None:
    """The other process posts it, with a right clock or one ten minutes off either way."""
    async with (
        on_loopback(channels=1, people=2) as discord,
        two(discord, tmp_path, ahead=ahead) as (victim, survivor),
    ):
        discord.balancer.ports = [victim.port]
        party = party_at(discord, 0)
        await party.gather("underground")
        stall = stalled(party.channel)
        discord.rest.troubles.append(stall)
        party.press_start()
        await until(lambda: stall.met, LONGEST, "the first board is being posted")
        await victim.kill()
        killed = time.monotonic()
        await until(lambda: party.board is not None, LONGEST, "the first board is there")
        took = time.monotonic() - killed
        stall.over.set()

    print(f"\n{ahead} s ahead: posted after {took:.1f} s")
    assert took < 15
    assert "Traceback" not in survivor.log, survivor.log


@pytest.mark.parametrize(
    ("tables", "lease"), [(10, SOON), pytest.param(50, None, marks=pytest.mark.measured)]
)
async def test_a_process_that_is_killed_in_a_burst_loses_and_doubles_nothing(
    tmp_path: Path, tables: int, lease: float | None
) -> None:
    """Six interactions of each table at once; all play on with the process that is left."""
    async with (
        on_loopback(channels=tables, people=2 * tables) as discord,
        two(discord, tmp_path, lease) as (victim, survivor),
    ):
        parties = await in_crowds(discord, tables)
        looks = await burst(discord, parties, victim)
        balancer = discord.balancer
        await until(
            lambda: all(a.whole or balancer.has_lost(a.id) for a in looks), LONGEST, "all looked"
        )
        answered = sum(bool(look.whole) for look in looks) + sum(p.turns for p in parties)
        await asyncio.gather(*(party.play(party.turns + 1) for party in parties))
        patience = (lease or LEASE.total_seconds()) + LONGEST
        path = await kept(url_of(tmp_path / "server"), tmp_path, patience)
        shares = [balancer.share(each.port) for each in (victim, survivor)]
        check_stored(path, parties)
        check_said(discord, path, parties)

    print(f"\n{A_TABLE * tables} at once: {answered} answered, shares {shares}")
    assert min(shares) > A_TABLE * tables / 3
    assert set(balancer.answered) == {202}
    assert "Traceback" not in survivor.log, survivor.log
    assert not discord.gateway.identified
