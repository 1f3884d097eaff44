"""Statement that takes a turn back."""

from dataclasses import dataclass

from sqlalchemy import Connection

from metrobot.store.schema.act_rows import DeliveryRow, Move
from metrobot.store.schema.rows import StaleError
from metrobot.store.schema.tables import events
from metrobot.store.statements import games, sealed
from metrobot.store.statements.outbox import pending, withdraw_turns
from metrobot.store.statements.votes import ballots


@dataclass(frozen=True, slots=True)
class TakenBackTurn:
    """Turn that is taken back.

    Attributes:
        first: revision of the first event that becomes void, with all after it.
        ballot: id of the ballot that decided it, or None if nobody was asked.
    """

    first: int
    ballot: int | None


def void_turn(connection: Connection, move: Move, undo: TakenBackTurn) -> tuple[DeliveryRow, ...]:
    """Make the last events of a game void, and close the ballot about it.

    Their pending deliveries are dropped, and so is what was planned ahead.

    Args:
        connection: within a transaction.
        move: the game after that; its one event is of the kind TAKE_BACK and
            names in its payload the `first` that is void.
        undo: the turn.

    Returns:
        All pending deliveries of the game.

    Raises:
        StaleError: another writer was faster, or the ballot is closed.
    """
    game = move.game.id
    games.append(connection, move)
    last = events.update().where(events.c.game == game, events.c.revision >= undo.first)
    connection.execute(last.values(void=True))
    sealed.drop_plans(connection, game)
    withdraw_turns(connection, game, undo.first, move.after)
    if undo.ballot is not None and not ballots.close(connection, undo.ballot):
        raise StaleError
    return pending(connection, game)
