"""Guards: wrong turn, stale board, and things that only a host may do."""

from metrobot.engine.actors import Seat
from metrobot.service.model.computers import computer_of
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import Play, PlayerId, Status
from metrobot.store.schema.rows import NOBODY, GameRow


def check_running(table: Play) -> None:
    """Refuse if the game is not being played.

    Raises:
        TableError: it has not started, is over, or was put aside.
    """
    if table.status is Status.LOBBY:
        raise TableError(TableKey.NOT_STARTED)
    if table.status is not Status.RUNNING:
        raise TableError(TableKey.OVER)
    if table.aside_at is not None:
        raise TableError(TableKey.PUT_ASIDE)


def check_started(table: Play) -> None:
    """Refuse to show a game that has not started.

    Raises:
        TableError: the game has not started.
    """
    if table.state is None:
        raise TableError(TableKey.NOT_STARTED)


def check_seated(table: Play, player: PlayerId) -> None:
    """Refuse somebody who does not play in this game.

    Raises:
        TableError: they do not, or nobody does any more.
    """
    table.position_of(player)


def check_seen(table: Play, player: PlayerId) -> None:
    """Refuse somebody new who has not been shown the hand of their seat.

    Raises:
        TableError: their first turn has still to be begun.
    """
    if table.is_unseen(player):
        raise TableError(TableKey.HAND_LATER)


def check_fresh(table: Play, revision: int) -> None:
    """Refuse a button of an older board.

    Raises:
        TableError: the board has moved on.
    """
    if table.revision != revision:
        raise TableError(TableKey.STALE)


def seat_to_act(table: Play, player: PlayerId) -> Seat:
    """Return the awaited seat that a player holds.

    A seat that has locked its choice counts too, while others still choose.

    Raises:
        TableError: it is not their turn, or they have still to look at their hand.
    """
    for seat in sorted(table.seats_choosing, key=table.sealed.__contains__):
        if table.person_at(seat).id == player:
            check_seen(table, player)
            return seat
    names = tuple(person.name for person in table.to_act())
    raise TableError(TableKey.NOT_YOUR_TURN, names=names)


def seat_on(table: Play, player: PlayerId, revision: int) -> Seat:
    """Return the seat with which a player may act on the board that they saw.

    Raises:
        TableError: not seated, not running, moved on since, or not their turn.
    """
    check_seated(table, player)
    check_running(table)
    check_fresh(table, revision)
    return seat_to_act(table, player)


def check_host(row: GameRow, player: int, *, may_manage: bool) -> None:
    """Refuse everybody but the host and those who manage the channel.

    Raises:
        TableError: the person is neither.
    """
    if not may_manage and row.host != player:
        names = {person.id: person.name for person in row.people}
        raise TableError(TableKey.NOT_HOST, host=names.get(row.host, ""))


def check_cancel(
    row: GameRow, player: int, *, may_manage: bool, leavers: frozenset[int] = frozenset()
) -> None:
    """Refuse to cancel a game alone that is not theirs, or that others play too.

    Where all of its people have left the server, anybody may.

    Raises:
        TableError: the person is neither host nor manages the channel, or others play.
    """
    people = {person.id for person in row.people} - {NOBODY, *leavers}
    humans = {player_id for player_id in people if computer_of(player_id) is None}
    if not humans:
        return
    check_host(row, player, may_manage=may_manage)
    is_shared = row.status == Status.RUNNING and bool(humans - {player})
    if is_shared and not may_manage:
        raise TableError(TableKey.NEEDS_VOTE)
