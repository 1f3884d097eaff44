"""Make small mistakes and see whether a test minds: python -m tests.mutations [--rooms ROOM ...].

Which ones is drawn by a seed, from each room by its lines of code. Each goes into a copy of
the tree, where the tests run that import what it is in, then all. What was found is kept in
a file, so that a run that was broken off goes on where it was.
"""

import argparse
import ast
import compileall
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from py_compile import PycInvalidationMode
from random import Random
from typing import Final

from tests.mutations.changes import Mutation, mutations_of
from tests.mutations.equivalent import EQUIVALENT

ROOT: Final = Path(__file__).parents[2]
PARTS: Final = ("metrobot", "render")
COPIED: Final = shutil.ignore_patterns(".git", ".venv*", "__pycache__", "build", ".*_cache", "*.db")
RESULTS: Final = Path(tempfile.gettempdir()) / "metrobot-mutations.json"
CHECKED: Final = PycInvalidationMode.CHECKED_HASH
SEED: Final = 2026
SURVIVED: Final = "survived"
"""Said of a change that make test does not notice."""
UNNOTICED: Final = "survived make check"
REST: Final = (
    ["-m", "faults and not measured", "tests/faults"],
    [
        "--entrance",
        "http",
        "-m",
        "not browser and not long and not fuzz",
        "tests/ui/test_rights.py",
    ],
)
"""What make check runs beside make test and the long tests, as far as it is about the code."""
LONGEST: Final = 3600  # seconds after which tests that do not end have noticed something


def main() -> int:
    """Try all changes that were drawn; return 1 where one of them went unnoticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("--rooms", nargs="+", help="such as render or games; without it all")
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
    results, every = asked.results, ["-n", asked.jobs, *asked.tests]
    found: dict[str, str] = json.loads(results.read_text()) if results.exists() else {}
    chosen, counts = drawn(asked.rooms, asked.count), defaultdict[str, Counter[str]](Counter)
    with tempfile.TemporaryDirectory() as folder:
        tree = _copied(Path(folder) / "tree")
        if not found and not _passes(tree, *every):
            parser.exit(2, "The tests fail without any change.\n")
        for n, each in enumerate(chosen, start=1):
            told = "equivalent" if each.name in EQUIVALENT else found.get(each.name, "")
            if not told or (asked.again and told == SURVIVED):
                near = [] if asked.tests else _near(tree, each.path)
                is_caught = _is_noticed(tree, each, [*([near] if near else []), every])
                told = found[each.name] = "caught" if is_caught else SURVIVED
            if asked.check and told == SURVIVED:
                rest = [[*every, "-m", "long"], *REST]
                is_caught = _is_noticed(tree, each, rest)
                told = found[each.name] = "caught by make check" if is_caught else UNNOTICED
            results.write_text(json.dumps(found, indent=1))
            counts[room_of(each.path)][told] += 1
            print(f"{n}/{len(chosen)} {told}: line {each.line} in {each.name}", flush=True)
    for room, own in counts.items():
        print(f"{room}: {', '.join(f'{count} {told}' for told, count in sorted(own.items()))}")
    return int(any(own[SURVIVED] + own[UNNOTICED] for own in counts.values()))


def room_of(path: Path) -> str:
    """Return the part of the program that a file is in."""
    return path.parts[int(path.parts[0] == PARTS[0] and len(path.parts) > 2)]


def drawn(rooms: list[str] | None, count: int = 60) -> list[Mutation]:
    """Return changes, of each room as many as its share of the lines, the same ones first."""
    lines, found = Counter[str](), defaultdict[str, list[Mutation]](list)
    for file in sorted(each for part in PARTS for each in (ROOT / part).rglob("*.py")):
        path, source = file.relative_to(ROOT), file.read_bytes()
        room = room_of(path)
        if "migrations" not in path.parts and (not rooms or room in rooms):
            lines[room] += ast.unparse(ast.parse(source)).count("\n")
            found[room] += mutations_of(path, source)
    chosen, passed = list[Mutation](), 0
    for room in sorted(found):
        before = round(count * passed / lines.total())
        passed += lines[room]
        chosen += _in_order(room, found[room])[: round(count * passed / lines.total()) - before]
    return chosen


def _in_order(room: str, found: list[Mutation]) -> list[Mutation]:
    """Return a room's changes as they are drawn: of every kind as many while there are any."""
    dice, kinds = Random(f"{SEED} {room}"), defaultdict[str, list[Mutation]](list)
    for each in found:
        kinds[each.kind].append(each)
    rows = [dice.sample(own, len(own)) for _, own in sorted(kinds.items())]
    dice.shuffle(rows)
    return [each for row in zip_longest(*rows) for each in row if each is not None]


def _copied(tree: Path) -> Path:
    """Return a copy of the tree; what is compiled in it goes by what stands in the files."""
    shutil.copytree(ROOT, tree, ignore=COPIED)
    (tree / ".venv").symlink_to((ROOT / ".venv").resolve())
    subprocess.run(["git", "init", "--quiet"], cwd=tree, check=True)  # tests ask it for all files
    for part in PARTS:
        compileall.compile_dir(tree / part, quiet=1, invalidation_mode=CHECKED)
    return tree


def _is_noticed(tree: Path, mutation: Mutation, runs: Sequence[Sequence[str]]) -> bool:
    """Return whether one of some runs of tests fails with a change."""
    file = tree / mutation.path
    source = file.read_bytes()
    file.write_bytes(mutation.applied(source))
    is_noticed = not all(_passes(tree, *run) for run in runs)
    file.write_bytes(source)
    return is_noticed


def _near(tree: Path, path: Path) -> list[str]:
    """Return the tests that import a module, or without any its package, its own room's first."""
    module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    texts = {str(file): file.read_text() for file in tree.rglob("test_*.py")}
    names = (rf"{re.escape(name)}\b" for name in (module, module.rpartition(".")[0]) if name)
    found = ([file for file in texts if re.search(name, texts[file])] for name in names)
    rank = {file: -len({*Path(file).parts} & {*path.parts}) for file in texts}
    return sorted(next(filter(None, found), []), key=lambda file: (rank[file], file))


def _passes(tree: Path, *args: str) -> bool:
    """Return whether tests pass; those that take too long do not."""
    command = [sys.executable, "-m", "pytest", "-qxp", "no:randomly", *args]
    with subprocess.Popen(command, cwd=tree, stdout=subprocess.DEVNULL, process_group=0) as run:
        try:
            return run.wait(LONGEST) in {0, 5}  # 5: all of them are run by other targets
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, 9)
            return False


if __name__ == "__main__":
    raise SystemExit(main())
