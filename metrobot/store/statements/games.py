"""Statements about games, their people and their events."""

from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from metrobot.store.db.dialects import advisory_lock
from metrobot.store.schema.act_rows import Announcement, DeliveryRow, Move, NewDelivery
from metrobot.store.schema.rows import (
    NOBODY,
    OF_PERSON,
    TAKE_BACK,
    Asked,
    ChannelTakenError,
    ClockRow,
    DepartedRow,
    EventRow,
    GameRow,
    PersonRow,
    StaleError,
    TakenBackError,
    row_of,
)
from metrobot.store.schema.tables import (
    HOLDS_CHANNEL,
    IS_PUT_ASIDE,
    deliveries,
    departures,
    events,
    games,
    players,
    preferences,
    seats,
)
from metrobot.store.statements import sealed
from metrobot.store.statements.charges import Charge, note_charge
from metrobot.store.statements.outbox import drop_where, enqueue, note_news, pending
from metrobot.store.statements.people import announce
from metrobot.store.statements.votes import ballots, oks
from metrobot.store.statements.waits.due import DueKind, set_due
from metrobot.store.statements.waits.looks import note_act, note_game

_BY_ID = sa.select(games).where(games.c.id == sa.bindparam("game"))
_IN_CHANNEL = (
    sa.select(games).where(games.c.channel == sa.bindparam("channel")).order_by(games.c.id.desc())
)
_UNFINISHED = _IN_CHANNEL.where(HOLDS_CHANNEL).limit(1)
_OF_PLAYER = (
    sa.select(games)
    .join(seats, seats.c.game == games.c.id)
    .where(seats.c.player == sa.bindparam("player"))
    .where(games.c.status.in_(("lobby", "running", "over")))
    # Unfinished ones first; among them whoever waits longest last.
    .order_by(games.c.status == "over", games.c.turn_since.desc(), games.c.id.desc())
    .limit(sa.bindparam("most"))
)
_FINISHED = _IN_CHANNEL.where(sa.or_(games.c.status == "over", IS_PUT_ASIDE)).limit(1)
_OF_PLACE = ("game", "position", "player")
_OF_SEAT = tuple(column for column in seats.c if column.name not in _OF_PLACE)
_SEATED = sa.select(
    seats.c.position, seats.c.player, sa.cast(sa.null(), sa.Integer).label("revision"), *_OF_SEAT
).where(seats.c.game == sa.bindparam("game"))
_DEPARTED = sa.select(
    departures.c.position,
    departures.c.player,
    departures.c.revision,
    *(sa.cast(sa.null(), column.type) for column in _OF_SEAT),
).where(departures.c.game == sa.bindparam("game"))
_WHOEVER = sa.union_all(_SEATED, _DEPARTED).subquery()
# Present and former players.
_PEOPLE = (
    sa.select(
        *(players.c[name] for name in ("id", "name", "dm_closed")),
        *(preferences.c[name] for name in ("away_until", "absences", "days_off")),
        *(column for column in _WHOEVER.c if column.name != "player"),
    )
    .select_from(_WHOEVER)
    .outerjoin(players, _WHOEVER.c.player == players.c.id)
    .outerjoin(preferences, preferences.c.player == players.c.id)
    .order_by(_WHOEVER.c.position, _WHOEVER.c.revision)
)
_EVENTS = (
    sa.select(events)
    .where(
        events.c.game == sa.bindparam("game"),
        events.c.revision > sa.bindparam("after"),
        events.c.revision <= sa.bindparam("last"),
    )
    .order_by(events.c.revision)
)
# A writer names the status and the revision that it has seen: if another one was faster, no row
# matches and nothing is written.
_AS_SEEN = games.update().where(
    games.c.id == sa.bindparam("of_game"),
    games.c.status == sa.bindparam("of_status"),
    games.c.revision == sa.bindparam("of_revision"),
    ~IS_PUT_ASIDE,
)
_ADVANCED = (*("status", "revision", "turn_since"), *("computed", "awaited", "turn", "points"))
"""Columns that an act changes; those of the end of a game are set by `_close`."""
_OF_ROW = tuple(f.name for f in fields(GameRow) if f.name in games.c and f.name != "id")
"""Columns of a game that its row holds; only standings and the search for idle games know more."""
_ADD_EVENTS = events.insert()  # built once: SQLAlchemy finds by it what it has compiled
_ADVANCE = _AS_SEEN.values({name: sa.bindparam(name) for name in (*_ADVANCED, "acted_at")})


def create(connection: Connection, game: GameRow, new: Sequence[NewDelivery] = ()) -> int:
    """Store a new game and what tells of it, and return its id.

    Raises:
        ChannelTakenError: the channel has an unfinished game.
    """
    try:
        result = connection.execute(games.insert().returning(games.c.id), _columns(game))
    except IntegrityError as error:
        raise ChannelTakenError from error
    number: int = result.scalar_one()
    oks.seat(connection, number, game.people)
    enqueue(connection, number, game.revision, new, game.created_at)
    set_due(connection, DueKind.LOBBY, number, game.created_at)
    return number


