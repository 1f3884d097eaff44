"""Statements about reminders and clocks, and about when to look at a game again."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from metrobot.store.db.dialects import upsert
from metrobot.store.db.transactions import Transactions, read_transaction, write_transaction
from metrobot.store.schema.rows import Move, NewDelivery, StaleError
from metrobot.store.schema.tables import (
    GOES_ON,
    deliveries,
    games,
    literally,
    reminders,
    seats,
    watches,
)
from metrobot.store.statements.outbox import enqueue
from metrobot.store.statements.people import LOOK_AGAIN

USUAL_HOURS: Final = 24
"""Hours until the first reminder at tables that have not chosen."""

_HOURS: Final = sa.func.coalesce(watches.c.hours, USUAL_HOURS).label("hours")
# Where a clock runs, it reminds.
_IS_WATCHED = (GOES_ON, sa.or_(games.c.pace.is_(None), games.c.flag_at.is_(None)))
_DUE = (
    sa.select(games.c.id, games.c.revision, games.c.turn_since, _HOURS)
    .outerjoin(watches, watches.c.game == games.c.id)
    .where(
        *_IS_WATCHED,
        sa.or_(
            watches.c.game.is_(None),
            watches.c.revision != games.c.revision,
            watches.c.next_at <= sa.bindparam("now"),
        ),
    )
    .order_by(games.c.id)
    .limit(sa.bindparam("most"))
)
_NEXT_AT = (
    sa.select(sa.func.min(watches.c.next_at))
    .join(games, games.c.id == watches.c.game)
    .where(*_IS_WATCHED, games.c.revision == watches.c.revision)
)


@dataclass(frozen=True, slots=True)
class ReminderState:
    """Running game that is due to be looked at.

    Attributes:
        game: its id.
        revision: of the game.
        since: time since which the present people are awaited.
        hours: hours until the first reminder; 0: no reminders.
    """

    game: int
    revision: int
    since: datetime
    hours: int


@dataclass(frozen=True, slots=True)
class ReminderCount:
    """Reminders of one turn to one person.

    Attributes:
        count: number of reminders so far.
        due_at: when the next one is due.
    """

    count: int
    due_at: datetime


def _due(connection: Connection, now: datetime, most: int) -> tuple[ReminderState, ...]:
    """Return running games that have moved on or are due to be looked at."""
    rows = connection.execute(_DUE, {"now": now, "most": most})
    return tuple(ReminderState(*row) for row in rows)


def _next_at(connection: Connection) -> datetime | None:
    """Return the next time at which a game is due to be looked at, or None."""
    return connection.execute(_NEXT_AT).scalar_one_or_none()


def _calls(connection: Connection, game: int, since: datetime) -> dict[int, ReminderCount]:
    """Return the reminders of the turn that began then, by the ids of the players."""
    query = sa.select(reminders.c.player, reminders.c.count, reminders.c.due_at)
    rows = connection.execute(query.where(reminders.c.game == game, reminders.c.since == since))
    return {player: ReminderCount(count, due_at) for player, count, due_at in rows}


def _told(connection: Connection, game: int, since: datetime, kind: str) -> dict[int, datetime]:
    """Return the time of the last message of a kind about each person in this turn, by player."""
    told = sa.func.max(deliveries.c.next_at)
    query = sa.select(deliveries.c.player, told).where(
        deliveries.c.game == game, deliveries.c.kind == kind, deliveries.c.next_at >= since
    )
    rows = connection.execute(query.group_by(deliveries.c.player)).all()
    return {row[0]: row[1] for row in rows}


def _tell_once(
    connection: Connection, seen: ReminderState, new: Sequence[NewDelivery], at: datetime
) -> None:
    """Enqueue news of one kind, without the people of whom it was told before in this turn."""
    told = _told(connection, seen.game, seen.since, new[0].kind)
    fresh = [each for each in new if each.player not in told]
    enqueue(connection, seen.game, seen.revision, fresh, at)


def _keep(
    connection: Connection,
    seen: ReminderState,
    calls: Mapping[int, ReminderCount],
    new: Sequence[NewDelivery],
    *,
    at: datetime,
    next_at: datetime | None,
) -> None:
    """Store the result of a look at a game, and enqueue its reminders.

    Args:
        connection: within a transaction.
        seen: the game as it was due.
        calls: the new counts of reminders, by the ids of the players.
        new: the reminders.
        at: the present time.
        next_at: time of the next look; None: when the game moves on.

    Raises:
        StaleError: the game has moved on, or another writer was faster.
    """
    _check(connection, seen)
    _watch(connection, seen, at, next_at)
    enqueue(connection, seen.game, seen.revision, new, at)
    if not calls:
        return
    wanted = reminders.c.player.in_(list(calls))
    connection.execute(reminders.delete().where(reminders.c.game == seen.game, wanted))
    turn = {"game": seen.game, "since": seen.since}
    rows = [{**turn, "player": player, **asdict(call)} for player, call in calls.items()]
    connection.execute(reminders.insert(), rows)


def _check(connection: Connection, seen: ReminderState) -> None:
    """Refuse to go on with a game that has changed since it was seen."""
    columns = (games.c.revision, games.c.status, games.c.aside_at)
    query = sa.select(*columns).where(games.c.id == seen.game)
    # Locked, so that no other process stores an act before this transaction ends.
    query = query.with_for_update()
    if connection.execute(query).one() != (seen.revision, "running", None):
        raise StaleError


def _watch(
    connection: Connection, seen: ReminderState, at: datetime, next_at: datetime | None
) -> None:
    """Store the time of the next look, unless another writer has just looked."""
    values = {"revision": seen.revision, "next_at": next_at}
    known = sa.select(watches.c.game).where(watches.c.game == seen.game)
    if connection.execute(known).first() is None:
        row = {"game": seen.game, "hours": seen.hours, **values}
        try:
            connection.execute(watches.insert(), row)
        except IntegrityError as error:
            raise StaleError from error
        return
    is_due = sa.or_(watches.c.revision != seen.revision, watches.c.next_at <= at)
    update = watches.update().where(watches.c.game == seen.game, is_due).values(values)
    if connection.execute(update).rowcount != 1:
        raise StaleError


def _hours(connection: Connection, game: int) -> int:
    """Return the hours until the first reminder at a table; 0: no reminders."""
    query = sa.select(watches.c.hours).where(watches.c.game == game)
    found = connection.execute(query).scalar_one_or_none()
    return USUAL_HOURS if found is None else found


def _set_hours(connection: Connection, game: int, hours: int) -> None:
    """Store the hours until the first reminder, and have the game looked at again."""
    values = {"hours": hours, "revision": LOOK_AGAIN}
    upsert(connection, watches, {"game": game, "next_at": None, **values}, values)


def _set_back(connection: Connection, by: timedelta, new_from: datetime, now: datetime) -> None:
    """Set back the times of reminders of running games, as the clock was.

    Args:
        connection: within a transaction.
        by: step of the clock.
        new_from: times from here to `now` were stored after that step, and stay.
        now: the present time of day.
    """
    _set_clocks_back(connection, by, new_from, now)
    since = games.c.turn_since
    is_old = sa.or_(since < new_from, since > now)
    is_running = games.c.status == literally("running")
    query = sa.select(games.c.id, since).where(is_running, is_old)
    old = {row.id: row.turn_since for row in connection.execute(query)}
    for game, at in old.items():
        connection.execute(games.update().where(games.c.id == game).values(turn_since=at - by))
    running = sa.select(games.c.id).where(is_running)
    seen = sa.select(watches.c.game, watches.c.next_at).where(
        watches.c.game.in_(running), watches.c.next_at.is_not(None)
    )
    for row in connection.execute(seen).all():
        if row.game in old:
            update = watches.update().where(watches.c.game == row.game)
            connection.execute(update.values(next_at=row.next_at - by))
    reminded = sa.select(reminders).where(reminders.c.game.in_(running))
    for row in connection.execute(reminded).all():
        if row.game in old:
            is_it = (reminders.c.game == row.game, reminders.c.player == row.player)
            moved = {"since": row.since - by, "due_at": row.due_at - by}
            connection.execute(reminders.update().where(*is_it).values(moved))


def _set_clocks_back(
    connection: Connection, by: timedelta, new_from: datetime, now: datetime
) -> None:
    clocked = sa.select(games.c.id, games.c.flag_at).where(games.c.flag_at.is_not(None))
    clocks = {row.id: row.flag_at for row in connection.execute(clocked)}
    for game, flag_at in clocks.items():
        update = games.update().where(games.c.id == game, games.c.flag_at > now)
        connection.execute(update.values(flag_at=flag_at - by))
    is_old = sa.or_(seats.c.called_at < new_from, seats.c.called_at > now)
    called = sa.select(seats.c.game, seats.c.position, seats.c.called_at)
    for game, place, called_at in connection.execute(
        called.where(seats.c.game.in_(clocks), is_old)
    ).all():
        own = (seats.c.game == game, seats.c.position == place)
        connection.execute(seats.update().where(*own).values(called_at=called_at - by))


@dataclass(frozen=True, slots=True)
class ClockState:
    """Running game whose clocks are due to be looked at.

    Attributes:
        game: its id.
        revision: of the game.
        flag_at: when to look at it; None: no clock runs.
    """

    game: int
    revision: int
    flag_at: datetime | None


_CLOCK_STATE: Final = sa.select(games.c.id, games.c.revision, games.c.flag_at)


def set_times(connection: Connection, move: Move) -> None:
    """Store with an act that it has ended a rest, and the clocks that it has changed."""
    game = move.game
    if game.rest_until == move.at:
        rest(connection, game.id, game.rested_at, move.at)
    for place, clock in move.clocks:
        own = seats.update().where(seats.c.game == game.id, seats.c.position == place)
        connection.execute(own.values({**asdict(clock), "given": list(clock.given)}))
    if game.pace is None:
        return
    # Another process may have started one of which this one had not heard.
    over = (seats.c.game == game.id, seats.c.called_at.is_not(None))
    idle = seats.update().where(*over, ~seats.c.position.in_(game.awaited or ()))
    connection.execute(idle.values(called_at=None))
    look_at = move.at if game.status == "running" else None
    connection.execute(games.update().where(games.c.id == game.id).values(flag_at=look_at))


def restart_clocks(connection: Connection, game: int, at: datetime) -> None:
    """Let the clocks of a running game with a pace begin anew, as it goes on."""
    connection.execute(seats.update().where(seats.c.game == game).values(called_at=None))
    has_pace = (games.c.id == game, games.c.status == "running", games.c.pace.is_not(None))
    connection.execute(games.update().where(*has_pace).values(flag_at=at))


def rest(connection: Connection, game: int, since: datetime | None, until: datetime) -> None:
    """Store a rest of a game, or that it has ended; the game's reminders are looked at again."""
    values = {"rested_at": since, "rest_until": until}
    connection.execute(games.update().where(games.c.id == game).values(values))
    connection.execute(watches.update().where(watches.c.game == game).values(revision=LOOK_AGAIN))


