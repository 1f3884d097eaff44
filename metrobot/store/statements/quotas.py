"""Statements about quotas, and about clearing away what nobody needs."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import EMBEDDED
from metrobot.store.schema.act_rows import NewDelivery
from metrobot.store.schema.all_tables import TABLES
from metrobot.store.schema.tables import HOLDS_CHANNEL, deliveries, games, literally, replays
from metrobot.store.statements.outbox import enqueue
from metrobot.store.statements.waits.due import DueRow, keep

_IS_LOBBY = games.c.status == "lobby"


@dataclass(frozen=True, slots=True)
class UnfinishedCounts:
    """Numbers of unfinished games, but for those that were put aside.

    Attributes:
        games: hosted by one person, lobbies included.
        lobbies: hosted by that person.
        in_server: of one server, lobbies included.
    """

    games: int
    lobbies: int
    in_server: int


def unfinished_counts(connection: Connection, guild: int, person: int) -> UnfinishedCounts:
    """Return the numbers of unfinished games of a host and of a server."""
    own = HOLDS_CHANNEL & (games.c.host == person)
    count = sa.select(sa.func.count()).select_from(games)
    return UnfinishedCounts(
        games=connection.execute(count.where(own)).scalar_one(),
        lobbies=connection.execute(count.where(own, _IS_LOBBY)).scalar_one(),
        in_server=connection.execute(
            count.where(HOLDS_CHANNEL, games.c.guild == guild)
        ).scalar_one(),
    )


def warning(connection: Connection, game: int) -> tuple[datetime, str] | None:
    """Return the time and status of the warning to a host that nobody has joined their lobby."""
    query = sa.select(deliveries.c.next_at, deliveries.c.status).where(
        deliveries.c.game == game, deliveries.c.kind.in_(("remind", "remind_direct"))
    )
    row = connection.execute(query.order_by(deliveries.c.id.desc()).limit(1)).first()
    return None if row is None else (row.next_at, row.status)


def warn_of_idle(
    connection: Connection, due_row: DueRow, warning: NewDelivery, now: datetime, next_at: datetime
) -> None:
    """Enqueue a warning to the host of a lobby that nobody has joined.

    Raises:
        StaleError: another process has looked at it.
    """
    keep(connection, due_row, next_at)
    enqueue(connection, due_row.of, 0, [warning], now)


def clear_cancelled_lobbies(connection: Connection, moment: datetime) -> int:
    """Remove the lobbies that were cancelled before a moment; return their number."""
    # The newest game of all stays: SQLite would give its number to the next one, and old buttons
    # name games by their numbers.
    newest = sa.select(sa.func.max(games.c.id)).scalar_subquery()
    end = sa.func.coalesce(games.c.finished_at, games.c.turn_since)
    old = (
        sa.select(games.c.id)
        .where(games.c.status == literally("cancelled"), games.c.players.is_(None), end < moment)
        .where(games.c.id < newest)
    )
    ids = list(connection.execute(old).scalars())
    for table in reversed(TABLES):
        if "game" in table.columns and ids:
            connection.execute(table.delete().where(table.c.game.in_(ids)))
    if ids:
        connection.execute(games.delete().where(games.c.id.in_(ids)))
    return len(ids)


def make_room(connection: Connection, person: int, room: int) -> None:
    """Remove the oldest replays of a person until the rest fits; the newest stays.

    Args:
        connection: within a transaction.
        person: id of whoever imported them.
        room: most bytes that they may take together.
    """
    octets = sa.func.octet_length(replays.c.record)
    if connection.dialect.name == EMBEDDED:
        # Older releases of SQLite do not know the standard function.
        octets = sa.func.length(sa.cast(replays.c.record, sa.LargeBinary))
    query = sa.select(replays.c.id, octets).where(replays.c.person == person)
    total, ids = 0, list[int]()
    for number, size in connection.execute(query.order_by(replays.c.id.desc())):
        total += size
        if total > room and total > size:
            ids.append(number)
    if ids:
        connection.execute(replays.delete().where(replays.c.id.in_(ids)))