def game_by_id(connection: Connection, game: int) -> GameRow | None:
    """Return a game, or None."""
    return _loaded(connection, connection.execute(_BY_ID, {"game": game}))


def unfinished_game(connection: Connection, channel: int) -> GameRow | None:
    """Return the unfinished game of a channel, or None."""
    return _loaded(connection, connection.execute(_UNFINISHED, {"channel": channel}))


def newest_game(connection: Connection, channel: int) -> GameRow | None:
    """Return the unfinished game of a channel, else the newest other one, or None.

    The others are those that are over, and those that were put aside.
    """
    return unfinished_game(connection, channel) or _loaded(
        connection, connection.execute(_FINISHED, {"channel": channel})
    )


def has_newer(connection: Connection, channel: int, game: int) -> bool:
    """Return whether a game was opened in a channel after another one, whatever its fate."""
    newer = sa.select(games.c.id).where(games.c.channel == channel, games.c.id > game).limit(1)
    return connection.execute(newer).first() is not None


def of_player(connection: Connection, player: int, most: int) -> tuple[GameRow, ...]:
    """Return the games in which somebody has a seat, unfinished ones first, newest first."""
    rows = connection.execute(_OF_PLAYER, {"player": player, "most": most}).all()
    return tuple(_with_people(connection, row) for row in rows)


def events_of(connection: Connection, game: int, after: int, last: int) -> tuple[EventRow, ...]:
    """Return the events after one revision that were in force at another, in their order.

    Raises:
        TakenBackError: some events up to `after` had been taken back by then.
    """
    # `void` says what is in force today; this is about a revision, so events that were taken back
    # later still count.
    rows = list[EventRow]()
    for row in connection.execute(_EVENTS, {"game": game, "after": after, "last": last}):
        if row.kind != TAKE_BACK:
            rows.append(row_of(EventRow, row))
            continue
        first = row.payload["first"]
        if first <= after:
            raise TakenBackError
        rows = [event for event in rows if event.revision < first]
    return tuple(rows)


def save_lobby(
    connection: Connection,
    game: GameRow,
    joined: Charge | None = None,
    request: Asked | None = None,
) -> None:
    """Store a changed lobby with its people.

    Args:
        connection: within a transaction.
        game: the lobby.
        joined: the charge of somebody who has joined it for the first time.
        request: who is asked for their OK to what has changed.

    Raises:
        StaleError: it is no lobby any more.
    """
    _replace(connection, game, of_status="lobby", of_revision=0)
    oks.seat(connection, game.id, game.people, request)
    if joined is not None:
        note_charge(connection, joined)


def join_lobby(
    connection: Connection, game: GameRow, person: int, most: int, joined: Charge | None
) -> bool:
    """Store a lobby that somebody has joined, unless they are in too many others of other hosts.

    Args:
        connection: within a transaction.
        game: the lobby with them in it.
        person: id of the person.
        most: number of lobbies, this one included.
        joined: as for `save_lobby`.

    Returns:
        Whether it was stored.

    Raises:
        StaleError: it is no lobby any more.
    """
    # Otherwise two joins at once, in two lobbies and processes, could both find room.
    advisory_lock(connection, f"lobbies of {person}")
    # Where the place is lost nobody can leave it.
    is_open = (games.c.status == "lobby") & games.c.lost.is_(None)
    conditions = (is_open, games.c.host != person, games.c.id != game.id)
    query = sa.select(sa.func.count()).select_from(seats.join(games))
    if connection.execute(query.where(seats.c.player == person, *conditions)).scalar_one() >= most:
        return False
    save_lobby(connection, game, joined)
    return True


def start_game(connection: Connection, move: Move) -> tuple[DeliveryRow, ...]:
    """Turn a lobby into a running game with its first events and deliveries.

    Returns:
        All pending deliveries of the game.

    Raises:
        StaleError: it is no lobby any more.
    """
    save_lobby(connection, move.game)
    set_due(connection, DueKind.IDLE, move.game.id, move.at)
    return _add(connection, move)


# Two writers cannot both believe that theirs is the next revision: the slower one is refused
# (docs/decisions/revisions.md).
def append(connection: Connection, move: Move) -> tuple[DeliveryRow, ...]:
    """Store one act: its events, the game after them, its deliveries.

    Returns:
        All pending deliveries of the game.

    Raises:
        StaleError: another writer was faster, or a plan that is played has changed.
        ResealedError: the act opens sealed choices, and they have changed.
    """
    game = move.game
    keys = {"of_game": game.id, "of_status": "running", "of_revision": move.after}
    values = {name: getattr(game, name) for name in _ADVANCED} | {"acted_at": move.at}
    if connection.execute(_ADVANCE, keys | values).rowcount != 1:
        raise StaleError
    if move.seen is not None:
        sealed.check_sealed(connection, game.id, move.seen)
        sealed.open_all(connection, game.id)
        ballots.hasten_all(connection, game.id, move.at)
    if move.plans and sealed.plans_of(connection, game.id, move.plans) != move.plans:
        if any(event.planned for event in move.events):
            raise StaleError
        move = replace(move, deliveries=move.instead)
    for player in move.spent:
        sealed.set_plans(connection, game.id, player, None)
    if game.status != "running":
        _close(connection, game)
    return _add(connection, move)


