"""Posting turns that play themselves, of computers or planned: several in a row in one message.

While nobody but computers is awaited, or a planned turn is about to be played, nothing is
told. Untold turns are found by the revision up to which turns were told, so that it does
not matter who has acted or come since, or whether the bot was restarted.
"""

from collections.abc import Sequence

from metrobot.service.model.computers import computer_of
from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.kinds import KINDS
from metrobot.store.schema.act_rows import DeliveryRow, NewDelivery
from metrobot.store.schema.rows import GameRow


def may_come_together(*rows: GameRow) -> bool:
    """Return whether computers or plans have a part in a game, as it was or as it is.

    If not, each turn is told by itself.
    """
    return any(
        row.computed
        or any(person.cover or person.plans or computer_of(person.id) for person in row.people)
        for row in rows
    )


def is_waiting(table: Table) -> bool:
    """Return whether only computers are awaited, and somebody plays who waits for them."""
    if all(person.cover is not None for person in table.seated):
        return False
    awaited = table.to_act()
    return bool(awaited) and all(person.played_by is not None for person in awaited)


def deliveries_of(
    deliveries: Sequence[NewDelivery], table: Table, told_revision: int, *, has_plan: bool
) -> tuple[NewDelivery, ...]:
    """Return the deliveries of an act at a table where turns may come together.

    Args:
        deliveries: the deliveries of the act where each turn is told by itself.
        table: the table after it.
        told_revision: revision up to which turns were told before.
        has_plan: whether a planned turn is about to be played.
    """
    if any(delivery.kind == DeliveryKind.ENDED for delivery in deliveries):
        return tuple(deliveries)
    others = tuple(
        delivery for delivery in deliveries if not KINDS[delivery.kind].replaced_by_turns
    )
    if has_plan or is_waiting(table):
        return others
    turns = _ended(table, told_revision, table.revision)
    if not turns:
        return tuple(deliveries)
    # With a turn taken back there is no event of this revision in the log.
    is_one = len(turns) == 1 and table.log[-1].revision == table.revision
    kind = DeliveryKind.TURN if is_one else DeliveryKind.TURNS
    batch = (*others, NewDelivery(kind, turn=turns[0]))
    return tuple(sorted(batch, key=lambda delivery: KINDS[delivery.kind].after_turns))


def turns_of(table: Table, row: DeliveryRow) -> tuple[int, ...]:
    """Return the turns that a delivery of turns tells of and that stand, in order.

    Args:
        table: as it stands now, maybe later than the delivery.
        row: the delivery.
    """
    if row.turn is None:
        return ()
    if row.kind == DeliveryKind.TURN:
        stands = any(logged.revision == row.revision for logged in reversed(table.log))
        return (row.turn,) if stands else ()
    return tuple(turn for turn in _ended(table, 0, row.revision) if turn >= row.turn)


def _ended(table: Table, start: int, end: int) -> tuple[int, ...]:
    """Return the turns with acts that ended after one revision and by another one, rising."""
    log = [logged for logged in table.log if logged.revision <= end]
    later = (logged.turn for logged in table.log[len(log) :])
    is_over = table.status is Status.OVER and len(log) == len(table.log)
    present = next(later, None if is_over else table.title.turn_number(table.state))
    last = {logged.turn: logged.revision for logged in log}
    turns = dict.fromkeys(logged.turn for logged in log if isinstance(logged.event.actor, int))
    return tuple(
        turn for turn in turns if last[turn] > start and (present is None or turn < present)
    )
