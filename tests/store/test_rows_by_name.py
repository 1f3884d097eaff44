"""Rows are made by the names of columns: a new column may stand anywhere."""

import ast
import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest

from metrobot.store.open import open_store
from metrobot.store.schema.all_tables import TABLES
from metrobot.store.schema.rows import row_of
from tests.store.filling import fill
from tests.store.middle_column import NAME, VALUE, everything

_ROOT = Path(__file__).parents[2]


@pytest.mark.long
async def test_a_column_in_the_middle_changes_nothing_that_is_read(tmp_path: Path) -> None:
    """Of tables and of rows; a new one is written with the rest, and read again."""
    plain, wide = tmp_path / "plain.db", tmp_path / "wide.db"
    await fill(f"sqlite+aiosqlite:///{plain}")
    await (await open_store(f"sqlite+aiosqlite:///{wide}")).close()
    with sqlite3.connect(wide) as connection:
        for table in TABLES:
            connection.execute(f'ALTER TABLE "{table.name}" ADD {NAME} INTEGER DEFAULT {VALUE}')
    said = filled_elsewhere(f"sqlite+aiosqlite:///{wide}")
    with sqlite3.connect(wide) as connection:
        kept = connection.execute(f"SELECT {NAME} FROM standings").fetchall()

    assert said == await everything(f"sqlite+aiosqlite:///{plain}")
    assert set(kept) == {(VALUE,)}


def filled_elsewhere(url: str) -> list[str]:
    """Return the rows read from a database that a process with wider rows has filled."""
    command = [sys.executable, "-m", "tests.store.middle_column", url]
    done = subprocess.run(
        command, cwd=_ROOT, check=True, capture_output=True, text=True, timeout=300
    )
    found: list[str] = json.loads(done.stdout)
    return found


@dataclass(frozen=True)
class Wide:
    """A row with more than another one."""

    id: int
    extra: int = 5
    name: str = "none"


class Narrow(NamedTuple):
    """The same in another order, and less of it."""

    name: str
    id: int


def test_a_row_takes_what_it_has_by_name() -> None:
    """What it has alone keeps its default; what is given goes before."""
    assert row_of(Narrow, Wide(1, 2, "Ann")) == Narrow(name="Ann", id=1)
    assert row_of(Wide, Wide(1, 2, "Ann"), extra=3) == Wide(1, 3, "Ann")


def classes(room: str) -> Iterator[tuple[str, int]]:
    """Yield the rows of a room, each with the number of its fields that have no default."""
    for path in (_ROOT / "metrobot" / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name.endswith("Row"):
                own = [each for each in node.body if isinstance(each, ast.AnnAssign)]
                yield node.name, sum(not _has_default(each.value) for each in own)


def _has_default(value: ast.expr | None) -> bool:
    is_field = isinstance(value, ast.Call) and ast.unparse(value.func) == "field"
    return value is not None and (not is_field or "default" in ast.unparse(value))


def test_no_row_is_made_by_position() -> None:
    """Of other values never; by hand only what has no default, so that mypy counts it."""
    rows, found = dict(classes("store")), list[str]()
    for path in (_ROOT / "metrobot").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                is_spread = any(isinstance(each, ast.Starred) for each in node.args)
                most = rows.get(node.func.id, len(node.args))
                if (is_spread and node.func.id in rows) or len(node.args) > most:
                    found.append(f"{path.name}:{node.lineno} {node.func.id}")

    assert len(rows) > 10
    assert not found
