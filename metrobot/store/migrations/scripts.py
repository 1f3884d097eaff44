"""Scripts of SQL beside a migration, one for each kind of database, that make its tables."""

import re
from pathlib import Path

from alembic import op


def run_script(migration: str) -> None:
    """Run the statements of a migration's script, which blank lines separate."""
    for statement in _script(migration).split("\n\n"):
        op.execute(statement)


def drop_all_made(migration: str) -> None:
    """Drop the tables and functions that a script makes; indexes and triggers go with them."""
    made = re.findall(r"^CREATE (TABLE|FUNCTION) (\w+)", _script(migration), re.MULTILINE)
    for kind, name in reversed(made):
        op.execute(f"DROP {kind} {name}")


def _script(migration: str) -> str:
    """Return the script of the module of this file for the database at hand."""
    return Path(migration).with_suffix(f".{op.get_bind().dialect.name}.sql").read_text("utf-8")
