"""Whose a database is: a mark of ours, or tables that Metrobot alone has."""

from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import SHARED, upsert
from metrobot.store.migrations import (
    DROPPED,
    HEAD,
    OLDEST,
    NewerReleaseError,
    OlderReleaseError,
    UnsuitableError,
)
from metrobot.store.schema.tables import memos

APPLICATION_ID: Final = int.from_bytes(b"MtrB")
"""Mark in the header of a file of SQLite: its `application_id`."""
MARK: Final = {"name": "database", "value": "metrobot"}
"""Row of `memos` that marks a database of PostgreSQL."""
_VERSION: Final = "alembic_version"
_SHOWN: Final = 3
"""Names in a refusal."""
_NUMBERS: Final = {*DROPPED, *(f"{number:04}" for number in range(int(OLDEST), int(HEAD) + 1))}
_COLUMNS: Final = {
    "games": "guild channel title rules_version commitment salt key revision",
    "players": "id name dm_closed language",
    "memos": "name value",
}
"""Columns that these tables have had in all forms."""
_IN_FILE: Final = """SELECT name FROM sqlite_master
WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"""
_IN_SCHEMA: Final = """SELECT name FROM (
    SELECT oid, extnamespace, 'the extension ' || extname FROM pg_extension
    UNION ALL SELECT oid, relnamespace, relname FROM pg_class WHERE relkind NOT IN ('i', 'I', 't')
    UNION ALL SELECT oid, pronamespace, proname || '()' FROM pg_proc
    UNION ALL SELECT oid, typnamespace, typname FROM pg_type WHERE typtype IN ('d', 'e', 'r')
) AS held (oid, schema, name) JOIN pg_namespace ON pg_namespace.oid = schema
WHERE nspname = current_schema()
AND held.oid NOT IN (SELECT objid FROM pg_depend WHERE deptype = 'e')"""
_ANOTHER: Final = {
    "sqlite": "Name a file of Metrobot's own in DATABASE_URL",
    SHARED: "Make a database of Metrobot's own and name it in DATABASE_URL, or make a schema there"
    " (CREATE SCHEMA metrobot) and write ?schema=metrobot at the end of DATABASE_URL",
}


def identify(connection: Connection) -> tuple[str | None, bool]:
    """Return the form of our tables, and whether the database has the mark of ours.

    Where nothing is in the database there is no form.

    Raises:
        UnsuitableError: something is in it that is not ours.
        OlderReleaseError: it is older than the oldest form that can be upgraded.
        NewerReleaseError: it has another form than any that this release knows.
    """
    is_shared = connection.dialect.name == SHARED
    names = list(connection.scalars(sa.text(_IN_SCHEMA if is_shared else _IN_FILE)))
    theirs = 0 if is_shared else connection.exec_driver_sql("PRAGMA application_id").scalar_one()
    is_marked = theirs == APPLICATION_ID or (
        is_shared and "memos" in names and MARK in _rows(connection, "memos")
    )
    # Those of other programs may be several, or have another column.
    rows = _rows(connection, _VERSION) if _VERSION in names else []
    forms = [row.get("version_num") for row in rows]
    if not forms and names in ([], [_VERSION]) and theirs in (0, APPLICATION_ID):
        return None, False
    if len(forms) == 1 and (is_marked or (forms[0] in _NUMBERS and _is_ours(connection, names))):
        if forms[0] in DROPPED:
            raise OlderReleaseError
        if forms[0] not in _NUMBERS:
            raise NewerReleaseError
        return forms[0], is_marked
    if is_marked:
        raise UnsuitableError(f"it is damaged: {_VERSION} holds nothing", "Put a copy in its place")
    contents = [f"the application_id {theirs}"] if theirs else []
    contents += [name for name in names if name != _VERSION]
    more = f" and {len(contents) - _SHOWN} more" if len(contents) > _SHOWN else ""
    raise UnsuitableError(
        f"it is not Metrobot's: it holds {', '.join(contents[:_SHOWN]) or _VERSION}{more}",
        _ANOTHER[connection.dialect.name],
    )


def mark(connection: Connection) -> None:
    """Give a database the mark of ours, within the present transaction."""
    if connection.dialect.name == SHARED:
        upsert(connection, memos, MARK, MARK)
    else:
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")


def _rows(connection: Connection, table: str) -> list[dict[str, Any]]:
    """Return the few rows of a table, whatever columns it has."""
    rows = connection.execute(sa.text(f"SELECT * FROM {table}"))
    return [dict(row) for row in rows.mappings()]


def _is_ours(connection: Connection, names: list[str]) -> bool:
    """Return whether the tables that tell have our columns."""
    look = sa.inspect(connection)
    return all(
        table in names and {*ours.split()} <= {column["name"] for column in look.get_columns(table)}
        for table, ours in _COLUMNS.items()
    )
