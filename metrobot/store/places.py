"""Statements about where games are played, and whether anything can be posted there."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from metrobot.store.deliveries import enqueue
from metrobot.store.rows import ChannelTakenError, GameRow, NewDelivery, StaleError
from metrobot.store.schema import deliveries, games, seats

_UNFINISHED = games.c.status.in_(("lobby", "running"))
# What ended in a place that was lost is still to be told.
_MOVABLE = sa.or_(_UNFINISHED, sa.and_(games.c.status == "over", games.c.lost.is_not(None)))


def movable_in(connection: Connection, guild: int) -> tuple[int, ...]:
    """Return the games of a server that can go to another channel, the newest first."""
    query = sa.select(games.c.id).where(games.c.guild == guild, _MOVABLE)
    return tuple(connection.execute(query.order_by(games.c.id.desc())).scalars())


def lost_in(connection: Connection, guild: int) -> tuple[int, ...]:
    """Return the games of a server for which nothing can be posted."""
    query = sa.select(games.c.id).where(games.c.guild == guild, _MOVABLE, games.c.lost.is_not(None))
    return tuple(connection.execute(query).scalars())


def movable_with(connection: Connection, guild: int, player: int) -> tuple[int, ...]:
    """Return those of them in which a person sits or is the host."""
    query = (
        sa.select(games.c.id)
        .outerjoin(seats, seats.c.game == games.c.id)
        .where(
            games.c.guild == guild,
            _MOVABLE,
            sa.or_(seats.c.player == player, games.c.host == player),
        )
        .distinct()
        .order_by(games.c.id.desc())
    )
    return tuple(connection.execute(query).scalars())


def unfinished_at(connection: Connection, channels: Sequence[int]) -> tuple[int, ...]:
    """Return the unfinished games of some channels."""
    query = sa.select(games.c.id).where(games.c.channel.in_(channels), _UNFINISHED)
    return tuple(connection.execute(query.order_by(games.c.id)).scalars())


def lose(
    connection: Connection, game: int, reason: str, told: Sequence[NewDelivery], at: datetime
) -> bool:
    """Note that nothing can be posted for a game, and what is said of that.

    Returns:
        Whether that is new; if not, nothing more is said.
    """
    update = games.update().where(games.c.id == game, games.c.lost.is_(None))
    if connection.execute(update.values(lost=reason)).rowcount != 1:
        return False
    revision = connection.execute(sa.select(games.c.revision).where(games.c.id == game))
    enqueue(connection, game, revision.scalar_one(), told, at)
    return True


def find(connection: Connection, game: int, at: datetime) -> None:
    """Note that something can be posted again: what waited is due at once."""
    connection.execute(games.update().where(games.c.id == game).values(lost=None))
    hurry(connection, game, at)


def forget_board(
    connection: Connection, game: int, message: int, told: Sequence[NewDelivery], at: datetime
) -> bool:
    """Note that a game's newest message is gone, and what is said instead.

    Returns:
        Whether it was the newest one still; if not, nothing is said.
    """
    update = games.update().where(games.c.id == game, games.c.board_message == message)
    if connection.execute(update.values(board_message=None)).rowcount != 1:
        return False
    revision = connection.execute(sa.select(games.c.revision).where(games.c.id == game))
    enqueue(connection, game, revision.scalar_one(), told, at)
    return True


def relocate(
    connection: Connection, game: GameRow, channel: int, told: Sequence[NewDelivery], at: datetime
) -> None:
    """Bring a game, as it was last seen, to another channel of its server.

    Raises:
        ChannelTakenError: an unfinished game is there already.
        StaleError: the game has moved on.
    """
    update = games.update().where(
        games.c.id == game.id,
        games.c.channel == game.channel,
        games.c.status == game.status,
        games.c.revision == game.revision,
    )
    try:
        values = {"channel": channel, "lost": None, "board_message": None}
        if connection.execute(update.values(values)).rowcount != 1:
            raise StaleError
    except IntegrityError as error:
        raise ChannelTakenError from error
    hurry(connection, game.id, at)
    enqueue(connection, game.id, game.revision, told, at)


def hurry(connection: Connection, game: int, at: datetime, *, anew: bool = True) -> None:
    """Have all that is pending of a game tried at once.

    Args:
        connection: within a transaction.
        game: which.
        at: when.
        anew: whether the pauses begin short again, should it fail.
    """
    values = {"next_at": at, **({"attempts": 0} if anew else {})}
    connection.execute(
        deliveries.update()
        .where(deliveries.c.game == game, deliveries.c.status == "pending")
        .values(values)
    )