def cancel(
    connection: Connection,
    game: GameRow,
    announcement: Announcement | None = None,
    position: int | None = None,
) -> None:
    """Cancel a game, and drop its pending deliveries.

    Args:
        connection: within a transaction.
        game: as it was last seen, not yet cancelled.
        announcement: announcement for the channel; None: nothing is said.
        position: the place of whoever cancels it while others play, or None.

    Raises:
        StaleError: it has moved on.
    """
    given_up = replace(game, status="cancelled", removed=None)
    _replace(connection, given_up, of_status=game.status, of_revision=game.revision)
    drop_where(connection, "cancelled", deliveries.c.game == game.id)
    note_news(connection, game.id, game.finished_at or game.turn_since, is_end=True)
    sealed.open_all(connection, game.id)
    _close(connection, game)
    if position is not None:
        own = game.people[position].id
        note_departure(connection, game, position, own, game.finished_at or game.turn_since)
    if announcement is not None:
        announce(connection, announcement)


def _close(connection: Connection, game: GameRow) -> None:
    """Close votes, plans and questions for an OK of a game that ends."""
    end = game.finished_at or game.turn_since
    ballots.overtake_all(connection, game.id, end)
    own = {"plans": None, "agreed": None, "asked": False, "asked_at": None}
    connection.execute(seats.update().where(seats.c.game == game.id).values(own))
    note_game(connection, game.id, end)
    result = {"result": game.result, "finished_at": game.finished_at, "removed": sa.null()}
    connection.execute(games.update().where(games.c.id == game.id).values(result))


def note_departure(
    connection: Connection, game: GameRow, position: int, player: int, moment: datetime
) -> None:
    """Store a departure from a game that has begun."""
    place = {"game": game.id, "position": position, "player": player, "revision": game.revision}
    connection.execute(departures.insert(), {**place, "at": moment})


def _replace(connection: Connection, game: GameRow, *, of_status: str, of_revision: int) -> None:
    """Store all of a game that was last seen with this status and revision."""
    keys = {"of_game": game.id, "of_status": of_status, "of_revision": of_revision}
    columns = _columns(game)
    # Only deliveries write the first two, and one may be under way; the host chooses the third.
    for name in ("board_message", "lost", "remind_after"):
        del columns[name]
    if connection.execute(_AS_SEEN.values(columns), keys).rowcount != 1:
        raise StaleError


def _add(connection: Connection, move: Move) -> tuple[DeliveryRow, ...]:
    """Store the events and deliveries of an act; return all pending deliveries."""
    game = move.game
    if move.events:
        try:
            connection.execute(_ADD_EVENTS, [_event(game.id, event) for event in move.events])
        except IntegrityError as error:
            # Another writer has already stored an event of this revision.
            raise StaleError from error
    enqueue(connection, game.id, game.revision, move.deliveries, move.at)
    note_act(connection, move)
    rows = pending(connection, game.id)
    move.written()
    return rows


def _columns(game: GameRow) -> dict[str, Any]:
    return {name: getattr(game, name) for name in _OF_ROW}


def _event(game: int, event: EventRow) -> dict[str, Any]:
    values = {name: getattr(event, name) for name in EventRow.__slots__}
    return {**values, "game": game, "payload": dict(event.payload), "void": False}


def _loaded(connection: Connection, result: sa.CursorResult[Any]) -> GameRow | None:
    row = result.one_or_none()
    return None if row is None else _with_people(connection, row)


def _with_people(connection: Connection, row: sa.Row[Any]) -> GameRow:
    people = connection.execute(_PEOPLE, {"game": row.id}).all()
    lists = {name: getattr(row, name) for name in ("awaited", "removed", "points")}
    return row_of(
        GameRow,
        row,
        **{name: None if value is None else tuple(value) for name, value in lists.items()},
        salt=tuple(row.salt),
        rated=row.rated and not row.unrated,
        people=tuple(_person(person_row) for person_row in people if person_row.revision is None),
        departed=tuple(
            row_of(DepartedRow, person_row, person=_person(person_row))
            for person_row in people
            if person_row.revision is not None
        ),
        sealed=sealed.of_game(connection, row.id) if row.status == "running" else (),
    )


def _person(row: sa.Row[Any]) -> PersonRow:
    """Return a present or former player; NOBODY for a vacant seat."""
    times = {name: tuple(map(tuple, getattr(row, name) or ())) for name in ("absences", "days_off")}
    if row.revision is not None:
        values = {name: getattr(row, name) for name in OF_PERSON}
        return PersonRow(**values | times)
    unseen = tuple(map(tuple, row.unseen or ()))
    clock = row_of(ClockRow, row, given=tuple(row.given or ()), unseen=unseen)
    if row.id is None:
        return PersonRow(NOBODY, "", clock=clock)
    return row_of(PersonRow, row, clock=clock, **times)
