"""Statements about the languages that people and servers have chosen."""

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.schema import players, servers
from metrobot.store.upsert import upsert

Chosen = tuple[dict[int, str], dict[int, str]]
"""Languages of people and of servers, by their ids."""


def chosen_languages(connection: Connection) -> Chosen:
    """Return all languages that were chosen."""
    return _of(connection, players), _of(connection, servers)


def choose_for_player(connection: Connection, player: int, name: str, language: str | None) -> None:
    """Store the language of a person, whether or not they are known."""
    row = {"id": player, "name": name, "dm_closed": False, "language": language}
    upsert(connection, players, row, {"language": language})


def choose_for_server(connection: Connection, guild: int, language: str | None) -> None:
    """Store the language of a server, whether or not it is known."""
    upsert(connection, servers, {"id": guild, "language": language}, {"language": language})


def _of(connection: Connection, table: sa.Table) -> dict[int, str]:
    """Return the languages that one table holds."""
    query = sa.select(table.c.id, table.c.language).where(table.c.language.is_not(None))
    return {row.id: row.language for row in connection.execute(query)}
