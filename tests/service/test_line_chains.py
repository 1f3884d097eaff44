"""The chain of keys holds up nobody: what takes long is done beside the event loop."""

import hashlib
import threading
from pathlib import Path

import pytest

from metrobot.service.daily import chain as chains
from metrobot.service.daily.chain import Chain
from metrobot.service.daily.timetable import LATEST
from tests.databases import url_of
from tests.service.stage import staged

SECRET = bytes(range(32))
FEW = 1000
"""Hashes that take less than a millisecond together."""


def plain_link(number: int) -> bytes:
    """Return a link as the page about fair dealing says it."""
    found = SECRET
    for _ in range(LATEST - number):
        found = hashlib.sha256(found).digest()
    return found


@pytest.mark.parametrize("number", [0, 1, 499, 500, 501, 12_345, LATEST - 1, LATEST])
def test_a_link_is_what_the_page_says(number: int) -> None:
    assert Chain(SECRET).link(number) == plain_link(number)


def test_once_it_is_prepared_a_link_takes_few_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of any line, and whatever was asked for before."""
    chain, count = Chain(SECRET), 0
    chain.prepare()

    class Counting:
        def sha256(self, data: bytes) -> "hashlib._Hash":
            nonlocal count
            count += 1
            return hashlib.sha256(data)

    monkeypatch.setattr(chains, "hashlib", Counting())
    for number in range(0, LATEST, 997):
        before = count
        chain.link(number)
        assert count - before < FEW


async def test_the_chain_is_gone_through_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once: neither the commitments to come nor old lines need it again."""
    where, prepare = list[threading.Thread](), Chain.prepare

    def noted(chain: Chain) -> None:
        where.append(threading.current_thread())
        prepare(chain)

    monkeypatch.setattr(Chain, "prepare", noted)
    async with staged(url_of(tmp_path / "games.db")) as stage:
        lines = stage.tables.daily.lines
        for _ in range(3):
            await lines.today()
            await lines.keys.seal()
            stage.clock.advance(24 * 3600)
            await lines.link(await lines.line(1)) if lines._unbarred > 0 else None
            await lines.remove_bars()

    assert len(where) == 1
    assert where[0] is not threading.main_thread()
