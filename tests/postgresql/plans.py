"""How PostgreSQL goes about statements: by the conditions of indexes, never through all of them.

What a small table costs says nothing of a large one, so some thousands of rows are added,
and the planner is told that to read a whole table is the last thing it should do: where it
does so all the same, no index helps.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, event

from metrobot.store.db.dialects import SHARED
from metrobot.store.schema.indexes import WHOLE
from metrobot.store.store import Store

LINES = frozenset({"lines", "runs", "line_places", "line_bars", "papers", "preferences", "due"})
"""The tables to which rows are added; of others nothing can be told."""
_FIRST = {
    **{f"pk_{name}": next(iter(WHOLE.tables[name].primary_key)).name for name in LINES},
    **{
        str(index.name): next(iter(index.columns)).name
        for name in LINES
        for index in WHOLE.tables[name].indexes
    },
}
"""The first column of each of their indexes."""
_MORE = (
    "INSERT INTO players (id, name, dm_closed, listed)"
    " SELECT k, 'P', false, true FROM generate_series(1000, 1299) k",
    "INSERT INTO preferences (player, remind_by)"
    " SELECT k, 'never' FROM generate_series(1000, 1299) k",
    "INSERT INTO due (person, of, kind, at, revision)"
    " SELECT 0, k, 'turn', now() + k * interval '1 hour', 1 FROM generate_series(1000, 9999) k",
    "INSERT INTO lines (number, map, commitment, salt, closed)"
    " SELECT k, 'berlin', 'x', '1', true FROM generate_series(1000, 1099) k",
    'INSERT INTO runs (kind, "of", player, deeds, turns, status, score, empty, compared, begun_at)'
    " SELECT 'line', l, p, CASE WHEN l > 1080 THEN '[]'::json END, 9, 'over', l % 40, 1, true,"
    " now() + l * interval '1 day'"
    " FROM generate_series(1000, 1099) l, generate_series(1000, 1299) p",
    "INSERT INTO line_places (guild, line, player, run, score, empty, over_at)"
    ' SELECT player % 20, "of", player, id, score, empty, begun_at FROM runs WHERE "of" >= 1000',
    "INSERT INTO line_bars (line, mark)"
    " SELECT l, m FROM generate_series(1000, 1099) l, generate_series(1, 20) m",
    "INSERT INTO papers (guild, channel, hour, zone, told, failed)"
    " SELECT k, k, 9, 'UTC', 0, 0 FROM generate_series(1000, 1999) k",
)
_CHANGES = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")


@dataclass
class Statements:
    """The statements that were executed."""

    heard: dict[str, Any] = field(default_factory=dict)

    async def scans(self, store: Store) -> list[str]:
        """Return the full scans of tables that grow, after making these tables large."""
        await store._database.write(_grow)
        found = list[str]()
        for text, values in self.heard.items():
            found += await store._database.write(partial(_scans_of, text=text, values=values))
        return found


@contextmanager
def heard() -> Iterator[Statements]:
    """Hear of all statements that are executed on PostgreSQL."""
    found = Statements()

    def executed(_: Any, __: Any, text: str, values: Any, context: Any, many: Any) -> None:
        is_ours = context is not None and context.dialect.name == SHARED
        if is_ours and text.lstrip().upper().startswith(_CHANGES):
            found.heard.setdefault(text, values[0] if many else values)

    event.listen(sa.Engine, "before_cursor_execute", executed)
    try:
        yield found
    finally:
        event.remove(sa.Engine, "before_cursor_execute", executed)


def _grow(connection: Connection) -> None:
    """Add enough people, lines, runs and papers for the choice of an index to matter."""
    for statement in _MORE:
        connection.exec_driver_sql(statement)
    connection.exec_driver_sql("ANALYZE")


def _scans_of(connection: Connection, text: str, values: Any) -> list[str]:
    """Return the scans of tables in a statement's plan; the statement is not executed."""
    connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
    explained = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {text}", values)
    (plan,) = explained.scalar_one()
    return [f"{each}: {text}" for each in _scans(plan["Plan"], is_first=False)]


def _scans(node: dict[str, Any], *, is_first: bool) -> Iterator[str]:
    """Yield the scans of a plan.

    Args:
        node: of the plan.
        is_first: whether only the first few rows of it are wanted.
    """
    kind, table = node["Node Type"], node.get("Relation Name", "")
    index = node.get("Index Name", "")
    if kind == "Seq Scan" and table in LINES:
        yield f"{kind} {table}"
    # A condition of later columns alone goes through the whole index.
    is_whole = re.search(rf"\b{_FIRST.get(index)}\b", node.get("Index Cond", "")) is None
    if index in _FIRST and is_whole and not is_first:
        yield f"{kind} {index}"
    for each in node.get("Plans", ()):
        yield from _scans(each, is_first=(is_first and kind != "Sort") or kind == "Limit")
