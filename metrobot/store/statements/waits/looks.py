"""Statements about looks at running games: clocks, reminders, silences, computers to play."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.schema.act_rows import Move, NewDelivery
from metrobot.store.schema.rows import COMPUTERS, StaleError
from metrobot.store.schema.tables import (
    GOES_ON,
    HOLDS_CHANNEL,
    IS_AWAITED,
    deliveries,
    due,
    games,
    literally,
    seats,
)
from metrobot.store.statements.outbox import enqueue
from metrobot.store.statements.waits.due import NOBODY, DueKind, DueRow, drop, hasten, keep, set_due

DM_CLOSED: Final = "dm_closed"
"""Reason of a failure because a person takes no direct messages."""
CALLS: Final = ("start", "turn", "turns", "taken_back", "moved", "board")
"""Kinds of deliveries that show the board, and so call whoever is awaited."""
NOTHING: Final[Mapping[int, Mapping[str, Any]]] = MappingProxyType({})
_BY_COMPUTER = sa.or_(seats.c.cover.is_not(None), seats.c.clocked, seats.c.player <= COMPUTERS)
_PLAYS: Final = sa.or_(_BY_COMPUTER, seats.c.plans.is_not(None))
_AWAITS: Final = sa.exists().where(seats.c.game == games.c.id, _PLAYS, IS_AWAITED)
"""Condition of games that await a computer, or somebody who has planned ahead."""
_STOP_IDLE: Final = (
    seats.update()
    .where(seats.c.game == sa.bindparam("of_game"), seats.c.called_at.is_not(None))
    .where(seats.c.position.not_in(sa.bindparam("awaited", expanding=True)))
    .values(called_at=sa.null())
)


def _has(kind: DueKind) -> sa.ColumnElement[bool]:
    return sa.exists().where(
        due.c.person == NOBODY, due.c.of == games.c.id, due.c.kind == kind.value
    )


_IS_DUE: Final = _has(DueKind.COMPUTER)
_GAME: Final = sa.select(
    games.c.revision, GOES_ON.label("goes_on"), _AWAITS.label("awaits"), _IS_DUE.label("is_due")
).where(games.c.id == sa.bindparam("game"))
_LACKS: Final = sa.or_(~_has(DueKind.TURN), ~_has(DueKind.IDLE), sa.and_(_AWAITS, ~_IS_DUE))
_UNWATCHED: Final = sa.select(games.c.id).where(GOES_ON, _LACKS).order_by(games.c.id)
_UNLISTED: Final = sa.select(games.c.id).where(
    HOLDS_CHANNEL, games.c.status == literally("lobby"), ~_has(DueKind.LOBBY)
)


def note_game(connection: Connection, game: int, now: datetime, *, is_called: bool = False) -> None:
    """Have a game looked at that has changed: its turn, and computers that are awaited.

    Args:
        connection: within a transaction.
        game: id of the game; one that does not go on is not looked at any more.
        now: the present time.
        is_called: whether whoever is awaited is still to be called: the look comes after that.
    """
    row = connection.execute(_GAME, {"game": game}).one()
    if row.goes_on:
        look_at = None if is_called else now
        set_due(connection, DueKind.TURN, game, look_at, revision=row.revision)
    else:
        drop(connection, game, DueKind.TURN, DueKind.IDLE, DueKind.LOBBY)
    note_computers(connection, game, now, row)


def note_act(connection: Connection, move: Move) -> None:
    """Store the clocks that an act changes; have its game looked at, now or after its call."""
    set_times(connection, move)
    is_called = any(delivery.kind in CALLS for delivery in move.deliveries)
    note_game(connection, move.game.id, move.at, is_called=is_called)


def note_begun(connection: Connection, game: int, now: datetime) -> None:
    """Have a game looked at that begins, or goes on after it was put aside."""
    note_game(connection, game, now)
    set_due(connection, DueKind.IDLE, game, now)


def note_computers(
    connection: Connection, game: int, now: datetime, row: sa.Row[Any] | None = None
) -> None:
    """Have the computers of a game play, if they are awaited."""
    row = connection.execute(_GAME, {"game": game}).one() if row is None else row
    if row.goes_on and row.awaits:
        set_due(connection, DueKind.COMPUTER, game, now)
    elif row.is_due:
        drop(connection, game, DueKind.COMPUTER)


def hasten_turn(connection: Connection, game: int, now: datetime) -> None:
    """Have a game looked at, if it goes on."""
    hasten(connection, DueKind.TURN, (game,), now)


def watch(connection: Connection, now: datetime, most: int) -> int:
    """Have running games and lobbies looked at that nobody would look at; return their number."""
    game_ids = connection.execute(_UNWATCHED.limit(most)).scalars().all()
    for game in game_ids:
        note_begun(connection, game, now)
    lobbies = connection.execute(_UNLISTED.limit(most - len(game_ids))).scalars().all()
    for game in lobbies:
        set_due(connection, DueKind.LOBBY, game, now)
    return len(game_ids) + len(lobbies)


def look_again(connection: Connection, now: datetime) -> None:
    """Have all looked at that goes by a date or an hour: the time of day was set."""
    is_set = due.c.kind.in_((DueKind.PAPER, DueKind.LINE)) & due.c.at.is_not(None)
    connection.execute(due.update().where(is_set).values(at=now))
    resting = sa.select(games.c.id).where(GOES_ON, games.c.rest_until.is_not(None))
    hasten(connection, DueKind.TURN, resting, now)


def told_before(
    connection: Connection, game: int, start: datetime, *kinds: str
) -> dict[int, list[datetime]]:
    """Return the times of the messages of some kinds about each person in a turn, by player."""
    # Who takes no direct messages was told in the channel instead.
    counts = sa.or_(deliveries.c.reason.is_(None), deliveries.c.reason != DM_CLOSED)
    query = sa.select(deliveries.c.player, deliveries.c.next_at).where(
        deliveries.c.game == game, deliveries.c.kind.in_(kinds), deliveries.c.next_at >= start
    )
    times = dict[int, list[datetime]]()
    for player, moment in connection.execute(query.where(counts).order_by(deliveries.c.next_at)):
        times.setdefault(player, []).append(moment)
    return times


def tell_once(
    connection: Connection,
    game: int,
    new: Sequence[NewDelivery],
    turn_mark: tuple[int, datetime],
    now: datetime,
) -> None:
    """Enqueue news of one kind, without the people of whom it was told before in this turn.

    Args:
        connection: within a transaction.
        game: id of the game.
        new: the news.
        turn_mark: its revision, and since when its turn goes on.
        now: the present time.
    """
    revision, start = turn_mark
    times = told_before(connection, game, start, new[0].kind)
    fresh = [delivery for delivery in new if delivery.player not in times]
    enqueue(connection, game, revision, fresh, now)


def call_status(connection: Connection, game: int) -> str | None:
    """Return the status of the newest call of a game: done if it has reached its channel."""
    query = sa.select(deliveries.c.status).where(
        deliveries.c.game == game, deliveries.c.kind.in_(CALLS)
    )
    newest = query.order_by(deliveries.c.id.desc()).limit(1)
    return connection.execute(newest).scalar_one_or_none()


def keep_look(
    connection: Connection,
    due_row: DueRow,
    revision: int,
    *,
    now: datetime,
    next_at: datetime | None,
    changes: Mapping[int, Mapping[str, Any]] = NOTHING,
    new: Sequence[NewDelivery] = (),
) -> None:
    """Store the result of a look at a running game, and enqueue what is told of it.

    Args:
        connection: within a transaction.
        due_row: the game as it was due.
        revision: of the game that was looked at.
        now: the present time.
        next_at: time of the next look; None: not before something happens.
        changes: new values of columns of seats, by their places.
        new: the deliveries.

    Raises:
        StaleError: the game has moved on, or another writer was faster.
    """
    # Locked, so that of two processes one alone acts, and no act is stored meanwhile.
    query = sa.select(games.c.revision).where(games.c.id == due_row.of, GOES_ON).with_for_update()
    if connection.execute(query).scalar_one_or_none() != revision:
        raise StaleError
    keep(connection, due_row, next_at, revision)
    is_played = False
    for place, values in changes.items():
        own = [seats.c.game == due_row.of, seats.c.position == place]
        if not values.keys().isdisjoint(("clocked", "cover")):
            own += [~seats.c.clocked, seats.c.cover.is_(None)]
            is_played = True
        if connection.execute(seats.update().where(*own).values(values)).rowcount != 1:
            raise StaleError
    if is_played:
        note_computers(connection, due_row.of, now)
    enqueue(connection, due_row.of, revision, new, now)


def set_hours(connection: Connection, game: int, hours: int, now: datetime) -> None:
    """Store the hours until the first reminder, and have the game looked at again."""
    own = games.update().where(games.c.id == game)
    connection.execute(own.values(remind_after=hours))
    hasten_turn(connection, game, now)


def set_times(connection: Connection, move: Move) -> None:
    """Store with an act that it has ended a rest, and the clocks that it has changed."""
    game = move.game
    if game.rest_until is not None and _ends_rest(connection, game.id, game.rest_until):
        rest(connection, game.id, game.rested_at, game.rest_until)
    for place, clock in move.clocks:
        own = seats.update().where(seats.c.game == game.id, seats.c.position == place)
        connection.execute(own.values(asdict(clock)))
    # Another process may have started one of which this one had not heard.
    connection.execute(_STOP_IDLE, {"of_game": game.id, "awaited": game.awaited or ()})


def _ends_rest(connection: Connection, game: int, end: datetime) -> bool:
    query = sa.select(games.c.id).where(games.c.id == game, games.c.rest_until > end)
    return connection.execute(query).first() is not None


def set_unseen(
    connection: Connection,
    game: int,
    place: int,
    called_at: datetime | None,
    unseen: Sequence[tuple[int, int | None]],
) -> None:
    """Store the times of somebody without sight of the channel, unless they were called anew."""
    own = (seats.c.game == game, seats.c.position == place, seats.c.called_at == called_at)
    connection.execute(seats.update().where(*own).values(unseen=list(unseen)))


def stop_clocks(connection: Connection, game: int) -> None:
    """Let the clocks of a game begin anew, once whoever is awaited is called again."""
    connection.execute(seats.update().where(seats.c.game == game).values(called_at=None))


def rest(connection: Connection, game: int, start: datetime | None, end: datetime) -> None:
    """Store a rest of a game, or that it has ended, and have the game looked at."""
    values = {"rested_at": start, "rest_until": end}
    connection.execute(games.update().where(games.c.id == game).values(values))
    hasten_turn(connection, game, start or end)
