"""The real process that takes interactions over HTTP: asked to end, and how much it needs."""

import asyncio
import resource
import signal
from collections.abc import AsyncIterator, Iterator
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
SLOW = 1_100


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[tuple[Loopback, Served]]:
    """Return a Discord that knows no gateway's client, and a process behind its balancer."""
    async with on_loopback(channels=TABLES, people=2 * TABLES) as discord:
        process = Served(discord, tmp_path / "served")
        await process.start()
        yield discord, process
        await process.stop()


def memory(process: Served) -> float:
    """Return the memory of a process in megabytes."""
    status = Path(f"/proc/{process.number}/status").read_text(encoding="utf-8")
    (line,) = [each for each in status.splitlines() if each.startswith("VmRSS:")]
    return int(line.split()[1]) / 1000


@pytest.fixture
def few_files() -> Iterator[None]:
    """Have processes begin with as few files as a shell often allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_slow_connections_without_a_proxy_neither_stop_it_nor_fill_its_log(
    few_files: None, served: tuple[Loopback, Served]
) -> None:
    """1,100 that send nothing more than a first line, while a game is played."""
    discord, process = served
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    slow = [await asyncio.open_connection("127.0.0.1", process.port) for _ in range(SLOW)]
    for _, writer in slow:
        writer.write(b"POST /interactions HTTP/1.1\r\n")
    party = await begun(discord, 0)
    await party.play(2)
    for _, writer in slow:
        writer.close()

    assert len(process.log) < 10_000
    assert process.log.count("Too many connections at once") == 1
    assert "Traceback" not in process.log, process.log[-2000:]


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
