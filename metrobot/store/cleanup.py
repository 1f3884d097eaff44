"""Statements that remove what nothing needs any more."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.schema import deliveries, games, literally

_NEXT = (
    sa.select(deliveries.c.id, deliveries.c.game)
    .where(deliveries.c.id > sa.bindparam("after"))
    .order_by(deliveries.c.id)
    .limit(sa.bindparam("most"))
)


def clear_deliveries(connection: Connection, after: int, before: datetime, most: int) -> int | None:
    """Remove what was said of games that were over before a moment, among the next deliveries.

    Those of a game of which something is still to be said stay.

    Args:
        connection: within a transaction.
        after: only deliveries with higher numbers are looked at.
        before: when games must have been over.
        most: so many deliveries are looked at.

    Returns:
        The number of the last one that was looked at; None if there are no more.
    """
    found = connection.execute(_NEXT, {"after": after, "most": most}).all()
    if not found:
        return None
    over = sa.select(games.c.id).where(
        games.c.id.in_({game for _, game in found}),
        games.c.status.in_(("over", "cancelled")),
        sa.func.coalesce(games.c.finished_at, games.c.turn_since) < before,
        ~sa.exists().where(
            deliveries.c.game == games.c.id, deliveries.c.status == literally("pending")
        ),
    )
    done = set(connection.execute(over).scalars())
    gone = [number for number, game in found if game in done]
    if gone:
        connection.execute(deliveries.delete().where(deliveries.c.id.in_(gone)))
    last: int = found[-1][0]
    return last
