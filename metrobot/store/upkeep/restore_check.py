"""Checks of a database: its tables, and its unfinished games."""

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.transactions import Transactions, read_transaction
from metrobot.store.schema.tables import events, games
from metrobot.store.upkeep.copy_database import WHOLE


def _differences(connection: Connection) -> list[str]:
    """Return the differences between the tables and those of this release."""
    from metrobot.store.db.migrate import schema_differences  # noqa: PLC0415 -- seldom, and it is large

    return schema_differences(connection)


def _unfinished(connection: Connection) -> list[int]:
    """Return the ids of the lobbies and the running games."""
    query = sa.select(games.c.id).where(games.c.status.in_(("lobby", "running")))
    rows = connection.execute(query.order_by(games.c.id).execution_options(**{WHOLE: True}))
    return list(rows.scalars())


def _newest_event(connection: Connection, game: int) -> int:
    """Return the revision of the newest event of a game, in force or not; 0 if there is none."""
    query = sa.select(sa.func.max(events.c.revision)).where(events.c.game == game)
    return connection.execute(query).scalar_one() or 0


class RestoreCheck(Transactions):
    """Checks of a database before anybody relies on it; each method is one transaction."""

    differences = read_transaction(_differences)
    unfinished = read_transaction(_unfinished)
    newest_event = read_transaction(_newest_event)
