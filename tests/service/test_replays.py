"""Imported records: what is taken, what is refused and why, how long it is kept."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from metrobot.arena.simulation import simulated
from metrobot.engine.actors import CHANCE, TABLE
from metrobot.engine.errors import Refusal
from metrobot.engine.record import Record, RecordedEvent, dump
from metrobot.engine.table_events import most_arrivals
from metrobot.engine.title import Titles
from metrobot.service.finished import record_check
from metrobot.service.finished.record_faults import RecordFault, RecordFaultError
from metrobot.service.finished.replays import MOST_BYTES, ReplayKey, check_size, checked_record
from metrobot.service.model.errors import TableError
from metrobot.service.model.play import Status
from metrobot.service.model.snapshots import finished_turns
from metrobot.store.statements.finished import PastGame
from tests.service.acts import refused
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
    table = (await stage.tables.replays.replay(await _kept(stage), _named)).play

    assert table.status is Status.OVER
    assert [person.name for person in table.people] == ["No. 1", "No. 2"]
    assert table.record() == WHOLE


async def test_an_imported_game_takes_no_place(stage: Stage) -> None:
    await _kept(stage)

    with pytest.raises(TableError):
        await stage.tables.in_channel(CHANNEL)
    assert await stage.tables.replays.finished(CHANNEL, 25) == ()
    assert (await stage.start(BOB)).status is Status.RUNNING


async def test_an_unfinished_record_that_hides_nothing_goes_as_far_as_it_goes(stage: Stage) -> None:
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
    with pytest.raises(Refusal) as refusal:
        checked_record(TITLES, data)

    assert refusal.value.key == key


def test_a_begun_kib_counts_as_one() -> None:
    """No file is said to be as large as what fits."""
    check_size(MOST_BYTES)
    with pytest.raises(Refusal) as refusal:
        check_size(MOST_BYTES + 1)

    most = MOST_BYTES // 1024
    assert refusal.value.facts == {"size": most + 1, "most": most}


FORMS: dict[str, Callable[[Any], bytes]] = {
    "on several lines": lambda data: json.dumps(data, indent=2).encode(),
    "with a mark of its order of bytes": lambda data: b"\xef\xbb\xbf" + json.dumps(data).encode(),
}


@pytest.mark.parametrize("written", FORMS.values(), ids=FORMS)
def test_a_record_may_be_written_otherwise(written: Callable[[Any], bytes]) -> None:
    assert checked_record(TITLES, written(json.loads(LINE))) == WHOLE


async def test_a_replay_that_is_gone_is_refused(stage: Stage) -> None:
    assert await refused(stage.tables.replays.replay(99, _named)) == ReplayKey.GONE


async def test_finished_games_are_offered_the_newest_first(stage: Stage) -> None:
    games = [await stage.finish(await stage.start(BOB)) for _ in range(2)]
    await stage.start(BOB)
    offered = [PastGame(game.id, "toy", game.created_at) for game in reversed(games)]

    assert await stage.tables.replays.finished(CHANNEL, 25) == tuple(offered)
    assert await stage.tables.replays.finished(CHANNEL, 1) == (offered[0],)
    assert await stage.tables.replays.finished(CHANNEL + 1, 25) == ()


def with_arrivals(count: int) -> Record:
    """Return a record in which somebody sits down so often, right after the first draws."""
    first = next(n for n, each in enumerate(WHOLE.events) if each.actor is not CHANCE)
    arrivals = (RecordedEvent(0, TABLE, "occupy", {"seat": 0}),) * count
    events = (*WHOLE.events[:first], *arrivals, *WHOLE.events[first:])
    return replace(
        WHOLE, events=tuple(replace(each, seq=seq) for seq, each in enumerate(events, 1))
    )


async def test_people_sit_down_as_often_as_in_a_game_and_no_more(stage: Stage) -> None:
    """So that a file cannot cost what no game does."""
    most = most_arrivals(TOY, record_check.check_record(TITLES, WHOLE).state)
    await _kept(stage, with_arrivals(most))

    with pytest.raises(RecordFaultError) as fault:
        await _kept(stage, with_arrivals(most + 1))
    assert fault.value.key is RecordFault.ARRIVALS
    assert fault.value.facts == {"most": most}


async def test_a_replay_is_played_again_once(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request for another turn waits for no other one; names are the reader's."""
    number, found = await _kept(stage), list[Record]()
    check = record_check.check_record

    def counted(titles: Titles, record: Record) -> record_check.CheckedRecord:
        found.append(record)
        return check(titles, record)

    monkeypatch.setattr(record_check, "check_record", counted)
    first, second = [
        (await stage.tables.replays.replay(number, namer)).play for namer in (_named, str)
    ]

    assert len(found) == 1
    assert [each.people[0].name for each in (first, second)] == ["No. 1", "1"]
    assert first.log == second.log
