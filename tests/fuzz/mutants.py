"""Files for `/game import` as nobody should write them: golden records, spoilt by a seed."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

GOLDEN = Path(__file__).parents[1] / "golden" / "games"
GAMES = tuple(
    line for path in sorted(GOLDEN.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()
)
"""Golden records of all titles, a line each."""

STRANGE: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1.0,
    1e308,
    float("inf"),
    float("nan"),
    10**28,
    -(10**28),
    10**4000,
    2**63,
    "",
    "\ud800",
    "a\udfffb",
    "\x00",
    "@everyone `x` {n} {",
    "x" * 5000,
    "\u202e\u0301" * 400,
    "chance",
    [],
    {},
    [[]],
    {"": None},
    [None] * 300,
    {"a": {"b": [1, {"c": "\ud800"}]}},
)
"""Values that hardly any place of a record can have."""
DEPTH = 5_000

Where = tuple[str | int, ...]


def mutants(seed: int, count: int) -> Iterator[bytes]:
    """Yield files, the same ones for the same seed."""
    rng = Random(seed)
    for _ in range(count):
        yield mutant(rng)


def mutant(rng: Random) -> bytes:
    """Return one file: a record with one to three things wrong, or no record at all."""
    line = rng.choice(GAMES)
    if rng.random() < 0.2:
        return rng.choice(BROKEN)(rng, line)
    data: Any = json.loads(line)
    for _ in range(rng.randint(1, 3)):
        data = rng.choice(SPOILS)(rng, data)
    if rng.random() < 0.7:
        _number(data)
    return json.dumps(data, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")


def _number(data: Any) -> None:
    """Give the events their numbers again, so that what is wrong with them is looked at."""
    events = data.get("events") if isinstance(data, dict) else None
    for seq, event in enumerate(events if isinstance(events, list) else (), start=1):
        if isinstance(event, dict):
            event["seq"] = seq


def _places(value: Any, here: Where = ()) -> Iterator[Where]:
    """Yield the path of each value in a record, inner ones too."""
    if here:
        yield here
    inner: Sequence[Any] = ()
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    for key, each in inner:
        yield from _places(each, (*here, key))


def _changed(data: Any, where: Where, change: Callable[[Any, Any], None]) -> Any:
    """Return a record with a change to what holds one of its values."""
    holder = data
    for step in where[:-1]:
        holder = holder[step]
    change(holder, where[-1])
    return data


def _place(rng: Random, data: Any) -> Where | None:
    """Return some place, the few outer ones as often as the many of the events."""
    if not isinstance(data, (dict, list)) or not data:
        return None
    depth = rng.choice((1, 2, 3, 9))
    return rng.choice([place for place in _places(data) if len(place) <= depth])


def _replaced(rng: Random, data: Any) -> Any:
    """Put something strange into some place."""
    where, strange = _place(rng, data), rng.choice(STRANGE)

    def change(holder: Any, key: Any) -> None:
        holder[key] = strange

    return strange if where is None else _changed(data, where, change)


def _dropped(rng: Random, data: Any) -> Any:
    """Leave something out."""
    where = _place(rng, data)

    def change(holder: Any, key: Any) -> None:
        del holder[key]

    return data if where is None else _changed(data, where, change)


def _added(rng: Random, data: Any) -> Any:
    """Put a strange key in, or a value twice."""
    where = _place(rng, data)

    def change(holder: Any, key: Any) -> None:
        if isinstance(holder, list):
            holder.insert(key, holder[key])
        else:
            holder[rng.choice(("x", "\ud800", "k" * 3000, "`", "{key}"))] = rng.choice(STRANGE)

    return data if where is None else _changed(data, where, change)


def _exchanged(rng: Random, data: Any) -> Any:
    """Take a value from some other place of the record."""
    first, second = _place(rng, data), _place(rng, data)
    if first is None or second is None or first[: len(second)] == second:
        return data
    found = data
    for step in second:
        found = found[step]
    found = json.loads(json.dumps(found))

    def change(holder: Any, key: Any) -> None:
        holder[key] = found

    return _changed(data, first, change)


def _nudged(rng: Random, data: Any) -> Any:
    """Change a number a little, or turn it into the same as another kind."""
    numbers = list[tuple[Where, int]]()
    if isinstance(data, (dict, list)):
        for place in _places(data):
            value: Any = data
            for step in place:
                value = value[step]
            if type(value) is int:
                numbers.append((place, value))
    if not numbers:
        return data
    where, value = rng.choice(numbers)
    other = rng.choice((value + 1, value - 1, -value, float(value) if value < 2**60 else 0, True))

    def change(holder: Any, key: Any) -> None:
        holder[key] = other

    return _changed(data, where, change)


def _cut(rng: Random, data: Any) -> Any:
    """End a record early, as that of a game that goes on."""
    if not isinstance(data, dict) or not isinstance(data.get("events"), list):
        return data
    kept = rng.randrange(len(data["events"]) + 1)
    return {**data, "events": data["events"][:kept], "key": None, "result": None}


SPOILS: tuple[Callable[[Random, Any], Any], ...] = (
    _replaced,
    _replaced,
    _dropped,
    _added,
    _exchanged,
    _nudged,
    _cut,
)


def _without_end(rng: Random, line: str) -> bytes:
    """Return the start of a file."""
    return line.encode()[: rng.randrange(len(line))]


def _with_noise(rng: Random, line: str) -> bytes:
    """Return a file in which some bytes are others."""
    data = bytearray(line.encode())
    for _ in range(rng.randint(1, 8)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def _deep(rng: Random, line: str) -> bytes:
    """Return a record with one value deeper than anything can be read."""
    deep = "[" * DEPTH + "]" * DEPTH if rng.random() < 0.5 else '{"a":' * DEPTH + "1" + "}" * DEPTH
    name = rng.choice(("options", "result", "salt", "events", "title", "x"))
    data = json.loads(line)
    data[name] = "?"
    return json.dumps(data).replace('"?"', deep, 1).encode()


def _twice(_: Random, line: str) -> bytes:
    """Return two records in one file."""
    return f"{line}\n{line}".encode()


def _of_digits(rng: Random, line: str) -> bytes:
    """Return a record with a number that is too long to be read."""
    return line.replace(": 1,", f": {'9' * rng.choice((30, 400, 5_000))},", 1).encode()


BROKEN: tuple[Callable[[Random, str], bytes], ...] = (
    _without_end,
    _with_noise,
    _deep,
    _twice,
    _of_digits,
)
