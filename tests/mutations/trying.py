"""A copy of the tree in which changes are made and tests run."""

import ast
import compileall
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import Final

from tests.mutations.changes import Mutation
from tests.mutations.choosing import ALONE, CHOSEN
from tests.mutations.recording import FILES, FOLDER, recorded

ROOT: Final = Path(__file__).parents[2]
PARTS: Final = ("metrobot", "render")
_COPIED: Final = shutil.ignore_patterns(
    ".git", ".venv*", "__pycache__", "build", ".*_cache", "*.db"
)
_CHECKED: Final = PycInvalidationMode.CHECKED_HASH
_PASSED: Final = {0, 5}  # 5: all of them are run by other targets
_LONGEST: Final = 150
"""Seconds after which a test of make test that does not end has noticed something."""
_LONGEST_LONG: Final = 1200
"""The same of a test that make check alone runs."""
_LONGEST_RUN: Final = 3600
"""The same of a whole run, which may stand still before its first test."""


class Copy:
    """A copy of the tree; a change is in it for as long as tests are run on it."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._tree = folder, folder / "tree"
        shutil.copytree(ROOT, self._tree, ignore=_COPIED)
        (self._tree / ".venv").symlink_to((ROOT / ".venv").resolve())
        # Tests ask git for all files that it tracks.
        for command in (["init", "--quiet"], ["add", "--all"]):
            subprocess.run(["git", *command], cwd=self._tree, check=True)
        # What is compiled goes by what stands in the files.
        for part in PARTS:
            compileall.compile_dir(self._tree / part, quiet=1, invalidation_mode=_CHECKED)

    @contextmanager
    def with_change(self, mutation: Mutation) -> Iterator[None]:
        """Make a change, and take it back in the end."""
        file = self._tree / mutation.path
        source = file.read_bytes()
        file.write_bytes(mutation.applied(source))
        try:
            yield
        finally:
            file.write_bytes(source)

    def record(self, mutations: Iterable[Mutation], *args: str) -> dict[str, list[str]] | None:
        """Return the tests that run each change's lines; None where a test fails."""
        folder = self._folder / "recorded"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        files = {each: self._tree / each.path for each in mutations}
        (folder / FILES).write_text(json.dumps(sorted({*map(str, files.values())})))
        plugin, environment = "tests.mutations.recording", {FOLDER: str(folder)}
        if not self.passes("-p", plugin, *args, environment=environment):
            return None
        tests = {file: recorded(folder, file) for file in {*files.values()}}
        return {
            each.name: sorted(
                set().union(*(tests[file].get(n, ()) for n in lines_of(each, file.read_bytes())))
            )
            for each, file in files.items()
        }

    def passes_chosen(self, ids: Sequence[str], *args: str) -> bool:
        """Return whether some tests pass, the chosen ones of which are run first."""
        file = self._folder / "chosen.json"
        file.write_text(json.dumps(ids))
        plugin, environment = "tests.mutations.choosing", {CHOSEN: str(file)}
        return self.passes("-p", plugin, *args, environment=environment)

    def passes_alone(self, ids: Sequence[str], *args: str) -> bool:
        """Return whether the chosen tests pass."""
        files = dict.fromkeys(each.partition("::")[0] for each in ids)
        there = [each for each in files if (self._tree / each).exists()]
        return not there or self.passes_chosen(ids, ALONE, *args, *there)

    def near(self, path: Path, running: Iterable[str] = ()) -> list[str]:
        """Return the tests that import a module or, without any, its package.

        Of those that run its changed lines the ones of its own room are as near: what is pressed
        is imported by no test. Those of its own room stand first.
        """
        module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        files = sorted((self._tree / "tests").rglob("test_*.py"))
        texts = {str(each.relative_to(self._tree)): each.read_text() for each in files}
        names = (rf"{re.escape(name)}\b" for name in (module, module.rpartition(".")[0]) if name)
        found = ([file for file in texts if re.search(name, texts[file])] for name in names)
        rooms = (Path("tests", *each.parts[path.parts[0] == PARTS[0] :]) for each in path.parents)
        room = next(each for each in rooms if (self._tree / each).is_dir())
        own = {each.partition("::")[0] for each in running} & texts.keys()
        near = {*next(filter(None, found), []), *(e for e in own if Path(e).is_relative_to(room))}
        rank = {file: -len({*Path(file).parts} & {*path.parts}) for file in near}
        return sorted(near, key=lambda file: (rank[file], file))

    def passes(self, *args: str, environment: dict[str, str] | None = None) -> bool:
        """Return whether tests pass; those that take too long do not."""
        longest = _LONGEST_LONG if "-m" in args else _LONGEST
        limits = (f"faulthandler_timeout={longest}", "faulthandler_exit_on_timeout=true")
        options = [part for limit in limits for part in ("-o", limit)]
        command = [sys.executable, "-m", "pytest", "-qxp", "no:randomly", *options, *args]
        given = os.environ | (environment or {})
        with subprocess.Popen(
            command, cwd=self._tree, env=given, stdout=subprocess.DEVNULL, process_group=0
        ) as run:
            try:
                return run.wait(_LONGEST_RUN) in _PASSED
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, 9)
                return False


def lines_of(mutation: Mutation, source: bytes) -> range:
    """Return the lines of the statement that a change is in, without the statements in it."""
    inside = [
        each
        for each in ast.walk(ast.parse(source))
        if isinstance(each, ast.stmt) and each.lineno <= mutation.line <= (each.end_lineno or 0)
    ]
    statement = max(inside, key=lambda each: each.lineno)
    body: list[ast.stmt] = getattr(statement, "body", [])
    after = body[0].lineno if body else (statement.end_lineno or 0) + 1
    return range(statement.lineno, max(after, statement.lineno + 1))
