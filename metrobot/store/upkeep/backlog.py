"""Statements about the backlog, for the host.

Only unfinished games are counted, but for those that were put aside: counting those
that are over would mean to read all games ever played.
"""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.schema.tables import HOLDS_CHANNEL, deliveries, games, literally

_GAMES = (
    sa.select(games.c.title, games.c.status, sa.func.count(), sa.func.min(games.c.turn_since))
    .where(HOLDS_CHANNEL)
    .group_by(games.c.title, games.c.status)
)
_PENDING = (
    sa.select(sa.func.count())
    .select_from(deliveries)
    # Literally in the statement, or SQLite would not use the partial index of pending rows.
    .where(deliveries.c.status == literally("pending"))
)


@dataclass(frozen=True, slots=True)
class Backlog:
    """Numbers of unfinished games and pending messages.

    Attributes:
        games: number of unfinished games, by title and status.
        oldest_turn: when the oldest turn of a running game began; None: no game is running.
        pending: number of messages that are still to be posted.
    """

    games: dict[tuple[str, str], int]
    oldest_turn: datetime | None
    pending: int


def backlog(connection: Connection) -> Backlog:
    """Return the numbers of unfinished games and pending messages."""
    rows = connection.execute(_GAMES).all()
    turn_starts = [turn_start for _, status, _, turn_start in rows if status == "running"]
    return Backlog(
        games={(title, status): count for title, status, count, _ in rows},
        oldest_turn=min(turn_starts, default=None),
        pending=connection.execute(_PENDING).scalar_one(),
    )
