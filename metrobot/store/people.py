"""Statements about people, and notes that the bot makes for itself."""

from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.rows import PersonRow
from metrobot.store.schema import memos, players
from metrobot.store.upsert import upsert

_LONGEST: Final = 100
"""Characters of a name; Discord allows 32."""


def remember(connection: Connection, player: int, name: str) -> None:
    """Store a person's display name, whether or not they are known; what can be written of it."""
    name = name[:_LONGEST].encode(errors="replace").decode()
    row = {"id": player, "name": name, "dm_closed": False}
    upsert(connection, players, row, {"name": name})


def person(connection: Connection, player: int) -> PersonRow | None:
    """Return a person who has ever been at a table, or None."""
    row = connection.execute(sa.select(players).where(players.c.id == player)).one_or_none()
    return None if row is None else PersonRow(row.id, row.name, row.dm_closed)


def close_dm(connection: Connection, player: int) -> None:
    """Remember that a person takes no direct messages."""
    connection.execute(players.update().where(players.c.id == player).values(dm_closed=True))


def memo(connection: Connection, name: str) -> str | None:
    """Return a note, or None."""
    query = sa.select(memos.c.value).where(memos.c.name == name)
    return connection.execute(query).scalar_one_or_none()


def set_memo(connection: Connection, name: str, value: str) -> None:
    """Make a note, in place of an older one of this name."""
    upsert(connection, memos, {"name": name, "value": value}, {"value": value})
