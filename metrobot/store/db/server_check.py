"""What a server, a role and a database of PostgreSQL have to be, beyond that they answer."""

from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.errors import NEW_DATABASE, DatabaseTroubleError
from metrobot.store.migrations import UnsuitableError
from metrobot.store.schema.all_tables import TABLES

_WRITING: Final = "default_transaction_read_only"
_OLDEST: Final = 120000
_FACTS: Final = """SELECT version() AS version,
current_setting('server_version_num')::int AS release,
current_setting('server_encoding') AS encoding, current_setting('search_path') AS path,
current_setting('transaction_read_only') = 'on' AS only_reads, pg_is_in_recovery() AS is_standby,
current_schema() AS schema, quote_ident(current_user) AS role,
quote_ident(current_database()) AS base, (SELECT min(quote_ident(relname)) FROM pg_class
    JOIN pg_namespace ON pg_namespace.oid = relnamespace
    JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS need ON true
    WHERE nspname = current_schema() AND relkind = 'r' AND relname = ANY (:tables)
    AND NOT has_table_privilege(pg_class.oid, need)) AS closed"""


def check_server(connection: Connection) -> None:
    """Look whether the bot can live with a server, a role and a database.

    Raises:
        UnsuitableError: it cannot, and a person has to help.
        DatabaseTroubleError: it cannot at present.
    """
    tables = {"tables": [table.name for table in TABLES]}
    facts = connection.execute(sa.text(_FACTS), tables).one()
    role, creation = facts.role, NEW_DATABASE.format(base="another_name", role=facts.role)
    if facts.only_reads:
        reset = f"ALTER ROLE {role} RESET {_WRITING}, and ALTER DATABASE {facts.base} likewise"
        remedy = "Name the server that does" if facts.is_standby else f"Type: {reset}"
        raise DatabaseTroubleError("", "its server takes no writing", remedy)
    if facts.release < _OLDEST or not facts.version.startswith("PostgreSQL "):
        version = " ".join(facts.version.split()[:2])
        raise UnsuitableError(f"its server is {version}", "PostgreSQL 12 or newer is needed")
    if facts.encoding != "UTF8":
        raise UnsuitableError(
            f"its encoding is {facts.encoding}, in which not every name can be kept",
            f"Make another one: {creation}; pg_dump and pg_restore bring the games there",
        )
    if facts.schema is None:
        raise UnsuitableError(
            f"there is no schema {facts.path}, or {role} may not use it",
            f"Let the owner of the database type: CREATE SCHEMA metrobot AUTHORIZATION {role}, and"
            " write ?schema=metrobot at the end of DATABASE_URL",
        )
    if facts.closed is not None:
        raise UnsuitableError(
            f"{role} may not read and write its table {facts.closed}",
            f"Let its owner type, for it and others: ALTER TABLE {facts.closed} OWNER TO {role}",
        )
