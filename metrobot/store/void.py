"""Taking back what was played last: it stays in the store, void."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store import ballots, games
from metrobot.store.deliveries import pending, withdraw_turns
from metrobot.store.rows import DeliveryRow, Move, StaleError
from metrobot.store.schema import events

_VOID = (
    events.update()
    .where(
        events.c.game == sa.bindparam("of_game"),
        events.c.revision >= sa.bindparam("of_first"),
    )
    .values(void=True)
)


@dataclass(frozen=True, slots=True)
class TakenBackTurn:
    """What taking back adds to a game.

    Attributes:
        first: revision of the first event that is made void, with all after it.
        ballot: id of the ballot that has decided it, or None if nobody was asked.
    """

    first: int
    ballot: int | None


def void_turn(connection: Connection, move: Move, undo: TakenBackTurn) -> tuple[DeliveryRow, ...]:
    """Make the last events of a game void, and close the ballot about it.

    What was still to be said of them is not said.

    Args:
        connection: within a transaction.
        move: the game as it stands then; its one event is of the kind
            TAKE_BACK and names in its payload the `first` that is void.
        undo: what is made void.

    Returns:
        All that is now to be said of the game.

    Raises:
        StaleError: another writer was faster, or the ballot is closed.
    """
    game = move.game.id
    games.append(connection, move)
    connection.execute(_VOID, {"of_game": game, "of_first": undo.first})
    withdraw_turns(connection, game, undo.first, move.after)
    if undo.ballot is not None and not ballots.close(connection, undo.ballot):
        raise StaleError
    return pending(connection, game)
