"""Statements about sealed choices, and turns planned ahead: made in secret, waiting for others.

A writer names the revision and the sealed choices that it has seen. It claims the row of
the game first, so that two writers come one after the other: the second one finds the
choice of the first, and has to look again.
"""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.schema.act_rows import DeliveryRow, Move
from metrobot.store.schema.rows import ResealedError, SealedRow, StaleError
from metrobot.store.schema.tables import IS_PUT_ASIDE, games, sealed, seats
from metrobot.store.statements.outbox import enqueue, pending, withdraw
from metrobot.store.statements.waits.looks import note_computers, set_times

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
_OF_GAME = (
    sa.select(sealed)
    .where(sealed.c.game == sa.bindparam("of_game"))
    .order_by(sealed.c.round, sealed.c.seat)
)


def of_game(connection: Connection, game: int) -> tuple[SealedRow, ...]:
    """Return all sealed choices of a game, by round and seat."""
    rows = connection.execute(_OF_GAME, {"of_game": game})
    return tuple(SealedRow(row.round, row.seat, tuple(row.payload)) for row in rows)


def seal(connection: Connection, move: Move, choice: SealedRow) -> tuple[DeliveryRow, ...]:
    """Store one seat's choice in place of an earlier one of the round.

    Args:
        connection: within a transaction.
        move: the game as it was seen, without events; its deliveries replace
            pending ones of the same kind.
        choice: of the seat.

    Returns:
        All pending deliveries of the game.

    Raises:
        StaleError: the game has moved on.
        ResealedError: the sealed choices have changed.
    """
    game = move.game.id
    values = {"computed": move.game.computed, "awaited": move.game.awaited, "acted_at": move.at}
    _claim(connection, game, move.after, values)
    check_sealed(connection, game, move.seen)
    place = {"game": game, "round": choice.round, "seat": choice.seat}
    is_it = (sealed.c[name] == value for name, value in place.items())
    connection.execute(sealed.delete().where(*is_it))
    payload = [dict(action) for action in choice.payload]
    connection.execute(sealed.insert(), {**place, "payload": payload})
    for item in move.deliveries:
        withdraw(connection, game, item.kind)
    enqueue(connection, game, move.after, move.deliveries, move.at)
    set_times(connection, move)
    note_computers(connection, game, move.at)
    return pending(connection, game)


def _claim(
    connection: Connection, game: int, revision: int, values: Mapping[str, Any] = NOTHING
) -> None:
    """Claim the row of a running game as it was seen, and store what has changed in it.

    Raises:
        StaleError: the game has moved on.
    """
    conditions = (games.c.status == "running", games.c.revision == revision, ~IS_PUT_ASIDE)
    claim = games.update().where(games.c.id == game, *conditions).values(revision=revision)
    if connection.execute(claim.values(values)).rowcount != 1:
        raise StaleError


def keep_plans(connection: Connection, move: Move, player: int, plans: str | None) -> None:
    """Store the turns that somebody has planned ahead in place of earlier ones.

    Args:
        connection: within a transaction.
        move: the game as it was seen, without events, and what is told.
        player: whose they are.
        plans: the turns, as text.

    Raises:
        StaleError: the game has moved on.
    """
    _claim(connection, move.game.id, move.after)
    set_plans(connection, move.game.id, player, plans)
    enqueue(connection, move.game.id, move.after, move.deliveries, move.at)


def plans_of(
    connection: Connection, game: int, players: Collection[int]
) -> Mapping[int, str | None]:
    """Return the plans of some people in a game whose row is claimed, by their ids."""
    query = sa.select(seats.c.player, seats.c.plans).where(seats.c.game == game)
    rows = connection.execute(query.where(seats.c.player.in_(players)))
    return {row.player: row.plans for row in rows}


def set_plans(connection: Connection, game: int, player: int, plans: str | None) -> None:
    """Store somebody's plans in a game whose row is claimed."""
    own = seats.update().where(seats.c.game == game, seats.c.player == player)
    connection.execute(own.values(plans=plans))


def drop_plans(connection: Connection, game: int) -> None:
    """Remove all turns that are planned ahead in a game."""
    connection.execute(seats.update().where(seats.c.game == game).values(plans=None))


def check_sealed(connection: Connection, game: int, choices: tuple[SealedRow, ...] | None) -> None:
    """Refuse an act that is based on outdated sealed choices.

    Raises:
        ResealedError: they have changed.
    """
    if choices is not None and of_game(connection, game) != choices:
        raise ResealedError


def open_all(connection: Connection, game: int) -> None:
    """Remove the sealed choices of a game, which are in the log now, or void."""
    connection.execute(sealed.delete().where(sealed.c.game == game))
