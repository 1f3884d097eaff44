"""How SQLite goes about each statement that a test has it execute: never through a whole table."""

import re
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

import pytest
import sqlalchemy as sa
from alembic import command
from sqlalchemy import event

from metrobot.store.schema import indexes
from metrobot.store.schema.all_tables import TABLES
from metrobot.store.upkeep.copy_database import WHOLE

SMALL: Final = {
    *("ballots", "votes", "memos", "servers", "blocks", "hearings"),
    *("alembic_version", "sqlite_sequence"),
}
"""Tables that do not grow with what was played: what is asked at present, what was chosen."""
NARROW: Final = {
    "due_at",
    "games_running",
    "games_unfinished",
    "games_uncounted",
    "one_unfinished_game_a_channel",
    "ix_deliveries_pending",
    "games_cancelled",
    "players_with_language",
    "reviews_unmade",
    "replays_unreviewed",
}
"""Indexes of what there is to do at present, or of few rows: to go through them is right."""
_SCAN: Final = re.compile(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?")
_OURS: Final = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b", re.IGNORECASE)


class _Migrating(threading.local):
    """Whether a thread migrates a database, which goes through whole tables."""

    depth = 0


_MIGRATING: Final = _Migrating()


@cache
def scans(text: str) -> tuple[str, ...]:
    """Return the steps of a statement that scan whole growing tables; nothing if none does."""
    if not _OURS.match(text) or re.search(r"alembic|sqlite_|PRAGMA", text):
        return ()
    values = [None] * text.count("?")
    found = []
    for *_, detail in _empty().execute(f"EXPLAIN QUERY PLAN {text}", values):
        scan = _SCAN.match(detail)
        if scan and scan[1] in map(str, TABLES) and scan[1] not in SMALL and scan[2] not in NARROW:
            found.append(f"{detail}: {text}")
    return tuple(found)


@cache
def _empty() -> sqlite3.Connection:
    """Return a database with all tables and indexes."""
    engine = sa.create_engine("sqlite://")
    statements = list[str]()
    with engine.connect() as connection:
        indexes.WHOLE.create_all(connection)
        query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
        statements = list(connection.exec_driver_sql(query).scalars())
    engine.dispose()
    made = sqlite3.connect(":memory:", check_same_thread=False)
    for statement in statements:
        made.execute(statement)
    return made


@contextmanager
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """Hear of all statements that are executed on SQLite; yield how they scan tables."""
    found = set[str]()

    def executed(_: Any, __: Any, text: str, ___: Any, context: Any, ____: Any) -> None:
        is_whole = context is not None and context.execution_options.get(WHOLE)
        if _MIGRATING.depth:
            return
        if context is not None and context.dialect.name == "sqlite" and not is_whole:
            found.update(_known(text))

    def unheard(work: Any) -> Any:
        def quietly(*given: Any, **named: Any) -> Any:
            _MIGRATING.depth += 1
            try:
                return work(*given, **named)
            finally:
                _MIGRATING.depth -= 1

        return quietly

    monkeypatch.setattr(command, "upgrade", unheard(command.upgrade))
    event.listen(sa.Engine, "before_cursor_execute", executed)
    try:
        yield found
    finally:
        event.remove(sa.Engine, "before_cursor_execute", executed)


def _known(text: str) -> tuple[str, ...]:
    """Return the scans of a statement; nothing if it concerns other tables."""
    try:
        return scans(text)
    except sqlite3.OperationalError:
        return ()  # a test's own table, or one of an older release
