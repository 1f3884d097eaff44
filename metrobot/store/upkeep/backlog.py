"""Statements about how much there is to do, for whoever runs the bot.

Unfinished games alone: what is over could be counted only by going through all
that was ever played.
"""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.schema.tables import IS_UNFINISHED, deliveries, games, literally

_GAMES = (
    sa.select(games.c.title, games.c.status, sa.func.count(), sa.func.min(games.c.turn_since))
    .where(IS_UNFINISHED)
    .group_by(games.c.title, games.c.status)
)
_PENDING = (
    sa.select(sa.func.count())
    .select_from(deliveries)
    .where(deliveries.c.status == literally("pending"))
)


@dataclass(frozen=True, slots=True)
class Backlog:
    """How much there is to do.

    Attributes:
        games: how many unfinished games there are, by title and state.
        oldest_turn: when the oldest turn of a running game began; None: no game is running.
        pending: messages that are still to be said.
    """

    games: dict[tuple[str, str], int]
    oldest_turn: datetime | None
    pending: int


def backlog(connection: Connection) -> Backlog:
    """Return how much there is to do."""
    rows = connection.execute(_GAMES).all()
    began = [since for _, status, _, since in rows if status == "running"]
    return Backlog(
        games={(title, status): count for title, status, count, _ in rows},
        oldest_turn=min(began, default=None),
        pending=connection.execute(_PENDING).scalar_one(),
    )
