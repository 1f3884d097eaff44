"""Make small mistakes and see whether a test minds: python -m tests.mutations [--rooms ROOM ...].

Which ones is drawn by --seed, from each room by its lines of code. Before the first, the tests are
run once while coverage.py counts which of them run the changed lines. Each change goes into a copy
of the tree. There the tests run that import what it is in, or run its lines in its own room; what
they do not notice is tried with all other tests that run its lines; and with all tests where that
is known of none, or where the lines are run while modules are imported. The last step is for
--check: the same with the long tests, then the rest of make check, much of it in processes in
which nothing is counted.

What was found is kept in a file, and beside it which tests run which lines, so that a run that was
broken off goes on where it was. After tests have changed, delete the file that ends in
.tests.json; --again does so itself.
"""

import argparse
import ast
import json
import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Final

from tests.mutations.changes import Mutation, mutations_of
from tests.mutations.equivalent import EQUIVALENT
from tests.mutations.recording import IMPORTING
from tests.mutations.trying import PARTS, ROOT, Copy

RESULTS: Final = Path(tempfile.gettempdir()) / "metrobot-mutations.json"
SEED: Final = 2026
NEAR: Final = "caught by near tests"
TEST: Final = "caught by make test"
CHECK: Final = "caught by make check"
SURVIVED: Final = "survived"
"""Said of a change that make test does not notice."""
UNNOTICED: Final = "survived make check"
LONG: Final = ("-m", "long")
OVER_HTTP: Final = ("--entrance", "http", "-m", "not browser and not long and not fuzz")
REST: Final = (
    ("-m", "faults and not measured", "tests/faults"),
    (*OVER_HTTP, "tests/ui/test_rights.py"),
)
"""What make check runs beside make test and the long tests, as far as it is about the code."""


