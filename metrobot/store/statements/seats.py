"""Statements about seats: who changes them, and where some are free."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.schema.act_rows import DeliveryRow, Move, NewDelivery
from metrobot.store.schema.rows import COMPUTERS, NOBODY, PersonRow, StaleError
from metrobot.store.schema.tables import (
    IS_PUT_ASIDE,
    IS_UNFINISHED,
    deliveries,
    departures,
    literally,
    sealed,
    seats,
    votes,
)
from metrobot.store.schema.tables import ballots as ballots_table
from metrobot.store.schema.tables import games as games_table
from metrobot.store.statements import games
from metrobot.store.statements.outbox import drop_where, enqueue, pending
from metrobot.store.statements.people import remember
from metrobot.store.statements.votes import ballots
from metrobot.store.statements.waits.looks import note_game

_SECRET = ("hand", "dm_closed")
"""Kinds of deliveries for whoever held the seat, and nobody else."""
_MOST_FOUND: Final = 200
_READER: Final = sa.bindparam("reader", type_=sa.BigInteger)
_OF_IT: Final = seats.c.game == games_table.c.id
_TAKEN: Final = sa.select(sa.func.count()).where(_OF_IT).scalar_subquery()
_IS_IN: Final = sa.exists().where(_OF_IT, seats.c.player == _READER)
_HAS_ROOM: Final = sa.exists().where(
    _OF_IT, sa.or_(seats.c.player.is_(None), seats.c.player <= COMPUTERS, seats.c.offered)
)
# Whoever is offered a seat is asked in a ballot, and has not answered.
_IS_ASKED: Final = sa.exists().where(
    ballots_table.c.game == games_table.c.id,
    ballots_table.c.kind == "replace",
    votes.c.ballot == ballots_table.c.id,
    votes.c.player == _READER,
    ~votes.c.agrees,
    ~votes.c.objects,
)
_IS_LOBBY: Final = games_table.c.status == literally("lobby")
_IN_SERVER: Final = (
    sa.select(
        *(games_table.c[name] for name in ("id", "channel", "title", "status", "capacity", "turn")),
        *(games_table.c[name] for name in ("removed", "points")),
        _TAKEN.label("taken"),
        _IS_IN.label("is_in"),
        _IS_ASKED.label("is_offered"),
    )
    .where(IS_UNFINISHED, games_table.c.guild == sa.bindparam("guild"))
    .where(~games_table.c.private, games_table.c.lost.is_(None))
    # Lobbies first, what was put aside last.
    .order_by(~_IS_LOBBY, IS_PUT_ASIDE, games_table.c.turn_since.desc(), games_table.c.id.desc())
    .limit(_MOST_FOUND)
)
FREE_SEATS: Final = _IN_SERVER.where(
    sa.or_(
        sa.and_(_IS_IN, IS_PUT_ASIDE, _HAS_ROOM),
        sa.and_(~_IS_IN, sa.or_(_IS_LOBBY, _HAS_ROOM, _IS_ASKED)),
    )
)
"""Query for games of a server that somebody could join."""
RUNNING_GAMES: Final = _IN_SERVER.where(games_table.c.status == literally("running"), ~IS_PUT_ASIDE)
"""Query for all games of a server that run."""


class FoundGame(NamedTuple):
    """An unfinished game of a server, as a list of games needs it.

    Attributes:
        id: its number.
        channel: id of its channel.
        title: id of its title.
        status: lobby or running.
        capacity: places asked for, or None.
        turn: number of the turn; None in the lobby, and if an older release has stored it.
        removed: ids of those whom the host has removed from the lobby, or None.
        points: of each seat, likewise.
        taken: number of its seats, vacant ones of a running game too.
        is_in: whether the reader has a seat in it.
        is_offered: whether the reader is asked something about a seat of it.
    """

    id: int
    channel: int
    title: str
    status: str
    capacity: int | None
    turn: int | None
    removed: list[int] | None
    points: Sequence[int] | None
    taken: int
    is_in: bool
    is_offered: bool


def in_server(
    connection: Connection, guild: int, reader: int, *, running: bool
) -> tuple[FoundGame, ...]:
    """Return the newest 200 games of a server that somebody could join, or all that run.

    Args:
        connection: within a transaction.
        guild: id of the server.
        reader: id of the person.
        running: whether those that run are meant, full ones too; else lobbies, and games with
            a seat that is vacant, a computer's or offered to the reader, put aside or not.
    """
    rows = connection.execute(
        RUNNING_GAMES if running else FREE_SEATS, {"guild": guild, "reader": reader}
    )
    return tuple(FoundGame(**row._mapping) for row in rows)


@dataclass(frozen=True, slots=True)
class Reseating:
    """Change of the person at a place.

    Attributes:
        position: the place in the order of play.
        leaver: who sat there; NOBODY if it was vacant.
        newcomer: who sits there now, or NOBODY.
        seats: the seats of this place, whose sealed choices are void.
    """

    position: int
    leaver: PersonRow
    newcomer: PersonRow
    seats: tuple[int, ...]


def reseat(connection: Connection, move: Move, change: Reseating) -> tuple[DeliveryRow, ...]:
    """Put another person, or nobody, into a place, and store the move that follows.

    Returns:
        All pending deliveries of the game.

    Raises:
        StaleError: the game has moved on, or whoever was new there is not any more.
        ResealedError: the sealed choices have changed.
    """
    game, leaver, newcomer = move.game, change.leaver, change.newcomer
    if leaver.id != NOBODY:
        # Whoever left must not be sent a hand any more.
        secrets = (deliveries.c.player == leaver.id, deliveries.c.kind.in_(_SECRET))
        drop_where(connection, "left", deliveries.c.game == game.id, *secrets)
    if newcomer.id != NOBODY:
        remember(connection, newcomer.id, newcomer.name)
    own = seats.update().where(seats.c.game == game.id, seats.c.position == change.position)
    # Whoever is new may have been shown the hand since, which no revision tells.
    own = own.where(seats.c.former.is_not_distinct_from(leaver.clock.former))
    fresh = {"cover": None, "hints": 0, "outvoted": False, "offered": False, "plans": None}
    fresh |= asdict(newcomer.clock)
    if connection.execute(own.values(player=newcomer.id or None, **fresh)).rowcount != 1:
        raise StaleError
    games.append(connection, move)
    place = sealed.c.seat.in_(change.seats)
    connection.execute(sealed.delete().where(sealed.c.game == game.id, place))
    if leaver.id != NOBODY:
        games.note_departure(connection, game, change.position, leaver.id, move.at)
    update = games_table.update().where(games_table.c.id == game.id)
    connection.execute(update.values(host=game.host))
    note_game(connection, game.id, move.at)
    # Others would decide now than those who were asked.
    ballots.overtake_all(connection, game.id, move.at)
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
    update = seats.update().where(*place, seats.c.outvoted != outvoted)
    # Whom the others have covered has no say until they are back: others would decide now.
    if connection.execute(update.values(outvoted=outvoted)).rowcount:
        ballots.overtake_all(connection, game, move.at)
    connection.execute(seats.update().where(*place).values(cover=level, plans=None))
    note_game(connection, game, move.at)
    return pending(connection, game)


def settle(connection: Connection, game: int, player: int) -> None:
    """Store that somebody new is shown the hand of their seat, which nobody takes back by then.

    Raises:
        StaleError: somebody else has the seat.
    """
    own = seats.update().where(seats.c.game == game, seats.c.player == player)
    if connection.execute(own.values(former=None)).rowcount != 1:
        raise StaleError


def set_host(connection: Connection, game: int, old_host: int, host: int, now: datetime) -> None:
    """Store another host, and have the channel told.

    Raises:
        StaleError: the host has changed meanwhile.
    """
    update = games_table.update().where(games_table.c.id == game, games_table.c.host == old_host)
    if connection.execute(update.values(host=host)).rowcount != 1:
        raise StaleError
    enqueue(connection, game, 0, [NewDelivery("host", player=host)], now)


def count_hint(connection: Connection, game: int, player: int) -> None:
    """Count one more hint of somebody in a game."""
    place = (seats.c.game == game, seats.c.player == player)
    connection.execute(seats.update().where(*place).values(hints=seats.c.hints + 1))


def departed(connection: Connection, game: int) -> tuple[tuple[int, int], ...]:
    """Return the places that were left in a game, each with the id of the person, in order."""
    query = sa.select(departures.c.position, departures.c.player).where(departures.c.game == game)
    rows = connection.execute(query.order_by(departures.c.id))
    return tuple((row.position, row.player) for row in rows)
