"""The real process that takes interactions over HTTP: asked to end, and how much it needs."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.faults.ledger import check_said, check_stored, is_all_told
from tests.faults.loopback import Loopback, on_loopback
from tests.faults.parties import begun
from tests.faults.served import Served
from tests.faults.world import until

pytestmark = pytest.mark.faults
GOOD_ORDER = 14.0
"""Seconds that a good end may take: answers have eight, what is being said has five."""
TABLES = 10


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[tuple[Loopback, Served]]:
    """Return a Discord that knows no gateway's client, and a process behind its balancer."""
    async with on_loopback(channels=TABLES, people=2 * TABLES) as discord:
        process = Served(discord, tmp_path / "served")
        await process.start()
        yield discord, process
        await process.stop()


def memory(process: Served) -> float:
    """Return how many megabytes a process takes."""
    status = Path(f"/proc/{process.number}/status").read_text(encoding="utf-8")
    (line,) = [each for each in status.splitlines() if each.startswith("VmRSS:")]
    return int(line.split()[1]) / 1000


async def test_a_signal_in_a_burst_loses_nothing_and_leaves_no_traceback(
    served: tuple[Loopback, Served],
) -> None:
    """Whoever was answered has moved; what was not told before is told by the next process."""
    discord, process = served
    idle = memory(process)
    parties = await asyncio.gather(*(begun(discord, number) for number in range(TABLES)))
    planners = await asyncio.gather(*(p.planned(p.called()[0], p.board) for p in parties))
    presses = [
        asyncio.create_task(party.confirm(party.called()[0], planner))
        for party, planner in zip(parties, planners, strict=True)
    ]
    half = len(discord.balancer.answered) + TABLES // 2
    await until(lambda: len(discord.balancer.answered) >= half, 9, "some have come in")
    used = memory(process)
    process.tell(signal.SIGTERM)
    code = await process.ended(GOOD_ORDER)
    process.leave()
    await asyncio.gather(*presses, return_exceptions=True)

    assert code == 0
    assert "Traceback" not in process.log, process.log
    check_stored(process.database, parties)
    await process.start()
    await until(lambda: is_all_told(process.database), GOOD_ORDER, "the rest is told")
    check_said(discord, process.database, parties)
    assert not discord.gateway.identified
    print(f"\nSIGTERM: {sum(party.turns for party in parties)} turns answered")
    print(f"{idle:.0f} MB at the start, {used:.0f} MB with {TABLES} tables")
