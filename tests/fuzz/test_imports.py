"""Spoilt files are taken, or refused with a sentence; a traceback is neither."""

import asyncio
import math
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from metrobot.engine.errors import Refusal
from metrobot.games.registry import TITLES
from metrobot.service.finished.record_faults import RecordFaultError
from metrobot.service.finished.replays import Replays
from metrobot.service.finished.what_ifs import moments_of
from metrobot.service.people.ledger import Ledger
from metrobot.service.people.quotas import Quotas
from metrobot.store.store import Store
from metrobot.ui.app.error_answers import fault_text, refusal_text
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.pages.ids import ReplaySource
from metrobot.ui.replays.replay_command import replay_page
from metrobot.ui.words.catalogue import COMPLETE, words_for
from tests.databases import url_of
from tests.fuzz.mutants import mutants
from tests.service.stage import FakeClock

LANGUAGES = tuple(map(words_for, COMPLETE))
LONGEST = 1_000
"""Characters; what is wrong with a file can be said in one screen."""
TAKEN = "taken"


@pytest.fixture
async def replays(tmp_path: Path) -> AsyncIterator[Replays]:
    """Yield the `Replays` of an empty database."""
    store = await Store.open(url_of(tmp_path / "games.db"))
    clock = FakeClock()
    yield Replays(store, clock, TITLES, Ledger(store, clock, Quotas(seconds=math.inf)))
    await store.close()


async def _imported(replays: Replays, data: bytes) -> str:
    """Import a file and look at it; return what came of it, the key where it is refused."""
    try:
        number = await replays.keep(data, guild=1, channel=2, person=3)
    except RecordFaultError as error:
        for words in LANGUAGES:
            rule = refusal_text(words, error.rule) if error.rule else None
            _check_said(fault_text(words, error, rule))
        return error.key
    except Refusal as error:
        for words in LANGUAGES:
            _check_said(refusal_text(words, error))
        return error.key
    table = (await replays.replay(number, str)).play
    for words in LANGUAGES:
        replay_page(
            FRONTS[table.title.id], table, words, ReplaySource.IMPORTED, None, offers=moments_of
        )
    return TAKEN


def _check_said(text: str) -> None:
    assert 0 < len(text.encode("utf-16-le")) // 2 <= LONGEST


async def _check(replays: Replays, seed: int, count: int) -> Counter[str]:
    """Import many spoilt files; name the one that does any harm."""
    found = Counter[str]()
    for number, data in enumerate(mutants(seed, count)):
        try:
            found[await _imported(replays, data)] += 1
        except Exception as error:
            raise AssertionError(f"file {number} of seed {seed}: {data[:200]!r}") from error
        await asyncio.sleep(0)
    return found


async def test_a_spoilt_file_is_taken_or_refused_with_a_sentence(replays: Replays) -> None:
    """300 files; among them are such as are in order all the same."""
    found = await _check(replays, 11, 300)

    assert found[TAKEN] > 5
    assert len(found) > 12


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(4))
async def test_two_thousand_spoilt_files_do_no_harm(replays: Replays, seed: int) -> None:
    """500 of each seed."""
    assert (await _check(replays, seed, 500)).total() == 500
