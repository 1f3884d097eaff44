"""What a docstring says of arguments and attributes is there under that name."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
_NAME = re.compile(r"^ {4}(\w+): ", re.MULTILINE)


def described(doc: str, section: str) -> list[str]:
    """Return the names that a section of a docstring describes."""
    found = re.search(rf"^{section}:\n((?: {{4}}.*\n?|\n)+)", doc, re.MULTILINE)
    return _NAME.findall(found[1]) if found else []


def arguments(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Return the names of a function's arguments."""
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


def test_what_docstrings_describe_is_there() -> None:
    """Whoever renames something renames it there too."""
    listed = subprocess.run(
        ["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    files = [ROOT / name for name in listed.stdout.split()]
    found = {
        f"{file.relative_to(ROOT)}: {fault}"
        for file in files
        if file.exists()
        for fault in faults(ast.parse(file.read_text("utf-8")))
    }

    assert found == set()


def test_a_name_that_is_gone_is_found() -> None:
    """Arguments and attributes alike."""
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
