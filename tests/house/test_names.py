"""One word, one thing: variables are called by their values, and the tests stay in proportion."""

import ast
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DIALECT: Final = frozenset(
    ["found", "told", "said", "asked", "shown", "known", "taken", "wanted", "given", "meant", "at"]
)
"""Participles and a preposition that say how a value came, not what it is."""
MOST: Final = 90
"""Variables and fields of the product with such a name, most of them columns."""
RIDDLE: Final = re.compile(
    r"^\W*([A-Z][a-z]+ )?(what|who|whom|whose|how|where|when|why|which)\b"
    r"|^\W*(Return|Yield|Note) (that|as)\b",
    re.IGNORECASE,
)
"""First lines of docstrings that begin with a relative clause instead of a thing."""
MOST_RIDDLES: Final = {"product": 1, "tests": 24}
MOST_LINES: Final = 400
"""Of a file."""
MOST_TEST_LINES: Final = 2.15
"""For each line of code."""


@cache
def trees() -> dict[str, dict[Path, ast.Module]]:
    product = [
        ROOT / "bot.py",
        *(ROOT / "metrobot").rglob("*.py"),
        *(ROOT / "render").rglob("*.py"),
    ]
    paths = {"product": product, "tests": [*(ROOT / "tests").rglob("*.py")]}
    return {
        part: {path: ast.parse(path.read_text(encoding="utf-8")) for path in files}
        for part, files in paths.items()
    }


def code_lines(tree: ast.Module, text: str) -> int:
    """Return the number of lines that are neither blank, comment nor docstring."""
    documents = {
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or 0) + 1)
    }
    lines = enumerate(map(str.strip, text.splitlines()), start=1)
    return sum(bool(line) and line[0] != "#" and n not in documents for n, line in lines)


def test_variables_are_called_by_what_they_are() -> None:
    """`row`, `deadline` or `deliveries`, never one word for a number, a list and a delivery."""
    names, types = Counter[str](), defaultdict[str, set[str]](set)
    for tree in trees()["product"].values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names[node.id] += 1
            if isinstance(node, ast.arg):
                names[node.arg] += 1
                if node.annotation is not None:
                    types[node.arg].add(ast.unparse(node.annotation).removesuffix(" | None"))

    assert sum(names[name] for name in DIALECT) <= MOST
    assert {name for name in DIALECT if len(types[name]) > 2} == set()


def test_first_lines_name_things() -> None:
    """Return the open lines of each seat, not what nothing else is ahead of."""
    riddles = defaultdict[str, list[str]](list)
    for part, modules in trees().items():
        for path, tree in modules.items():
            for node in ast.walk(tree):
                if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    continue
                first = (ast.get_docstring(node) or "").partition("\n")[0]
                if RIDDLE.match(first):
                    riddles[part].append(f"{path.relative_to(ROOT)}:{node.lineno} {first}")

    for part, most in MOST_RIDDLES.items():
        assert len(riddles[part]) <= most, riddles[part]


def test_files_are_short() -> None:
    """Those of the product: whoever opens one reads it whole."""
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in trees()["product"]
    }

    assert {path for path, length in lengths.items() if length > MOST_LINES} == set()


def test_tests_stay_in_proportion() -> None:
    """Tables and shared stages instead of one more copy."""
    product = sum(
        code_lines(tree, path.read_text(encoding="utf-8"))
        for path, tree in trees()["product"].items()
    )
    tests = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in trees()["tests"])

    assert tests / product <= MOST_TEST_LINES


def test_constants_stand_above_functions_and_classes() -> None:
    """A reader finds them in one place, but for those that are made of what the module defines."""
    late = list[str]()
    for path, tree in trees()["product"].items():
        own, is_below = set[str](), False
        for node in tree.body:
            names = {part for part in ast.walk(node) if isinstance(part, ast.Name)}
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                is_below = True
                own.add(node.name)
            elif is_below and isinstance(node, ast.Assign | ast.AnnAssign):
                targets = {name.id for name in names if isinstance(name.ctx, ast.Store)}
                if own & {name.id for name in names}:
                    own |= targets
                else:
                    late.append(f"{path}:{node.lineno}")
    # A table stands beside the function that makes its columns.
    assert [place for place in late if "schema/tables.py" not in place] == []
