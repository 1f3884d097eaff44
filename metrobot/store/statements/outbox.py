"""Statements about pending deliveries and the outcome of attempts."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, fields
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.schema.act_rows import HELD, DeliveryRow, NewDelivery
from metrobot.store.schema.lookout_tables import follows
from metrobot.store.schema.rows import rows_of
from metrobot.store.schema.tables import UtcDateTime, deliveries, games, literally

_REASON_LENGTH = 200
_ENQUEUE = deliveries.insert()

# Leases go by the clock of the database, since those of processes differ.
_NOW = sa.func.now(type_=UtcDateTime())
_COLUMNS = tuple(
    _NOW.label(column.name) if column.name == "read_at" else deliveries.c[column.name]
    for column in fields(DeliveryRow)
)
_IS_PENDING = deliveries.c.status == literally("pending")
_PENDING = (
    sa.select(*_COLUMNS)
    .where(deliveries.c.game == sa.bindparam("game"), _IS_PENDING)
    .order_by(deliveries.c.id)
)
_OF_NO_GAME = deliveries.c.game.is_(None)
_EVERY_PENDING = (
    sa.select(*_COLUMNS)
    .where(_IS_PENDING)
    # In the order of their index: otherwise SQLite reads all deliveries there ever were.
    .order_by(deliveries.c.game, deliveries.c.id)
)
_TOLD = ("start", "turn", "turns", "taken_back")
"""Kinds that tell all that has happened in a game by then."""
_FOLLOWED = {"turn", "turns", "over"}
"""Kinds of news for which somebody may follow a game."""
_NEWEST = sa.select(sa.func.max(deliveries.c.revision))
STRIP = "strip"
"""Kind of somebody's result in a line, posted for all."""
DEAL = "deal"
OF_PERSON = (STRIP, "sheet", "branch", DEAL)
"""Kinds that a channel gets of a person's own, and not without them."""
_NEXT = (
    sa.select(deliveries.c.id, deliveries.c.game, deliveries.c.status, deliveries.c.next_at)
    .where(deliveries.c.id > sa.bindparam("after"))
    .order_by(deliveries.c.id)
    .limit(sa.bindparam("most"))
)


def enqueue(
    connection: Connection,
    game: int | None,
    revision: int,
    new: Sequence[NewDelivery],
    moment: datetime,
) -> None:
    """Store new deliveries in this order.

    Args:
        connection: within a transaction.
        game: id of the game; None: each names a channel or a person.
        revision: of the game; 0 without a game.
        new: the deliveries.
        moment: when they are due.

    Raises:
        ValueError: a delivery of no game names neither a channel nor a person.
    """
    if not new:
        return
    if game is None and any(
        delivery.channel is None and delivery.player is None for delivery in new
    ):
        raise ValueError("a delivery of no game needs a channel or a person")
    rows, own = list[dict[str, Any]](), {"game": game, "revision": revision, "status": "pending"}
    for item in new:
        values = asdict(item) | own
        held_until = values.pop("held_until")
        rows.append(
            values | {"attempts": HELD if held_until else 0, "next_at": held_until or moment}
        )
    connection.execute(_ENQUEUE, rows)
    if game is not None and (kinds := {item.kind for item in new} & _FOLLOWED):
        note_news(connection, game, moment, is_end="over" in kinds)


def note_news(connection: Connection, game: int, moment: datetime, *, is_end: bool) -> None:
    """Have those who follow a game told of its end, or of a turn if they want that."""
    own = follows.update().where(follows.c.game == game, follows.c.turns | sa.literal(is_end))
    connection.execute(own.values(next_at=moment))


def pending(
    connection: Connection,
    game: int | None = None,
    channel: int | None = None,
    player: int | None = None,
) -> tuple[DeliveryRow, ...]:
    """Return the pending deliveries of a game, else of a channel, else of a person, in order."""
    if game is not None:
        return rows_of(DeliveryRow, connection.execute(_PENDING, {"game": game}))
    query = _EVERY_PENDING.where(_OF_NO_GAME, deliveries.c.channel == channel)
    if channel is None:
        query = query.where(deliveries.c.player == player)
    return rows_of(DeliveryRow, connection.execute(query))


def every_pending(connection: Connection) -> tuple[DeliveryRow, ...]:
    """Return all pending deliveries in their order."""
    rows = rows_of(DeliveryRow, connection.execute(_EVERY_PENDING))
    return tuple(sorted(rows, key=lambda row: row.id))


def is_enqueued(connection: Connection, game: int, kinds: Collection[str], player: int) -> bool:
    """Return whether a person was or will be sent a delivery of these kinds about a game."""
    query = sa.select(deliveries.c.id).where(
        deliveries.c.game == game, deliveries.c.kind.in_(kinds), deliveries.c.player == player
    )
    return connection.execute(query.limit(1)).first() is not None


def refused_before(connection: Connection, game: int, delivery: int) -> str | None:
    """Return Discord's reason for the last refusal in a game before a delivery, or None."""
    query = sa.select(deliveries.c.reason).where(
        deliveries.c.game == game,
        deliveries.c.id < delivery,
        deliveries.c.status == "dropped",
        deliveries.c.reason.startswith("discord "),
    )
    return connection.execute(query.order_by(deliveries.c.id.desc()).limit(1)).scalar_one_or_none()


def mark_delivered(connection: Connection, delivery: DeliveryRow, message: int | None) -> None:
    """Store that a delivery was posted."""
    connection.execute(_one(delivery).values(status="done", message=message, reason=None))


