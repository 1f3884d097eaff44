"""Statements about reminders, and about when to look at a game again."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from metrobot.store.db.dialects import upsert
from metrobot.store.db.transactions import Transactions, read_transaction, write_transaction
from metrobot.store.schema.rows import NewDelivery, StaleError
from metrobot.store.schema.tables import deliveries, games, literally, reminders, watches
from metrobot.store.statements.outbox import enqueue
from metrobot.store.statements.people import LOOK_AGAIN

USUAL_HOURS: Final = 24
"""Hours until the first reminder at tables that have not chosen."""

_HOURS: Final = sa.func.coalesce(watches.c.hours, USUAL_HOURS).label("hours")
_GOES_ON = (games.c.status == literally("running"), games.c.aside_at.is_(None))
_DUE = (
    sa.select(games.c.id, games.c.revision, games.c.turn_since, _HOURS)
    .outerjoin(watches, watches.c.game == games.c.id)
    .where(
        *_GOES_ON,
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
    .where(*_GOES_ON, games.c.revision == watches.c.revision)
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
