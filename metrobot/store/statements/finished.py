"""Statements about finished games, replays and reviews."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import upsert
from metrobot.store.schema.rows import row_of, row_or_none, rows_of
from metrobot.store.schema.tables import departures, events, games, replays, reviews, seats
from metrobot.store.statements.quotas import make_room

ENDED_AT: Final = sa.func.coalesce(games.c.finished_at, games.c.turn_since).label("ended_at")
"""When a game has ended; older ones do not all know."""


@dataclass(frozen=True, slots=True)
class ReplayRow:
    """A game that was played elsewhere.

    Attributes:
        id: counted up by the store; 0 before it is stored.
        guild: id of the Discord server.
        channel: id of the Discord channel.
        person: id of the person who imported it.
        record: one line of JSON.
        created_at: when it was imported.
    """

    id: int
    guild: int
    channel: int
    person: int
    record: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game as it is offered in a list.

    Attributes:
        id: its number.
        title: id of the game title.
        created_at: when its lobby was opened.
    """

    id: int
    title: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class FinishedRow:
    """A game that has ended, in whatever way.

    Attributes:
        id: of the game.
        title: id of the game title.
        result: as in the record; None: it was cancelled.
        people: ids of the people at the end, in the order of play; below 0 people who
            were forgotten and computers, 0 vacant seats.
        computed: whether a computer has made a choice in it.
        covered: the places where a computer played for its owner at the end.
        departed: places that were left, each with the id of the person, in this order.
        cancelled_by: the place of whoever cancelled it while others played, or None.
        is_voted: whether its players ended it before their rules did.
        turn: number of complete turns, or rounds; None if unknown.
        options: every option of the title.
        hints: number of hints taken by the person at each place at the end.
        is_unrated: whether its server wanted no ratings when it started, or somebody who
            played in it was blocked.
        clocked: the places for which the clock had a computer play.
        ended_at: when it ended; None: not known.
    """

    id: int
    title: str
    result: Mapping[str, Any] | None
    people: tuple[int, ...]
    computed: bool = False
    covered: frozenset[int] = frozenset()
    departed: tuple[tuple[int, int], ...] = ()
    cancelled_by: int | None = None
    is_voted: bool = False
    turn: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    hints: tuple[int, ...] = ()
    is_unrated: bool = False
    clocked: frozenset[int] = frozenset()
    ended_at: datetime | None = None

    @property
    def began(self) -> tuple[int, ...]:
        """Ids of the people and computers who began the game, in the order of play."""
        first = dict(reversed(self.departed))
        return tuple(first.get(place, holder) for place, holder in enumerate(self.people))


def finished_rows(
    connection: Connection, conditions: Sequence[sa.ColumnElement[bool]], most: int | None = None
) -> tuple[FinishedRow, ...]:
    """Return games that have ended, in the order of their ends."""
    last = (events.c.game == games.c.id, events.c.revision == games.c.revision)
    is_voted = sa.exists().where(*last, events.c.actor == "table", events.c.kind == "end")
    names = ("id", "title", "options", "result", "computed", "turn", "revision", "unrated", "rated")
    columns = (*(games.c[name] for name in names), is_voted.label("is_voted"), ENDED_AT)
    query = sa.select(*columns).where(*conditions).order_by(ENDED_AT, games.c.id)
    rows = connection.execute(query.limit(most)).all()
    ids = [row.id for row in rows]
    seated = _by_game(connection, seats, ids, seats.c.game, seats.c.position)
    departure_rows = _by_game(connection, departures, ids, departures.c.id)
    return tuple(_finished(row, seated[row.id], departure_rows[row.id]) for row in rows)


def _by_game(
    connection: Connection, table: sa.Table, ids: Sequence[int], *order: sa.Column[int]
) -> dict[int, list[Any]]:
    query = sa.select(table).where(table.c.game.in_(ids)).order_by(*order)
    rows_by_game = defaultdict[int, list[Any]](list)
    for row in connection.execute(query):
        rows_by_game[row.game].append(row)
    return rows_by_game


