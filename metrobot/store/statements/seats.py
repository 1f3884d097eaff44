"""Statements about seats of running games."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.schema.rows import (
    COMPUTERS,
    DeliveryRow,
    Move,
    NewDelivery,
    PersonRow,
    StaleError,
)
from metrobot.store.schema.tables import deliveries, departures, literally, sealed, seats, watches
from metrobot.store.schema.tables import games as games_table
from metrobot.store.statements import ballots, games
from metrobot.store.statements.outbox import drop_where, enqueue, pending
from metrobot.store.statements.people import LOOK_AGAIN, remember

_SECRET = ("hand", "dm_closed")
"""Kinds of deliveries for whoever held the seat, and nobody else."""


@dataclass(frozen=True, slots=True)
class Reseating:
    """Change of the person at a place.

    Attributes:
        position: the place in the order of play.
        left: id of the person or computer who sat there; None if it was vacant.
        taken: the person who sits there now, or None.
        seats: the seats of this place, whose sealed choices are void.
    """

    position: int
    left: int | None
    taken: PersonRow | None
    seats: tuple[int, ...]


def reseat(connection: Connection, move: Move, change: Reseating) -> tuple[DeliveryRow, ...]:
    """Put another person, or nobody, into a place, and store the move that follows.

    Returns:
        All pending deliveries of the game.

    Raises:
        StaleError: the game has moved on.
        ResealedError: the sealed choices have changed.
    """
    game = move.game
    if change.left is not None:
        # Whoever left must not be sent a hand any more.
        secrets = (deliveries.c.player == change.left, deliveries.c.kind.in_(_SECRET))
        drop_where(connection, "left", deliveries.c.game == game.id, *secrets)
    games.append(connection, move)
    place = sealed.c.seat.in_(change.seats)
    connection.execute(sealed.delete().where(sealed.c.game == game.id, place))
    if change.left is not None:
        games.note_departure(connection, game, change.position, change.left, move.at)
    if change.taken is not None:
        remember(connection, change.taken.id, change.taken.name)
    own = seats.update().where(seats.c.game == game.id, seats.c.position == change.position)
    player = None if change.taken is None else change.taken.id
    connection.execute(own.values(player=player, cover=None, hints=0, outvoted=False, plans=None))
    its = games_table.update().where(games_table.c.id == game.id)
    connection.execute(its.values(host=game.host))
    # Others would decide now than those who were asked.
    ballots.overtake_all(connection, game.id)
    return pending(connection, game.id)


def cover(
    connection: Connection, move: Move, position: int, level: str | None
) -> tuple[DeliveryRow, ...]:
    """Have a computer cover a place, or end that.

    Args:
        connection: within a transaction.
        move: the game after that, without events.
        position: the place in the order of play.
        level: of the computer; None: its owner is back.

    Returns:
        All pending deliveries of the game.

    Raises:
        StaleError: the game has moved on.
    """
    game = move.game.id
    games.append(connection, move)
    place = (seats.c.game == game, seats.c.position == position)
    outvoted = move.game.people[position].outvoted
    changed = seats.update().where(*place, seats.c.outvoted != outvoted)
    # Whom the others have covered has no say until they are back: others would decide now.
    if connection.execute(changed.values(outvoted=outvoted)).rowcount:
        ballots.overtake_all(connection, game)
    connection.execute(seats.update().where(*place).values(cover=level, plans=None))
    # Whoever is back is reminded again.
    connection.execute(watches.update().where(watches.c.game == game).values(revision=LOOK_AGAIN))
    return pending(connection, game)


def with_computers(connection: Connection) -> tuple[int, ...]:
    """Return the running games that await a computer, or somebody who has planned ahead."""
    awaited = sa.cast(games_table.c.awaited, sa.Text)  # [0, 12]
    listed = sa.func.replace(sa.func.replace(awaited, "[", " "), "]", ",")
    place = sa.literal("% ") + sa.cast(seats.c.position, sa.Text) + ",%"
    is_computer = seats.c.player <= COMPUTERS
    # Null: an older release has stored the latest act, so a computer may be awaited.
    has_one = sa.exists().where(
        seats.c.game == games_table.c.id,
        sa.or_(*(seats.c[name].is_not(None) for name in ("cover", "plans")), is_computer),
        sa.or_(games_table.c.awaited.is_(None), listed.like(place)),
    )
    running = (games_table.c.status == literally("running"), games_table.c.aside_at.is_(None))
    query = sa.select(games_table.c.id).where(*running, has_one).order_by(games_table.c.id)
    return tuple(connection.execute(query).scalars())


def set_host(connection: Connection, game: int, before: int, host: int, at: datetime) -> None:
    """Store another host, and have the channel told.

    Raises:
        StaleError: the host has changed meanwhile.
    """
    update = games_table.update().where(games_table.c.id == game, games_table.c.host == before)
    if connection.execute(update.values(host=host)).rowcount != 1:
        raise StaleError
    enqueue(connection, game, 0, [NewDelivery("host", player=host)], at)


def count_hint(connection: Connection, game: int, player: int) -> None:
    """Count one more hint of somebody in a game."""
    place = (seats.c.game == game, seats.c.player == player)
    connection.execute(seats.update().where(*place).values(hints=seats.c.hints + 1))


def departed(connection: Connection, game: int) -> tuple[tuple[int, int], ...]:
    """Return the places that were left in a game, each with the id of the person, in order."""
    query = sa.select(departures.c.position, departures.c.player).where(departures.c.game == game)
    rows = connection.execute(query.order_by(departures.c.id))
    return tuple((row.position, row.player) for row in rows)
