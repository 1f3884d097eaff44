"""Statements about tried deliveries that change more than the delivery itself."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection

from metrobot.store.schema.rows import DeliveryRow, NewDelivery
from metrobot.store.statements import games, outbox, papers, people

_REFUSALS = ("refused", "refused_here")
"""Kinds that tell a host of what was given up."""
_PAPER = "paper"
"""Kind of a server's morning paper."""
_DM_CLOSED = "dm_closed"
"""Reason of what could not be said to a person who takes no direct messages."""


def settle_delivered(
    connection: Connection,
    delivery: DeliveryRow,
    message: int | None,
    *,
    board: bool,
    others: Sequence[DeliveryRow] = (),
) -> None:
    """Store that a delivery was posted, and others in the same message.

    Args:
        connection: within a transaction.
        delivery: what.
        message: id of the message, or None if there is none.
        board: whether that message is now the newest board.
        others: what else it has said.
    """
    for each in (delivery, *others):
        outbox.mark_delivered(connection, each, message)
    if delivery.kind == _PAPER and delivery.guild is not None:
        papers.note_posted(connection, delivery.guild, is_posted=True)
    if board and message is not None and delivery.game is not None:
        games.set_board_message(connection, delivery.game, message)


def drop_closed(
    connection: Connection, delivery: DeliveryRow, reason: str, instead: NewDelivery, at: datetime
) -> None:
    """Store that a person takes no direct messages, and what is posted instead."""
    outbox.drop_delivery(connection, delivery, reason)
    if delivery.player is not None:
        people.close_dm(connection, delivery.player)
    outbox.enqueue(connection, delivery.game, delivery.revision, [instead], at)


def give_up(
    connection: Connection,
    delivery: DeliveryRow,
    reason: str,
    told: NewDelivery | None,
    at: datetime,
) -> None:
    """Store that a delivery is given up, and who is told of that, once a game.

    Args:
        connection: within a transaction.
        delivery: what.
        reason: why not.
        told: what a person is told of it; None: nobody is told.
        at: when.
    """
    outbox.drop_delivery(connection, delivery, reason)
    if delivery.kind == _PAPER and delivery.guild is not None:
        papers.note_posted(connection, delivery.guild, is_posted=False)
    if reason == _DM_CLOSED and delivery.player is not None:
        people.close_dm(connection, delivery.player)
    if told is None or told.player is None or delivery.game is None:
        return
    if not outbox.is_enqueued(connection, delivery.game, _REFUSALS, told.player):
        outbox.enqueue(connection, delivery.game, delivery.revision, [told], at)