def main() -> int:
    """Try all changes that were drawn; return 1 where one of them went unnoticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("--rooms", nargs="+", help="such as render or ui/seats; without it all")
    parser.add_argument("--seed", type=int, default=SEED, help="of the draw (%(default)s)")
    parser.add_argument("--jobs", default="2", help="processes that run all the tests")
    parser.add_argument("--again", action="store_true", help="try what survived once more")
    parser.add_argument(
        "--check", action="store_true", help="try what survived with the rest of make check"
    )
    parser.add_argument("--count", type=int, default=60, help="how many (%(default)s)")
    parser.add_argument(
        "--tests", nargs="+", default=[], help="in place of all; to see that it runs"
    )
    parser.add_argument(
        "--results", type=Path, default=RESULTS, help="what was found (%(default)s)"
    )
    asked = parser.parse_args()
    os.nice(9)  # behind all else; the bot's own processes go ten further, and 19 is the end
    found: dict[str, str] = json.loads(asked.results.read_text()) if asked.results.exists() else {}
    chosen = drawn(asked.rooms, asked.count, asked.seed)
    counts = defaultdict[str, Counter[str]](Counter)
    with tempfile.TemporaryDirectory() as folder:
        trials = Trials(Copy(Path(folder)), chosen, asked)
        for n, each in enumerate(chosen, start=1):
            told = "equivalent" if each.name in EQUIVALENT else found.get(each.name, "")
            if not told or (asked.again and told in {SURVIVED, UNNOTICED}):
                told = found[each.name] = trials.tested(each)
            if asked.check and told == SURVIVED:
                told = found[each.name] = trials.checked(each)
            asked.results.write_text(json.dumps(found, indent=1))
            counts[room_of(each.path, asked.rooms)][told] += 1
            print(f"{n}/{len(chosen)} {told}: line {each.line} in {each.name}", flush=True)
    for room, own in [*counts.items(), ("all", sum(counts.values(), Counter[str]()))]:
        print(f"{room}: {', '.join(f'{count} {told}' for told, count in sorted(own.items()))}")
    return int(any(own[SURVIVED] + own[UNNOTICED] for own in counts.values()))


class Trials:
    """Changes that are tried in a copy of the tree, with the tests that run their lines."""

    def __init__(self, copy: Copy, chosen: list[Mutation], asked: argparse.Namespace) -> None:
        self._copy, self._chosen, self._is_short = copy, chosen, bool(asked.tests)
        self._every = ("-n", asked.jobs, *asked.tests)
        self._file: Path = asked.results.with_suffix(".tests.json")
        if asked.again:
            self._file.unlink(missing_ok=True)
        self._known: dict[str, dict[str, list[str]]] = {}
        if self._file.exists():
            self._known = json.loads(self._file.read_text())

    def tested(self, mutation: Mutation) -> str:
        """Return whether the tests of make test notice a change, and which of them."""
        ids = self._tests_of(mutation)
        near = [] if self._is_short else self._copy.near(mutation.path, ids)
        ranks = {file: rank for rank, file in enumerate(near)}
        ids.sort(key=lambda each: ranks.get(each.partition("::")[0], len(ranks)))
        with self._copy.with_change(mutation):
            if near and not self._copy.passes_chosen(ids, *near):
                return NEAR
            return SURVIVED if self._passes(ids, done=ranks.keys()) else TEST

    def checked(self, mutation: Mutation) -> str:
        """Return whether anything else in make check notices a change."""
        tested, ids = self._tests_of(mutation), self._tests_of(mutation, *LONG)
        with self._copy.with_change(mutation):
            passes = self._passes(ids, *LONG) if ids or not tested else True
            is_unnoticed = passes and all(self._copy.passes(*run) for run in REST)
            return UNNOTICED if is_unnoticed else CHECK

    def _passes(self, ids: list[str], *which: str, done: Collection[str] = ()) -> bool:
        """Return whether the tests pass that run the lines of a change, or all of them."""
        run = (*self._every, *which)
        left = [each for each in ids if each.partition("::")[0] not in {IMPORTING, *done}]
        if not self._copy.passes_alone(left, *run):
            return False
        return self._copy.passes(*run) if not ids or IMPORTING in ids else True

    def _tests_of(self, mutation: Mutation, *which: str) -> list[str]:
        """Return the tests that run the lines of a change; the first time all are run for it."""
        known = self._known.setdefault(" ".join(which), {})
        missing = [each for each in self._chosen if each.name not in known]
        if missing:
            recorded = self._copy.record(missing, *self._every, *which)
            if recorded is None:
                raise SystemExit("The tests fail without any change.")
            known |= recorded
            self._file.write_text(json.dumps(self._known, indent=1))
        return list(known[mutation.name])


def room_of(path: Path, rooms: Sequence[str] | None = None) -> str:
    """Return the part of the program that a file is in: one of some rooms, or else the widest."""
    parts = path.parts[int(path.parts[0] == PARTS[0] and len(path.parts) > 2) :]
    named = (room for room in rooms or () if Path(*parts).is_relative_to(room))
    return next(named, parts[0])


def drawn(rooms: list[str] | None, count: int = 60, seed: int = SEED) -> list[Mutation]:
    """Return changes, of each room as many as its share of the lines, the same ones first."""
    lines, found = Counter[str](), defaultdict[str, list[Mutation]](list)
    for file in sorted(each for part in PARTS for each in (ROOT / part).rglob("*.py")):
        path, source = file.relative_to(ROOT), file.read_bytes()
        room = room_of(path, rooms)
        if "migrations" not in path.parts and (not rooms or room in rooms):
            lines[room] += ast.unparse(ast.parse(source)).count("\n")
            found[room] += mutations_of(path, source)
    chosen, passed = list[Mutation](), 0
    for room in sorted(found):
        before = round(count * passed / lines.total())
        passed += lines[room]
        share = round(count * passed / lines.total()) - before
        chosen += _in_order(f"{seed} {room}", found[room])[:share]
    return chosen


def _in_order(seed: str, found: list[Mutation]) -> list[Mutation]:
    """Return a room's changes as they are drawn: of every kind as many while there are any."""
    dice, kinds = Random(seed), defaultdict[str, list[Mutation]](list)
    for each in found:
        kinds[each.kind].append(each)
    rows = [dice.sample(own, len(own)) for _, own in sorted(kinds.items())]
    dice.shuffle(rows)
    return [each for row in zip_longest(*rows) for each in row if each is not None]


if __name__ == "__main__":
    raise SystemExit(main())
