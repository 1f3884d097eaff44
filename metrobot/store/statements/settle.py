"""Statements about attempted deliveries that change more than the delivery itself."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection

from metrobot.store.schema.act_rows import DeliveryRow, NewDelivery
from metrobot.store.statements import channels, charges, outbox, people
from metrobot.store.statements.daily import branches, lines, papers
from metrobot.store.statements.votes import ballots, oks
from metrobot.store.statements.waits.looks import CALLS, DM_CLOSED, hasten_turn

_REFUSALS = ("refused", "refused_here")
"""Kinds that tell a host of a delivery that was given up."""
_PAPER = "paper"
"""Kind of a server's morning paper."""
_QUESTION = "ask"
"""Kind of the question of a ballot."""


def _take_back(connection: Connection, delivery: DeliveryRow) -> None:
    """Let something be posted again that could not be posted."""
    if delivery.kind == outbox.STRIP and delivery.guild is not None:
        lines.unshare(connection, delivery.guild, delivery.turn or 0, delivery.player or 0)
    if delivery.kind == outbox.DEAL:
        branches.withdraw_deal(connection, delivery.turn or 0)


def settle_delivered(
    connection: Connection,
    delivery: DeliveryRow,
    message: int | None,
    *,
    board: bool,
    now: datetime,
    others: Sequence[DeliveryRow] = (),
) -> None:
    """Store that a delivery was posted, with others in the same message.

    Args:
        connection: within a transaction.
        delivery: the delivery.
        message: id of the message, or None if there is none.
        board: whether that message is now the newest board.
        now: the present time, from which on a call or a question can be answered.
        others: further deliveries in the same message.
    """
    for row in (delivery, *others):
        outbox.mark_delivered(connection, row, message)
    if delivery.kind in CALLS and delivery.game is not None:
        # The time of whoever was called begins.
        hasten_turn(connection, delivery.game, now)
    if delivery.kind == _PAPER and delivery.guild is not None:
        papers.note_posted(connection, delivery.guild, is_posted=message is not None)
    if delivery.kind == _QUESTION and delivery.turn is not None and message is not None:
        ballots.posted(connection, delivery.turn, message, now)
    if delivery.kind == oks.TERMS and message is not None:
        player_ids = [row.player for row in (delivery, *others)]
        oks.note_asked(connection, delivery.game, player_ids, now)
    if board and message is not None and delivery.game is not None:
        channels.set_board_message(connection, delivery.game, message)


def drop_closed(
    connection: Connection, delivery: DeliveryRow, reason: str, instead: NewDelivery, now: datetime
) -> None:
    """Store that a person takes no direct messages, and enqueue another delivery instead."""
    outbox.drop_delivery(connection, delivery, reason)
    if delivery.player is not None:
        people.close_dm(connection, delivery.player)
    outbox.enqueue(connection, delivery.game, delivery.revision, [instead], now)


def give_up(
    connection: Connection,
    delivery: DeliveryRow,
    reason: str,
    notice: NewDelivery | None,
    now: datetime,
) -> None:
    """Give a delivery up, and tell somebody of that, once a game."""
    outbox.drop_delivery(connection, delivery, reason)
    if delivery.kind in CALLS and delivery.game is not None:
        hasten_turn(connection, delivery.game, now)
    if delivery.kind == _PAPER and delivery.guild is not None:
        papers.note_posted(connection, delivery.guild, is_posted=False)
    # One that was to be brought up to date stands there as it was.
    if delivery.message is not None:
        return
    _take_back(connection, delivery)
    whose = delivery.player if delivery.kind in outbox.OF_PERSON else None
    if delivery.kind == _QUESTION and delivery.turn is not None:
        ballot = ballots.ballot_by_id(connection, delivery.turn)
        whose = None if ballot is None else ballot.opener
        # Nobody could answer a question that is nowhere to be seen, and it keeps others out.
        ballots.close(connection, delivery.turn)
    if whose is not None:
        charges.uncharge_post(connection, whose, delivery.game, delivery.guild)
    if reason == DM_CLOSED and delivery.player is not None:
        people.close_dm(connection, delivery.player)
    if notice is None or notice.player is None or delivery.game is None:
        return
    if not outbox.is_enqueued(connection, delivery.game, _REFUSALS, notice.player):
        outbox.enqueue(connection, delivery.game, delivery.revision, [notice], now)
