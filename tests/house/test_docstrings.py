"""Docstrings begin with the thing itself, and name only what the code has."""

import ast
import builtins
import inspect
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from typing import NamedTuple

import discord
import pytest
from aiohttp import web

from tests.house.test_adding_a_game import ROOT, files

PRODUCT = ("bot.py", "metrobot/*.py", "render/*.py")
_NAME = re.compile(r"^ {4}(\w+): ", re.MULTILINE)
_RIDDLE = re.compile(
    r"\W*([A-Z][a-z]+ )?(what|who|whom|whose|how|where|when|why|which)\b"
    r"|\W*(Return|Yield|Note) (that|as)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"`([^\W\d]\w*(?:\.[^\W\d]\w*)*)(?:\(\))?`")
_KEY = re.compile(r"[\w.:<>/-]+")
_EXAMPLES = {"area.thing.problem", "pt_BR", "rotations"}
"""Quoted words that stand for something other than code."""
_RAISING = (builtins, discord, web)
"""Modules whose errors may pass through without standing in the code."""
_BARE = {"ABC", "Enum", "Exception", "Generic", "IntEnum", "NamedTuple", "Protocol", "StrEnum"}
"""Bases outside the project without members that a docstring would name."""


class Defined(NamedTuple):
    """Members and bases of the classes that have one name."""

    members: set[str]
    bases: set[str]


def fitting(*patterns: str) -> list[str]:
    """Return the paths of the project's files that fit a pattern."""
    return [path for path in files() if any(fnmatchcase(path, each) for each in patterns)]


@cache
def parsed(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_text("utf-8"))


def described(doc: str, section: str) -> list[str]:
    """Return the names that a section of a docstring describes."""
    found = re.search(rf"^{section}:\n((?: {{4}}.*\n?|\n)+)", doc, re.MULTILINE)
    return _NAME.findall(found[1]) if found else []


def arguments(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    known = function.args
    some = (*known.posonlyargs, *known.args, *known.kwonlyargs, known.vararg, known.kwarg)
    return {each.arg for each in some if each is not None}


def attributes(class_: ast.ClassDef) -> Iterator[str]:
    """Yield all names that a class defines."""
    for node in ast.walk(class_):
        match node:
            case ast.Attribute(ast.Name("self"), name, ast.Store()):
                yield name
            case ast.AnnAssign(ast.Name(name)) | ast.FunctionDef(name):
                yield name
            case ast.Assign(targets):
                yield from (each.id for each in targets if isinstance(each, ast.Name))
            case ast.AsyncFunctionDef(name):
                yield name


def faults(tree: ast.Module) -> Iterator[str]:
    """Yield the names that docstrings of a module describe and its code lacks."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            doc, own = ast.get_docstring(node) or "", {*attributes(node)}
            init = [each for each in node.body if getattr(each, "name", "") == "__init__"]
            taken = set[str]().union(*(arguments(each) for each in init))  # type: ignore[arg-type]
            yield from (f"{node.name}.{n}" for n in described(doc, "Attributes") if n not in own)
            yield from (f"{node.name}({n})" for n in described(doc, "Args") if n not in own | taken)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            doc, taken = ast.get_docstring(node) or "", arguments(node)
            yield from (f"{node.name}({n})" for n in described(doc, "Args") if n not in taken)


def first_lines(tree: ast.Module) -> Iterator[str]:
    """Yield the first lines of the docstrings of functions and classes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            doc = ast.get_docstring(node)
            if doc:
                yield doc.splitlines()[0]


def texts(tree: ast.Module) -> dict[int, str]:
    """Return the docstrings of a module and of all in it, by the ids of their nodes."""
    return {
        id(node.value): node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }


def names(tree: ast.Module) -> Iterator[str]:
    """Yield the names in a module's code, and the words of keys in its strings."""
    docs = texts(tree)
    for node in ast.walk(tree):
        match node:
            case (
                ast.Name(name)
                | ast.Attribute(attr=name)
                | ast.arg(name)
                | ast.keyword(str(name))
                | ast.FunctionDef(name)
                | ast.AsyncFunctionDef(name)
                | ast.ClassDef(name)
            ):
                yield name
            case ast.alias(name, other):
                yield from (*name.split("."), other or "")
            case ast.ImportFrom(str(module)):
                yield from module.split(".")
            case ast.Constant(str(key)) if id(node) not in docs and _KEY.fullmatch(key):
                yield from re.findall(r"\w+", key)


def classes(trees: Collection[ast.Module]) -> dict[str, Defined]:
    found = defaultdict[str, Defined](lambda: Defined(set(), set()))
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found[node.name].members.update(attributes(node))
                bases = {re.sub(r"\[.*|.*\.", "", ast.unparse(base)) for base in node.bases}
                found[node.name].bases.update(bases - {node.name})
    return dict(found)


def has(known: Mapping[str, Defined], name: str, member: str) -> bool:
    """Return whether a class has a member, or may inherit it from outside the project."""
    if name not in known:
        return name not in _BARE
    return member in known[name].members or any(
        has(known, base, member) for base in known[name].bases
    )


@cache
def product() -> tuple[dict[str, ast.Module], dict[str, Defined], frozenset[str]]:
    """Return the product's modules, its classes, and every name in it, files included."""
    trees = {path: parsed(path) for path in fitting(*PRODUCT)}
    files = {
        part for path in fitting("metrobot/*", "render/*") for part in re.findall(r"\w+", path)
    }
    every = files.union(*(names(tree) for tree in trees.values()))
    return trees, classes(trees.values()), frozenset(every)


def invented(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module's docstrings quote or say to be raised, and the code lacks."""
    _, known, every = product()
    for doc in texts(tree).values():
        for name in described(inspect.cleandoc(doc), "Raises"):
            if name not in every and not any(hasattr(each, name) for each in _RAISING):
                yield name
        for name in set(_QUOTED.findall(doc)) - _EXAMPLES:
            first, *rest = name.split(".")
            is_there = {first, *rest} <= every
            if not is_there or (rest and first in known and not has(known, first, rest[0])):
                yield name


@pytest.mark.parametrize("patterns", [PRODUCT, ("tests/*.py",)], ids=["product", "tests"])
def test_first_lines_begin_with_the_thing_itself(patterns: tuple[str, ...]) -> None:
    lines = [(path, line) for path in fitting(*patterns) for line in first_lines(parsed(path))]
    riddles = [f"{path}: {line}" for path, line in lines if _RIDDLE.match(line)]

    assert len(riddles) <= len(lines) / 100, "\n".join(riddles)


@pytest.mark.parametrize(
    ("line", "is_riddle"),
    [
        ("Return what binds the keys.", True),
        ("Yield where stations lie.", True),
        ("Return that the bot may post.", True),
        ("`Who` plays.", True),
        ("Return whether the bot may post.", False),
        ("Return the keys that bind what follows.", False),
    ],
)
def test_a_relative_clause_is_found(line: str, *, is_riddle: bool) -> None:
    """Only at the head of a line, after a verb or alone."""
    assert bool(_RIDDLE.match(line)) is is_riddle


def test_names_quoted_in_docstrings_exist() -> None:
    """Each part of a name is somewhere in the product, and a class has the member named."""
    trees, _, _ = product()

    assert {f"{path}: {name}" for path, tree in trees.items() for name in invented(tree)} == set()


def test_an_invented_name_is_found() -> None:
    """Words of code outside the docstring count, the docstring's own do not."""
    quoted = "`Title.objection` `Title.objected` `objekshun()` `title.py` `no_title.py` `a b`"
    raised = "Raises:\n    ValueError: never.\n    RuleError: now and then.\n    RulesError: ever."
    doc = ast.parse(f'"""{quoted}\n\n{raised}\n"""')

    assert {*invented(doc)} == {"Title.objected", "objekshun", "no_title.py", "RulesError"}


@pytest.mark.long
def test_what_docstrings_describe_is_there() -> None:
    """Whoever renames something renames it there too."""
    found = {f"{path}: {fault}" for path in fitting("*.py") for fault in faults(parsed(path))}

    assert found == set()


def test_a_name_that_is_gone_is_found() -> None:
    stale = '''
class Table:
    """A table.

    Attributes:
        seats: where people sit.
        pace: how fast.
    """

    seats: int

    def seat(self, who: str) -> None:
        """Seat somebody.

        Args:
            whom: gets the seat.
        """
'''

    assert set(faults(ast.parse(stale))) == {"Table.pace", "seat(whom)"}
