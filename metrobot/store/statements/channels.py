"""Statements about the channels of games, and about lost ones."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from metrobot.store.schema.rows import ChannelTakenError, GameRow, NewDelivery, StaleError
from metrobot.store.schema.tables import IS_UNFINISHED, deliveries, games, seats
from metrobot.store.statements.outbox import enqueue

_IS_LOST = games.c.lost.is_not(None)
# The end of a game in a lost channel is still to be told. Each condition has an index of its own.
_MOVABLE = (IS_UNFINISHED, sa.and_(_IS_LOST, games.c.status == "over"))


def movable_in(connection: Connection, guild: int) -> tuple[int, ...]:
    """Return the games of a server that can go to another channel, the newest first."""
    found = (sa.select(games.c.id).where(games.c.guild == guild, each) for each in _MOVABLE)
    return _newest_first(connection, sa.union(*found))


def servers_after(connection: Connection, guild: int, most: int) -> tuple[int, ...]:
    """Return the next servers with a game that can go to another channel.

    Args:
        connection: within a transaction.
        guild: id of a server; the others have higher ids.
        most: number of servers, at most.
    """
    found = set[int]()
    for each in _MOVABLE:
        query = sa.select(games.c.guild).where(games.c.guild > guild, each)
        found.update(
            connection.execute(query.distinct().order_by(games.c.guild).limit(most)).scalars()
        )
    return tuple(sorted(found)[:most])


def channels_in(connection: Connection, guild: int) -> dict[int, str | None]:
    """Return the channels of such games of a server, each with why posting fails, or None."""
    found = dict[int, str | None]()
    for each in _MOVABLE:
        query = sa.select(games.c.channel, games.c.lost).where(games.c.guild == guild, each)
        found.update({row.channel: row.lost for row in connection.execute(query)})
    return found


def lost_in(connection: Connection, guild: int) -> tuple[int, ...]:
    """Return the games of a server whose channel is lost."""
    is_left = games.c.status.in_(("lobby", "running", "over"))
    query = sa.select(games.c.id).where(games.c.guild == guild, _IS_LOST, is_left)
    return tuple(sorted(connection.execute(query).scalars()))


def movable_with(connection: Connection, guild: int, player: int) -> tuple[int, ...]:
    """Return the movable games of a server in which a person sits or is the host."""
    sits = sa.exists().where(seats.c.game == games.c.id, seats.c.player == player)
    theirs = (games.c.guild == guild, sa.or_(games.c.host == player, sits))
    found = (sa.select(games.c.id).where(*theirs, each) for each in _MOVABLE)
    return _newest_first(connection, sa.union(*found))


def _newest_first(connection: Connection, query: sa.CompoundSelect[int]) -> tuple[int, ...]:
    return tuple(sorted(connection.execute(query).scalars(), reverse=True))


def unfinished_at(connection: Connection, channels: Sequence[int]) -> tuple[int, ...]:
    """Return the unfinished games of some channels."""
    query = sa.select(games.c.id).where(games.c.channel.in_(channels), IS_UNFINISHED)
    return tuple(connection.execute(query.order_by(games.c.id)).scalars())


def lose_channel(
    connection: Connection, game: int, reason: str, told: Sequence[NewDelivery], at: datetime
) -> bool:
    """Mark the channel of a game as lost, and enqueue what is told of that.

    Returns:
        Whether that is new; if not, nothing is enqueued.
    """
    update = games.update().where(games.c.id == game, games.c.lost.is_(None))
    return _tell_once(connection, update.values(lost=reason), game, told, at)


def _tell_once(
    connection: Connection, update: sa.Update, game: int, told: Sequence[NewDelivery], at: datetime
) -> bool:
    """Change a game, and enqueue what is told of that if it was not changed so before."""
    if connection.execute(update).rowcount != 1:
        return False
    revision = connection.execute(sa.select(games.c.revision).where(games.c.id == game))
    enqueue(connection, game, revision.scalar_one(), told, at)
    return True


def regain_channel(connection: Connection, game: int, at: datetime) -> None:
    """Unmark the channel of a game as lost; all that waited is due at once."""
    connection.execute(games.update().where(games.c.id == game).values(lost=None))
    hurry(connection, game, at)


def forget_board(
    connection: Connection,
    game: int,
    message: int | None,
    told: Sequence[NewDelivery],
    at: datetime,
) -> bool:
    """Forget a game's newest message, which was deleted or never came, and enqueue another one.

    Returns:
        Whether it was still the newest; if not, nothing is enqueued.
    """
    update = games.update().where(games.c.id == game, games.c.board_message == message)
    return _tell_once(connection, update.values(board_message=None), game, told, at)


def relocate(
    connection: Connection, game: GameRow, channel: int, told: Sequence[NewDelivery], at: datetime
) -> None:
    """Move a game, as it was last seen, to another channel of its server.

    Unless the game is private, its old channel is told.

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
    if not game.private:
        note = NewDelivery("away", turn=game.id, guild=game.guild, channel=game.channel)
        enqueue(connection, None, 0, [note], at)


def hurry(connection: Connection, game: int, at: datetime, *, anew: bool = True) -> None:
    """Have all pending deliveries of a game tried at once.

    Args:
        connection: within a transaction.
        game: id of the game.
        at: the present time.
        anew: whether pauses begin short again if it fails.
    """
    values = {"next_at": at, **({"attempts": 0} if anew else {})}
    waiting = deliveries.update().where(deliveries.c.game == game, deliveries.c.status == "pending")
    connection.execute(waiting.values(values))
