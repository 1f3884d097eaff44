"""Posting turns of computers: several in a row in one message, once a person is awaited.

While only computers are awaited nothing is told. Untold turns are found by the
revision up to which turns were told, so that it does not matter who has acted
or come since, or whether the bot was restarted.
"""

from metrobot.service.model.computers import computer_of
from metrobot.service.model.play import Status
from metrobot.service.model.table import Table
from metrobot.service.outbox.delivery import DeliveryKind
from metrobot.service.outbox.kinds import KINDS, handling_of
from metrobot.store.schema.rows import DeliveryRow, GameRow, Move, NewDelivery


def have_computers(*rows: GameRow) -> bool:
    """Return whether computers have a part in a game, as it was or as it is.

    If not, each turn is told by itself.
    """
    return any(
        row.computed or any(one.cover or computer_of(one.id) for one in row.people) for row in rows
    )


def is_waiting(table: Table) -> bool:
    """Return whether only computers are awaited, and somebody plays who waits for them."""
    if all(person.cover is not None for person in table.seated):
        return False
    awaited = table.to_act()
    return bool(awaited) and all(person.played_by is not None for person in awaited)


def deliveries_of(move: Move, table: Table, since: int) -> tuple[NewDelivery, ...]:
    """Return the deliveries of an act at a table with computers.

    Args:
        move: the act, with its deliveries at a table without computers.
        table: the table after it.
        since: revision up to which turns were told before.
    """
    said = move.deliveries
    if any(each.kind == DeliveryKind.ENDED for each in said):
        return said
    if is_waiting(table):
        return tuple(each for each in said if not KINDS[each.kind].replaced_by_turns)
    turns = _ended(table, since, table.revision)
    if not turns:
        return said
    kind = DeliveryKind.TURN if len(turns) == 1 else DeliveryKind.TURNS
    others = [each for each in said if not KINDS[each.kind].replaced_by_turns]
    told = (*others, NewDelivery(kind, turn=turns[0]))
    return tuple(sorted(told, key=lambda each: KINDS[each.kind].after_turns))


def turns_of(table: Table, row: DeliveryRow) -> tuple[int, ...]:
    """Return the turns that a delivery tells of, in order; empty for other kinds.

    Args:
        table: as it stands now, maybe later than the delivery.
        row: the delivery.
    """
    if row.turn is None or not handling_of(row).tells_turns:
        return ()
    if row.kind == DeliveryKind.TURN:
        return (row.turn,)
    return tuple(turn for turn in _ended(table, 0, row.revision) if turn >= row.turn)


def _ended(table: Table, since: int, until: int) -> tuple[int, ...]:
    """Return the turns with acts that ended after one revision and by another one, rising."""
    log = [logged for logged in table.log if logged.revision <= until]
    later = (logged.turn for logged in table.log[len(log) :])
    is_over = table.status is Status.OVER and len(log) == len(table.log)
    present = next(later, None if is_over else table.title.turn_number(table.state))
    last = {logged.turn: logged.revision for logged in log}
    acted = dict.fromkeys(each.turn for each in log if isinstance(each.event.actor, int))
    return tuple(
        turn for turn in acted if last[turn] > since and (present is None or turn < present)
    )