def _clocks_due(connection: Connection, now: datetime, most: int) -> tuple[ClockState, ...]:
    """Return games whose clocks are due to be looked at."""
    query = _CLOCK_STATE.where(GOES_ON, games.c.flag_at <= now).order_by(games.c.flag_at)
    return tuple(ClockState(*row) for row in connection.execute(query.limit(most)))


def _clock_state(connection: Connection, game: int) -> ClockState:
    """Return the state of a game's clocks, with the time of the next look."""
    return ClockState(*connection.execute(_CLOCK_STATE.where(games.c.id == game)).one())


def _clocks_next_at(connection: Connection) -> datetime | None:
    """Return the next time at which clocks are due to be looked at; None: none runs."""
    query = sa.select(games.c.flag_at).where(GOES_ON, games.c.flag_at.is_not(None))
    return connection.execute(query.order_by(games.c.flag_at).limit(1)).scalar_one_or_none()


def _is_called(connection: Connection, game: int, kinds: Collection[str]) -> bool:
    """Return whether the newest delivery of these kinds of a game has reached its channel."""
    calls = (deliveries.c.game == game, deliveries.c.kind.in_(kinds))
    query = sa.select(deliveries.c.status).where(*calls).order_by(deliveries.c.id.desc())
    return connection.execute(query.limit(1)).scalar_one_or_none() == "done"


