"""The schema of a database as lines of text, so that two of one kind can be compared."""

import re
from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy import Connection

_OF_SQLITE = """
SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
ORDER BY type, name
"""
_OF_POSTGRESQL = (
    """
SELECT 'column', relname || '.' || attname, format_type(atttypid, atttypmod)
    || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END || attidentity::text
    || coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid), '')
FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
ORDER BY relname, attnum
""",
    """
SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
ORDER BY conrelid::regclass::text, conname
""",
    """
SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname
""",
    """
SELECT 'sequence', sequencename, data_type || ' from ' || start_value || ' by ' || increment_by
FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename
""",
    """
SELECT 'function', proname, pg_get_functiondef(oid)
FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY proname
""",
    """
SELECT 'trigger', tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
ORDER BY tgname
""",
)


def schema_lines(connection: Connection) -> list[str]:
    """Return the schema: one line for each column, constraint, index, sequence and trigger."""
    if connection.dialect.name == "sqlite":
        return [line for row in connection.execute(sa.text(_OF_SQLITE)) for line in _lines(*row)]
    # The text goes straight to the driver: its colons are casts, not parameters.
    found = (row for query in _OF_POSTGRESQL for row in connection.exec_driver_sql(query))
    return [f"{kind} {name}: {_one_line(text)}" for kind, name, text in found]


def _lines(kind: str, name: str, text: str) -> Iterator[str]:
    """Yield the lines of one table or index of SQLite.

    SQLite keeps the statements that made and altered a table. A column that was added later
    stands after the constraints there; here all columns come first, in their order.
    """
    if kind != "table":
        yield f"{kind} {name}: {_one_line(text)}"
        return
    start, end = text.index("("), text.rindex(")")
    parts = [_one_line(part) for part in _split_at_commas(text[start + 1 : end])]
    is_constraint = re.compile("CONSTRAINT|PRIMARY KEY|FOREIGN KEY|UNIQUE|CHECK").match
    constraints = sorted(part for part in parts if is_constraint(part))
    for part in (*(part for part in parts if part not in constraints), *constraints):
        yield f"{kind} {name}: {part}"
    if rest := _one_line(text[end + 1 :]):
        yield f"{kind} {name}: {rest}"


def _split_at_commas(text: str) -> list[str]:
    """Return the parts of a text between its commas, except for commas in parentheses."""
    return re.split(r",(?![^()]*\))", text)


def _one_line(text: str) -> str:
    """Return a text in one line, with one space wherever it has any."""
    return " ".join(text.split())