def renew_strips(connection: Connection, line: int) -> None:
    """Have the strips of a line that stand in channels brought up to date."""
    stand = (_OF_NO_GAME, deliveries.c.kind == STRIP, deliveries.c.turn == line)
    renewed = deliveries.update().where(*stand, deliveries.c.message.is_not(None))
    connection.execute(renewed.values(status="pending", attempts=0))


def postpone(connection: Connection, delivery: DeliveryRow, next_at: datetime, reason: str) -> None:
    """Store a failed attempt, and the time of the next one."""
    failed = {"attempts": deliveries.c.attempts + 1, "reason": reason[:_REASON_LENGTH]}
    free = {"holder": None, "held_until": None}
    connection.execute(_one(delivery).values({**failed, **free, "next_at": next_at}))


# A dead process gives nothing back: after the lease another one posts the delivery
# (docs/decisions/several-processes.md).
def lease(connection: Connection, delivery: DeliveryRow, holder: str, span: timedelta) -> bool:
    """Lease a delivery to one process for a while, by the database's clock.

    Args:
        connection: within a transaction.
        delivery: the delivery.
        holder: name of the process.
        span: time for which the others leave it alone, if this process dies.

    Returns:
        Whether this process may post it; if not, another one does, or it is settled.
    """
    is_free = sa.or_(
        deliveries.c.holder.is_(None),
        deliveries.c.holder == holder,
        deliveries.c.held_until <= _NOW,
    )
    free = (
        sa.select(deliveries.c.id)
        .where(deliveries.c.id == delivery.id, deliveries.c.status == "pending", is_free)
        # Not waiting: whoever holds the row is just leasing or settling it.
        .with_for_update(skip_locked=True)
    )
    update = deliveries.update().where(deliveries.c.id.in_(free))
    values = {"holder": holder, "held_until": _NOW + sa.literal(span, sa.Interval())}
    return connection.execute(update.values(values)).rowcount == 1


def release(connection: Connection, delivery: DeliveryRow, holder: str) -> None:
    """Give back the lease of a delivery that was not posted."""
    own = _one(delivery).where(deliveries.c.holder == holder)
    connection.execute(own.values(holder=None, held_until=None))


def drop_delivery(connection: Connection, delivery: DeliveryRow, reason: str) -> None:
    """Give a delivery up."""
    connection.execute(_one(delivery).values(status="dropped", reason=reason[:_REASON_LENGTH]))


def drop_where(connection: Connection, reason: str, *conditions: sa.ColumnElement[bool]) -> None:
    """Give up all pending deliveries that meet some conditions."""
    update = deliveries.update().where(*conditions, _IS_PENDING)
    connection.execute(update.values(status="dropped", reason=reason))


def withdraw(connection: Connection, game: int, kind: str) -> None:
    """Remove the pending deliveries of one kind of a game, as a newer one replaces them."""
    of_kind = (deliveries.c.game == game, deliveries.c.kind == kind)
    connection.execute(deliveries.delete().where(*of_kind, _IS_PENDING))


def withdraw_turns(connection: Connection, game: int, first: int, last: int) -> None:
    """Give up the pending deliveries of turns that are taken back; of several some may stand."""
    turns = (deliveries.c.game == game, deliveries.c.kind == "turn")
    drop_where(connection, "taken back", *turns, deliveries.c.revision.between(first, last))


def last_turn_revision(connection: Connection, game: int) -> int:
    """Return the revision of the newest turn of a game that is told or in the outbox."""
    query = _NEWEST.where(deliveries.c.game == game, deliveries.c.kind.in_(_TOLD))
    return connection.execute(query).scalar() or 0


def shown_at(connection: Connection, game: int, message: int) -> int | None:
    """Return the revision of a game that a message shows, or None for a foreign message."""
    query = _NEWEST.where(deliveries.c.game == game, deliveries.c.message == message)
    return connection.execute(query).scalar()


def _one(delivery: DeliveryRow) -> sa.Update:
    """Return an update of one delivery, if it is still pending."""
    # Another task may have settled it, or its turn was taken back: then there is nothing to
    # store.
    is_it = deliveries.c.id == delivery.id
    return deliveries.update().where(is_it, deliveries.c.status == "pending")


def drop_letters(connection: Connection, player: int, reason: str) -> None:
    """Give up the pending messages of no game to one person, and what is posted for them."""
    own = sa.or_(deliveries.c.channel.is_(None), deliveries.c.kind.in_(OF_PERSON))
    drop_where(connection, reason, _OF_NO_GAME, own, deliveries.c.player == player)


def clear_deliveries(connection: Connection, start: int, moment: datetime, most: int) -> int | None:
    """Remove deliveries of games that were over before a moment, among the next ones.

    Games with a pending delivery are left out. Deliveries of no game go if they were due
    before that moment and are settled.

    Args:
        connection: within a transaction.
        start: id of the last delivery that was looked at.
        moment: the moment.
        most: number of deliveries to look at.

    Returns:
        The id of the last one that was looked at; None if there are no more.
    """
    rows = connection.execute(_NEXT, {"after": start, "most": most}).all()
    if not rows:
        return None
    query = sa.select(games.c.id).where(
        games.c.id.in_({row.game for row in rows if row.game is not None}),
        games.c.status.in_(("over", "cancelled")),
        sa.func.coalesce(games.c.finished_at, games.c.turn_since) < moment,
        ~sa.exists().where(deliveries.c.game == games.c.id, _IS_PENDING),
    )
    game_ids = set(connection.execute(query).scalars())
    ids = [
        row.id
        for row in rows
        if row.game in game_ids
        or (row.game is None and row.status != "pending" and row.next_at < moment)
    ]
    if ids:
        connection.execute(deliveries.delete().where(deliveries.c.id.in_(ids)))
    return int(rows[-1].id)