def _keep_clocks(
    connection: Connection,
    seen: ClockState,
    changed: Mapping[int, Mapping[str, Any]],
    new: Sequence[NewDelivery],
    *,
    at: datetime,
    next_at: datetime | None,
) -> None:
    """Store the result of a look at the clocks of a game, and enqueue what is told of it.

    Args:
        connection: within a transaction.
        seen: as they were due.
        changed: new values of columns of seats, by their places.
        new: the deliveries.
        at: the present time.
        next_at: time of the next look; None: no clock runs.

    Raises:
        StaleError: the game has moved on, or another writer was faster.
    """
    # Locked, so that of two processes one alone acts on a time that is up.
    query = _CLOCK_STATE.where(games.c.id == seen.game, GOES_ON).with_for_update()
    found = connection.execute(query).one_or_none()
    if found is None or ClockState(*found) != seen:
        raise StaleError
    connection.execute(games.update().where(games.c.id == seen.game).values(flag_at=next_at))
    for place, values in changed.items():
        own = [seats.c.game == seen.game, seats.c.position == place]
        if not values.keys().isdisjoint(("clocked", "cover")):
            own += [~seats.c.clocked, seats.c.cover.is_(None)]
        if connection.execute(seats.update().where(*own).values(values)).rowcount != 1:
            raise StaleError
    enqueue(connection, seen.game, seen.revision, new, at)


class ClockStore(Transactions):
    """Clocks of games; each method is one transaction."""

    due = read_transaction(_clocks_due)
    state = read_transaction(_clock_state)
    next_at = read_transaction(_clocks_next_at)
    is_called = read_transaction(_is_called)
    keep = write_transaction(_keep_clocks)


class ReminderStore(Transactions):
    """Reminders; each method is one transaction."""

    due = read_transaction(_due)
    next_at = read_transaction(_next_at)
    calls = read_transaction(_calls)
    told = read_transaction(_told)
    tell_once = write_transaction(_tell_once)
    keep = write_transaction(_keep)
    hours = read_transaction(_hours)
    set_hours = write_transaction(_set_hours)
    set_back = write_transaction(_set_back)
