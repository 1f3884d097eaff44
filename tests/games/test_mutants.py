"""Records that somebody has changed: refused, or harmless in a way that docs/fairness.md names."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any

import pytest

from metrobot.arena.simulation import simulated
from metrobot.engine.record import FormError, dump, load
from metrobot.games.registry import TITLES
from metrobot.service.finished.record_check import check_dealing
from metrobot.service.finished.record_faults import RecordFaultError
from tests.games.test_vacancies import played, recorded

Data = dict[str, Any]
MUTANTS = 600
HARMLESS: Mapping[str, Callable[[Data, Data], bool]] = {
    "both numberings give the same draws": lambda was, now: was["events"] == now["events"],
    "no draw goes by an event of the table": lambda was, now: _acts(was) == _acts(now),
    "a move was exchanged, and no draw goes by moves": lambda was, now: (
        [e for e in _events(was) if e["actor"] == "table"]
        == [e for e in _events(now) if e["actor"] == "table"]
    ),
}
"""Why a changed record may pass: said in docs/fairness.md, and held here for each that does.

Its draws, result and all around the events are the same in any case.
"""


@cache
def originals(name: str) -> tuple[str, ...]:
    """Return whole records of a title, with and without events of the table."""
    quiet = [
        simulated(TITLES[name], TITLES[name].ruleset(players, {}), "mutants", 1)
        for players in TITLES[name].player_counts[:3]
    ]
    busy = []
    for seed in range(3):
        title, events, states = played(name, max(TITLES[name].player_counts[:3]), seed)
        busy.append(recorded(title, events, states[-1]))
    return tuple(map(dump, (*quiet, *busy)))


def _events(data: Data) -> list[Data]:
    """Return the events without their numbers, which follow from their places."""
    return [{k: v for k, v in event.items() if k != "seq"} for event in data["events"]]


def _acts(data: Data) -> list[Data]:
    """Return the events of chance and players."""
    return [event for event in _events(data) if event["actor"] != "table"]


def _renumbered(data: Data) -> None:
    """Give the events the numbers of their places."""
    for number, event in enumerate(data["events"], start=1):
        event["seq"] = number


def _place(data: Data, dice: random.Random) -> int:
    """Return the place of some event."""
    return dice.randrange(len(data["events"]))


def _insert(data: Data, dice: random.Random) -> None:
    """Put an event of the table somewhere."""
    kind = dice.choice(("vacate", "occupy", "occupy", "end"))
    fields = {} if kind == "end" else {"seat": dice.randrange(data["players"])}
    data["events"].insert(_place(data, dice), {"seq": 0, "actor": "table", "kind": kind, **fields})
    _renumbered(data)


def _insert_pair(data: Data, dice: random.Random) -> None:
    """Let a seat fall vacant and be taken again at once."""
    place, seat = _place(data, dice), dice.randrange(data["players"])
    for kind in ("occupy", "vacate"):
        event = {"seq": 0, "actor": "table", "kind": kind, "seat": seat}
        data["events"].insert(place, event)
    _renumbered(data)


def _shift(data: Data, dice: random.Random) -> None:
    """Move an event elsewhere, one of the table if there is any."""
    events = data["events"]
    places = [n for n, event in enumerate(events) if event["actor"] == "table"]
    event = events.pop(dice.choice(places or range(len(events))))
    events.insert(dice.randrange(len(events) + 1), event)
    _renumbered(data)


def _drop(data: Data, dice: random.Random) -> None:
    """Leave an event out, one of the table rather than others."""
    events = data["events"]
    places = [n for n, event in enumerate(events) if event["actor"] == "table"]
    events.pop(dice.choice(places if places and dice.random() < 0.7 else range(len(events))))
    _renumbered(data)


def _swap(data: Data, dice: random.Random) -> None:
    """Let two events that follow each other change places."""
    events, place = data["events"], dice.randrange(len(data["events"]) - 1)
    events[place : place + 2] = reversed(events[place : place + 2])
    _renumbered(data)


def _double(data: Data, dice: random.Random) -> None:
    """Repeat an event."""
    place = _place(data, dice)
    data["events"].insert(place, dict(data["events"][place]))
    _renumbered(data)


def _exchange_draw(data: Data, dice: random.Random) -> None:
    """Let chance do what it did at another time."""
    places = [n for n, event in enumerate(data["events"]) if event["actor"] == "chance"]
    one, other = dice.choice(places), dice.choice(places)
    first, second = data["events"][one], data["events"][other]
    data["events"][one], data["events"][other] = second, first
    _renumbered(data)


def _exchange_field(data: Data, dice: random.Random) -> None:
    """Give an event a value that the same field has in another one."""
    event = data["events"][_place(data, dice)]
    others = [each for each in data["events"] if each["kind"] == event["kind"]]
    names = [name for name in event if name not in ("seq", "kind")]
    name = dice.choice(names)
    event[name] = dice.choice(others)[name]


def _salts(data: Data, dice: random.Random) -> None:
    """Write the salt in another way."""
    salt: list[Any] = data["salt"]
    data["salt"] = dice.choice(
        (
            [",".join((*salt, "8"))],
            [*salt, ""],
            ["", *salt],
            [f" {salt[0]}", *salt[1:]],
            [f"{salt[0]}|0", *salt[1:]],
            [f"{salt[0]}\n", *salt[1:]],
            [f"0{salt[0]}", *salt[1:]],
            [*salt, salt[-1]],
            [salt[0][:1], salt[0][1:], *salt[1:]],
            [salt[0][::-1] + "1", *salt[1:]],
            ["".join(chr(ord(char) + 0xFEE0) for char in salt[0]), *salt[1:]],
            [int(salt[0])] if salt[0].isdecimal() else [None],
            salt[0],
            [],
        )
    )


def _spelling(data: Data, dice: random.Random) -> None:
    """Write key or commitment in another way, or another one."""
    name = dice.choice(("key", "commitment"))
    text: str = data[name]
    place = dice.randrange(len(text))
    data[name] = dice.choice(
        (
            text.upper(),
            text.swapcase(),
            text[:place] + text[place:].upper(),
            f" {text}",
            f"{text}\n",
            f"0x{text}",
            f"{text[:2]} {text[2:]}",
            f"{text}00",
            text[:-2],
            text[:place] + f"{int(text[place], 16) ^ 1:x}" + text[place + 1 :],
            "",
            None,
        )
    )


def _head(data: Data, dice: random.Random) -> None:
    """Change something around the events."""
    change: Callable[[], Any] = dice.choice(
        (
            lambda: data.update(dealing=1),
            lambda: data.pop("dealing"),
            lambda: data.update(dealing=3),
            lambda: data.update(dealing=True),
            lambda: data.update(dealing="2"),
            lambda: data.update(dealing=None),
            lambda: data.update(players=data["players"] + 1),
            lambda: data.update(players=data["players"] - 1),
            lambda: data.update(rules_version=2),
            lambda: data.update(result=None),
            lambda: data["result"].update(scores=[*data["result"]["scores"], 1]),
            lambda: data["result"]["scores"].append(0),
            lambda: data["result"].update(winners=[]),
            lambda: data["options"].update(more=True),
        )
    )
    change()


MUTATIONS = (
    _insert,
    _insert_pair,
    _shift,
    _drop,
    _swap,
    _double,
    _exchange_draw,
    _exchange_field,
    _salts,
    _spelling,
    _head,
)


ALWAYS_REFUSED = ("_exchange_draw", "_salts", "_spelling")
"""Changes of the dealing itself: none of them passes."""


def mutants(name: str) -> Iterator[tuple[str, Data, Data]]:
    """Yield the kind of change, a record, and the same one changed."""
    dice = random.Random(f"mutants of {name}")
    while True:
        line = dice.choice(originals(name))
        was, now = json.loads(line), json.loads(line)
        mutate = dice.choice(MUTATIONS)
        mutate(now, dice)
        if now != was:
            yield mutate.__name__, was, now


def _draws(data: Data) -> list[Data]:
    """Return the events of chance, in order."""
    return [event for event in _events(data) if event["actor"] == "chance"]


def _around(data: Data) -> Data:
    """Return all of a record but its events, and how its draws are numbered."""
    return {name: value for name, value in data.items() if name not in ("events", "dealing")}


@pytest.mark.parametrize("count", [200, pytest.param(MUTANTS, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", TITLES)
def test_a_changed_record_is_refused_or_harmless(name: str, count: int) -> None:
    """600 of each title: each that passes has the same draws, and one of the reasons named."""
    found = Counter[str]()
    for kind, was, now in islice(mutants(name), count):
        try:
            check_dealing(TITLES, load(json.dumps(now)))
        except (FormError, RecordFaultError):
            found["refused"] += 1
            continue
        assert kind not in ALWAYS_REFUSED
        assert _draws(was) == _draws(now), kind
        assert _around(was) == _around(now), kind
        reason = next((why for why, holds in HARMLESS.items() if holds(was, now)), None)
        assert reason is not None, kind
        found[reason] += 1

    assert found["refused"] > count * 0.7
    assert found["no draw goes by an event of the table"] > 0


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.long
def test_an_event_of_the_table_before_a_draw_moves_no_draw(name: str) -> None:
    """Whoever comes, wherever it is allowed: the record still fits its key, draw by draw."""
    line = originals(name)[0]
    count = 0
    for place in range(len(json.loads(line)["events"])):
        data = json.loads(line)
        event = {"seq": 0, "actor": "table", "kind": "occupy", "seat": 0}
        data["events"].insert(place, event)
        _renumbered(data)
        fault = _fault(data)
        assert fault is None or "chance_first" in fault
        count += fault is None
    assert count > 10


def _fault(data: Data) -> str | None:
    """Return the fault that the check of the dealing finds in a record, or None."""
    try:
        check_dealing(TITLES, load(json.dumps(data)))
    except RecordFaultError as error:
        return str(error)
    return None


@pytest.mark.parametrize("name", ["underground", "metrolijn"])
def test_in_an_older_record_it_is_found(name: str) -> None:
    """There an event before a draw changes the draw's number, and so what it gives."""
    line = _older(name)
    check_dealing(TITLES, load(line))
    data = json.loads(line)
    second = [n for n, event in enumerate(data["events"]) if event["actor"] == "chance"][1]
    place = next(n for n in range(second + 1, len(data["events"])) if n % 2)
    event = {"seq": 0, "actor": "table", "kind": "occupy", "seat": 0}
    data["events"].insert(place, event)
    _renumbered(data)

    with pytest.raises(RecordFaultError):
        check_dealing(TITLES, load(json.dumps(data)))


def _older(name: str) -> str:
    """Return a record as games of older releases have them."""
    title, events, states = played(name, 2, 0, numbering=1)
    return dump(recorded(title, events, states[-1], numbering=1))
