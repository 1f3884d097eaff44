"""Imported records: what is taken, what is refused and why, how long it is kept."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from metrobot.arena.simulation import simulated
from metrobot.engine.errors import Refusal
from metrobot.engine.record import Record, dump
from metrobot.service.finished.replays import MOST_BYTES, ReplayKey, checked_record
from metrobot.service.model.errors import TableError
from metrobot.service.model.play import Status
from metrobot.service.model.snapshots import finished_turns
from metrobot.store.statements.finished import PastGame
from tests.service.stage import BOB, CHANNEL, GUILD, Stage
from tests.service.toy import TOY

TITLES = {"toy": TOY}
WHOLE = simulated(TOY, TOY.ruleset(2, {}), "seed", 1)
LINE = dump(WHOLE)


def _named(number: int) -> str:
    return f"No. {number}"


async def _kept(stage: Stage, record: Record = WHOLE) -> int:
    data = dump(record).encode()
    return await stage.tables.replays.keep(data, guild=GUILD, channel=CHANNEL, person=7)


def _open(events: int) -> Record:
    """Return the first events of a record in which nothing is hidden."""
    whole = simulated(TOY, TOY.ruleset(2, {"open": True}), "seed", 1)
    return replace(whole, events=whole.events[:events], key=None, result=None)


async def test_a_record_becomes_a_table(stage: Stage) -> None:
    """It has all turns, its people are numbered, and it is over."""
    table = (await stage.tables.replays.replay(await _kept(stage), _named)).play

    assert table.status is Status.OVER
    assert [person.name for person in table.people] == ["No. 1", "No. 2"]
    assert table.record() == WHOLE


async def test_an_imported_game_takes_no_place(stage: Stage) -> None:
    """The channel has no game by it, neither running nor finished."""
    await _kept(stage)

    with pytest.raises(TableError):
        await stage.tables.in_channel(CHANNEL)
    assert await stage.tables.replays.finished(CHANNEL, 25) == ()
    assert (await stage.start(BOB)).status is Status.RUNNING


async def test_an_unfinished_record_that_hides_nothing_goes_as_far_as_it_goes(stage: Stage) -> None:
    """Its last turn under way is left out."""
    events = next(n for n in range(9) if len(_turns_in(_open(n))) == 2)
    table = (await stage.tables.replays.replay(await _kept(stage, _open(events)), _named)).play

    assert table.status is Status.RUNNING
    assert len(finished_turns(table)) == 1


def _turns_in(record: Record) -> set[int]:
    """Return the seats that have acted."""
    return {event.actor for event in record.events if isinstance(event.actor, int)}


FILES: dict[str, tuple[bytes, ReplayKey]] = {
    "too large": (b" " * (MOST_BYTES + 1), ReplayKey.TOO_LARGE),
    "no text": (b"\xff\xfe\x00", ReplayKey.NOT_TEXT),
    "empty": (b" \n \n", ReplayKey.EMPTY),
    "several": (f"{LINE}\n{LINE}\n".encode(), ReplayKey.SEVERAL),
    "no turn": (dump(_open(1)).encode(), ReplayKey.NO_TURN),
    "hidden": (
        dump(
            replace(
                WHOLE,
                events=(replace(WHOLE.events[0], fields={"numbers": None}), *WHOLE.events[1:]),
                key=None,
                result=None,
            )
        ).encode(),
        ReplayKey.HIDDEN,
    ),
}


@pytest.mark.parametrize(("data", "key"), FILES.values(), ids=FILES)
def test_files_that_hold_no_replay_are_refused(data: bytes, key: ReplayKey) -> None:
    """Each for its own reason."""
    with pytest.raises(Refusal) as refusal:
        checked_record(TITLES, data)

    assert refusal.value.key == key


FORMS: dict[str, Callable[[Any], bytes]] = {
    "on several lines": lambda data: json.dumps(data, indent=2).encode(),
    "with a mark of its order of bytes": lambda data: b"\xef\xbb\xbf" + json.dumps(data).encode(),
}


@pytest.mark.parametrize("written", FORMS.values(), ids=FORMS)
def test_a_record_may_be_written_otherwise(written: Callable[[Any], bytes]) -> None:
    """As editors leave it."""
    assert checked_record(TITLES, written(json.loads(LINE))) == WHOLE


async def test_a_replay_that_is_gone_is_refused(stage: Stage) -> None:
    """Or one that never was."""
    with pytest.raises(Refusal) as refusal:
        await stage.tables.replays.replay(99, _named)

    assert refusal.value.key == ReplayKey.GONE


async def test_finished_games_are_offered_the_newest_first(stage: Stage) -> None:
    """Not those that still run, nor those of other channels."""
    games = [await stage.finish(await stage.start(BOB)) for _ in range(2)]
    await stage.start(BOB)
    offered = [PastGame(game.id, "toy", game.created_at) for game in reversed(games)]

    assert await stage.tables.replays.finished(CHANNEL, 25) == tuple(offered)
    assert await stage.tables.replays.finished(CHANNEL, 1) == (offered[0],)
    assert await stage.tables.replays.finished(CHANNEL + 1, 25) == ()
