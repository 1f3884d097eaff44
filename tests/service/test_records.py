"""Records: what is exported, and how each kind of fault in one is found."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from metrobot.arena.simulation import simulated
from metrobot.engine.record import Record, dump, load
from metrobot.service.finished.record_check import check_dealing, check_record
from metrobot.service.finished.record_faults import RecordFaultError
from metrobot.service.model.records import record_of
from tests.service.stage import ANN, BOB, CHANNEL, Stage
from tests.service.toy import TOY
from tests.service.toy_rounds import ROUNDS

TITLES = {"toy": TOY}


def _game(**options: bool) -> dict[str, Any]:
    """Return the record of a whole game as data that can be spoilt."""
    return _data(simulated(TOY, TOY.ruleset(2, options), "seed", 1))


def _data(record: Record) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(dump(record))
    return data


def _record(data: dict[str, Any]) -> Record:
    return load(json.dumps(data))


def test_a_key_is_in_no_record_of_a_game_that_is_not_over() -> None:
    """Without a result nobody gets a key."""
    rules = TOY.ruleset(2, {})
    record = record_of(TOY, rules, (), commitment="c", salt=(), key="secret", outcome=None)

    assert record.key is None


async def test_a_running_game_exports_what_is_public(stage: Stage) -> None:
    record = (await stage.take(await stage.start(BOB), 1, 1)).record()

    assert record.events[0].fields == {"numbers": None}
    assert (record.key, record.result) == (None, None)
    assert record.salt == ("500", "900")


async def test_a_finished_game_exports_everything(stage: Stage) -> None:
    record = (await stage.finish(await stage.start(BOB))).record()

    assert check_record(TITLES, record).is_over
    assert check_dealing(TITLES, record).draws == 2
    assert _record(_data(record)) == record


async def test_a_cancelled_game_exports_what_is_public(stage: Stage) -> None:
    await stage.start(BOB)
    record = (await stage.tables.cancel(CHANNEL, ANN, may_manage=True)).record()

    assert record.events[0].fields == {"numbers": None}
    assert record.key is None


async def test_a_partial_record_is_checked_as_far_as_it_goes(stage: Stage) -> None:
    record = (await stage.take(await stage.start(BOB), 1, 1)).record()
    found = check_record(TITLES, record)

    assert (found.hidden, found.is_over) == (1, False)
    assert check_dealing(TITLES, record).reason == "the key is not published yet"


async def test_an_unfinished_record_without_secrets_is_checked_whole(stage: Stage) -> None:
    record = (await stage.take(await stage.start(BOB, open=True), 1, 1)).record()
    found = check_record(TITLES, record)

    assert (found.hidden, found.is_over) == (None, False)


def test_records_without_a_dealing_replay() -> None:
    """As those of a program that does not deal by a key."""
    data = {**_game(), "commitment": None, "salt": None, "key": None}

    assert check_record(TITLES, _record(data)).is_over
    assert check_dealing(TITLES, _record(data)).reason == "no dealing to check"


def test_seating_is_told() -> None:
    """It is the one that draw 0 gives; the order of joining is needed to check it."""
    assert sorted(check_dealing(TITLES, _record(_game())).seating) == [0, 1]


Spoil = Callable[[dict[str, Any]], Any]

FAULTS: dict[str, tuple[Spoil, str]] = {
    "unknown title": (lambda d: d.update(title="chess"), "unknown title 'chess'"),
    "unknown version": (lambda d: d.update(rules_version=9), "rules_version 9 is not known"),
    "an option is missing": (lambda d: d["options"].pop("open"), "option 'open' is missing"),
    "an unknown option": (lambda d: d["options"].update(x=1), "unknown option 'x'"),
    "an unknown value": (lambda d: d["options"].update(open=1), "option 'open' cannot be 1"),
    "a wrong number of players": (lambda d: d.update(players=5), "5 players"),
    "salt without commitment": (
        lambda d: d.update(commitment=None),
        "commitment and salt belong together",
    ),
    "commitment without salt": (
        lambda d: d.update(salt=None),
        "commitment and salt belong together",
    ),
    "a key alone": (lambda d: d.update(salt=None, commitment=None), "a key without a commitment"),
    "an unknown kind": (lambda d: d["events"][1].update(kind="jump"), "event 2: unknown kind"),
    "an unknown key": (lambda d: d["events"][1].update(x=1), "event 2: take: ['count', 'x']"),
    "a number that is true": (
        lambda d: d["events"][1].update(count=True),
        "event 2: not in the form of the format",
    ),
    "too many": (lambda d: d["events"][1].update(count=4), "event 2: rule.toy.too_many"),
    "a wrong actor": (lambda d: d["events"][1].update(actor=1), "event 2: rule.turn.not_yours"),
    "no such actor": (lambda d: d["events"][1].update(actor=7), "event 2: rule.turn.not_yours"),
    "chance out of turn": (
        lambda d: d["events"][1].update(actor="chance"),
        "event 2: rule.turn.not_yours",
    ),
    "an impossible draw": (
        lambda d: d["events"][0].update(numbers=[0, 9]),
        "event 1: rule.chance.impossible",
    ),
    "an event after the end": (
        lambda d: d["events"].append({**d["events"][1], "seq": len(d["events"]) + 1}),
        "rule.game.over",
    ),
    "a hidden event in a whole game": (
        lambda d: d["events"][0].update(numbers=None),
        "a result although the game is not over",
    ),
    "a wrong score": (
        lambda d: d["result"].update(scores=[0, 0]),
        "result: 'scores' is [0, 0], not [",
    ),
    "a key of the result is missing": (
        lambda d: d["result"].pop("winners"),
        "result: 'winners' is missing",
    ),
    "an unknown key of the result": (lambda d: d["result"].update(x=1), "result: unknown key 'x'"),
    "a vacant seat that chooses": (
        lambda d: d.update(
            events=[
                d["events"][0],
                {"seq": 2, "actor": "table", "kind": "vacate", "seat": 0},
                {"seq": 3, "actor": 0, "kind": "take", "count": 2},
            ]
        ),
        "event 3: a vacant seat does not choose",
    ),
    "no result": (lambda d: d.update(result=None), "the game is over but has no result"),
    "no key": (lambda d: d.update(key=None), "the game is over but its key is missing"),
    "a result too early": (lambda d: d["events"].pop(), "a result although the game is not over"),
    "a key too early": (
        lambda d: (d["events"].pop(), d.update(result=None)),
        "a key although the game is not over",
    ),
}


def _fault(check: Callable[..., object], data: dict[str, Any]) -> str:
    """Return the fault that is found in a record."""
    with pytest.raises(RecordFaultError) as error:
        check(TITLES, _record(data))
    return str(error.value)


@pytest.mark.parametrize(("spoil", "reason"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found(spoil: Spoil, reason: str) -> None:
    data = _game()
    spoil(data)

    assert reason in _fault(check_record, data)


PARTIAL_FAULTS: dict[str, tuple[Spoil, str]] = {
    "an unknown kind": (lambda d: d["events"][1].update(kind="jump"), "event 2: unknown kind"),
    "no such seat": (lambda d: d["events"][1].update(actor=2), "event 2: no seat 2"),
    "hidden by a player": (
        lambda d: d["events"][1].update(kind="deal", numbers=None) or d["events"][1].pop("count"),
        "event 2: the numbers are hidden",
    ),
    "hidden although it is public": (
        lambda d: d["options"].update(open=True),
        "event 1: hidden although it is public",
    ),
    "a result": (lambda d: d.update(result={}), "a result although the game is not over"),
}


@pytest.mark.parametrize(("spoil", "reason"), PARTIAL_FAULTS.values(), ids=PARTIAL_FAULTS)
def test_a_fault_after_what_is_hidden_is_found(spoil: Spoil, reason: str) -> None:
    """As far as it can be without knowing the state."""
    data = {**_game(), "key": None, "result": None}
    data["events"][0]["numbers"] = None
    spoil(data)

    assert reason in _fault(check_record, data)


def test_what_is_hidden_must_be_due() -> None:
    data = {**_game(), "key": None, "result": None}
    data["events"][1] = {"seq": 2, "actor": "chance", "kind": "deal", "numbers": None}

    assert _fault(check_record, data) == "event 2: nothing of this kind is to be drawn here"


def _other_deal(data: dict[str, Any]) -> None:
    first, second = data["events"][0]["numbers"]
    data["events"][0]["numbers"] = [first % 6 + 1, second]


DEALING_FAULTS: dict[str, tuple[Spoil, str]] = {
    "another deal": (_other_deal, 'event 1: the draw gives {"numbers": ['),
    "another key": (lambda d: d.update(key="00" * 32), "the key does not fit its commitment"),
    "no key at all": (lambda d: d.update(key="xyz"), "'key' must be 64 hexadecimal digits"),
    "a key in capitals": (
        lambda d: d.update(key=d["key"].upper()),
        "'key' must be 64 hexadecimal digits",
    ),
    "a key with blanks": (
        lambda d: d.update(key=f"{d['key'][:2]} {d['key'][2:]}"),
        "'key' must be 64 hexadecimal digits",
    ),
    "a commitment in capitals": (
        lambda d: d.update(commitment=d["commitment"].upper()),
        "'commitment' must be 64 hexadecimal digits",
    ),
    "a commitment and a line's end": (
        lambda d: d.update(commitment=d["commitment"] + "\n"),
        "'commitment' must be 64 hexadecimal digits",
    ),
    "salts that are joined": (lambda d: d.update(salt=["1,2"]), "'salt': ASCII without"),
    "a salt with a number": (lambda d: d.update(salt=["1|2"]), "'salt': ASCII without"),
    "a salt that is empty": (lambda d: d.update(salt=["1", ""]), "'salt': ASCII without"),
    "a salt with a blank": (lambda d: d.update(salt=["1 "]), "'salt': ASCII without"),
    "a salt of other digits": (lambda d: d.update(salt=["１"]), "'salt': ASCII without"),
    "draws that were numbered otherwise": (lambda d: d.pop("dealing"), 'the draw gives {"count": '),
    "a wrong score": (
        lambda d: d["result"].update(scores=[0, 0]),
        "result: 'scores' is [0, 0], not [",
    ),
    "another salt": (lambda d: d.update(salt=["x"]), "event 1: the draw gives"),
    "hidden": (
        lambda d: d["events"][0].update(numbers=None),
        "event 1: hidden although the game is over",
    ),
    "a draw where none is due": (
        lambda d: d["events"][1].update(actor="chance"),
        "event 2: nothing is to be drawn here",
    ),
    "a wrong move": (lambda d: d["events"][1].update(count=4), "event 2: rule.toy.too_many"),
}


@pytest.mark.parametrize(("spoil", "reason"), DEALING_FAULTS.values(), ids=DEALING_FAULTS)
def test_a_changed_dealing_is_found(spoil: Spoil, reason: str) -> None:
    data = _game()
    spoil(data)

    assert reason in _fault(check_dealing, data)


def test_a_later_draw_is_checked_too() -> None:
    data = _game()
    refill = next(event for event in data["events"] if event["kind"] == "refill")
    refill["count"] = (refill["count"] + 1) % 3

    with pytest.raises(RecordFaultError) as error:
        check_dealing(TITLES, _record(data))
    assert error.value.seq == refill["seq"]


def test_simulated_games_differ_by_seed_and_number() -> None:
    rules = TOY.ruleset(3, {})
    first, again, second, other = (
        simulated(TOY, rules, seed, number)
        for seed, number in (("a", 1), ("a", 1), ("a", 2), ("b", 1))
    )

    assert first == again
    assert len({first.key, second.key, other.key}) == 3


@pytest.mark.parametrize("seed", ["a,b", "a|b", "two words", "zaad é", "한국", ""])
def test_any_text_is_a_seed(seed: str) -> None:
    record = simulated(TOY, TOY.ruleset(2, {}), seed, 1)

    assert check_dealing(TITLES, _record(_data(record))).reason is None


def test_a_result_without_a_key_does_not_verify() -> None:
    """A game that is over has its key published."""
    assert "its key is missing" in _fault(check_dealing, {**_game(), "key": None})


@pytest.mark.parametrize("players", [2, 3])
def test_simulated_games_are_without_fault(players: int) -> None:
    for number in range(1, 31):
        record = simulated(TOY, TOY.ruleset(players, {}), "s", number)
        assert check_record(TITLES, record).is_over
        assert check_dealing(TITLES, record).reason is None


ROUNDS_TITLES = {"rounds": ROUNDS}


def swapped() -> Record:
    """Return a record in which the first two picks have changed places."""
    data = _data(simulated(ROUNDS, ROUNDS.ruleset(2, {}), "seed", 1))
    first, second = data["events"][1:3]
    for event, actor, count in ((first, 1, second["count"]), (second, 0, first["count"])):
        event.update(actor=actor, count=count)
    return _record(data)


@pytest.mark.parametrize("check", [check_record, check_dealing])
def test_a_round_has_one_order(check: Callable[..., Any]) -> None:
    """The rules let all who are awaited act; the record holds their picks in order of seats."""
    with pytest.raises(RecordFaultError) as error:
        check(ROUNDS_TITLES, swapped())

    assert str(error.value) == "event 2: out of order: first comes seat 0"
    assert error.value.key == "fault.order"