def _finished(game: Any, seated: Sequence[Any], departure_rows: Sequence[Any]) -> FinishedRow:
    # A departure at the last revision, by somebody who still has the place, cancelled the game:
    # coming back would be an event.
    last = {
        (departure.position, departure.player)
        for departure in departure_rows
        if departure.revision == game.revision
    }
    cancelled_by = [row.position for row in seated if (row.position, row.player) in last]
    return row_of(
        FinishedRow,
        game,
        people=tuple(row.player or 0 for row in seated),
        covered=frozenset(place for place, row in enumerate(seated) if row.cover is not None),
        departed=tuple((departure.position, departure.player) for departure in departure_rows),
        cancelled_by=next(iter(cancelled_by), None),
        hints=tuple(row.hints for row in seated),
        is_unrated=game.unrated or not game.rated,
        clocked=frozenset(place for place, row in enumerate(seated) if row.flags),
    )


def store_replay(connection: Connection, row: ReplayRow, room: int) -> int:
    """Store a replay and return its id; the oldest of the same person make room for it.

    Args:
        connection: within a transaction.
        row: the replay.
        room: most bytes of all replays of one person together.
    """
    values = asdict(row)
    del values["id"]  # counted up
    number: int = connection.execute(replays.insert().returning(replays.c.id), values).scalar_one()
    make_room(connection, row.person, room)
    return number


def replay_by_id(connection: Connection, number: int) -> ReplayRow | None:
    """Return a replay, or None."""
    return row_or_none(connection, ReplayRow, sa.select(replays).where(replays.c.id == number))


def finished_games(
    connection: Connection, channel: int, most: int, *, given_up: bool = False
) -> tuple[PastGame, ...]:
    """Return the latest finished games of a channel, the newest first.

    Args:
        connection: within a transaction.
        channel: id of the channel.
        most: number of games.
        given_up: whether those are meant that were given up after some turns; no private ones.
    """
    query = sa.select(games.c.id, games.c.title, games.c.created_at)
    condition = games.c.status == "over"
    if given_up:
        condition = (games.c.status == "cancelled") & (games.c.turn > 0) & ~games.c.private
    own = query.where(games.c.channel == channel, condition)
    rows = connection.execute(own.order_by(games.c.id.desc()).limit(most))
    return rows_of(PastGame, rows)


@dataclass(frozen=True, slots=True)
class ReviewSubject:
    """Game of a review.

    Attributes:
        number: of the game, or of the replay.
        is_replay: whether it is a replay, which was played elsewhere.
    """

    number: int
    is_replay: bool = False


def review_body(connection: Connection, subject: ReviewSubject) -> str | None:
    """Return a review; None if it is not made yet or nobody has asked."""
    query = sa.select(reviews.c.body).where(reviews.c.game == subject.number)
    if subject.is_replay:
        query = sa.select(replays.c.review).where(replays.c.id == subject.number)
    return connection.execute(query).scalar_one_or_none()


def request_review(connection: Connection, subject: ReviewSubject, now: datetime) -> None:
    """Store that somebody wants a review; an older one is to be made anew."""
    if subject.is_replay:
        replay = replays.update().where(replays.c.id == subject.number)
        connection.execute(replay.values(review=None, review_asked_at=now))
        return
    row = {"game": subject.number, "body": None, "asked_at": now}
    upsert(connection, reviews, row, {"body": None, "asked_at": now})


def store_review(connection: Connection, subject: ReviewSubject, body: str) -> None:
    """Store a review, unless the game or the replay is gone."""
    update = reviews.update().where(reviews.c.game == subject.number).values(body=body)
    if subject.is_replay:
        update = replays.update().where(replays.c.id == subject.number).values(review=body)
    connection.execute(update)


def requested_reviews(connection: Connection, moment: datetime) -> tuple[ReviewSubject, ...]:
    """Return the reviews requested before a moment and not made yet, the oldest first."""
    here = sa.select(reviews.c.game, reviews.c.asked_at).where(
        reviews.c.body.is_(None), reviews.c.asked_at <= moment
    )
    elsewhere = sa.select(replays.c.id, replays.c.review_asked_at).where(
        replays.c.review.is_(None),
        replays.c.review_asked_at.is_not(None),
        replays.c.review_asked_at <= moment,
    )
    requests = [(asked_at, ReviewSubject(game)) for game, asked_at in connection.execute(here)]
    requests += [
        (asked_at, ReviewSubject(number, True))
        for number, asked_at in connection.execute(elsewhere)
    ]
    return tuple(subject for _, subject in sorted(requests, key=lambda request: request[0]))
