"""Statements about games to look back on: replays, finished games, reviews."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.db.dialects import upsert
from metrobot.store.schema.tables import games, replays, reviews
from metrobot.store.statements.quotas import make_room


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


def store_replay(connection: Connection, row: ReplayRow, room: int) -> int:
    """Store a replay and return its id; the oldest of the same person make room for it.

    Args:
        connection: within a transaction.
        row: the replay.
        room: bytes that all replays of one person may take together.
    """
    values = {
        "guild": row.guild,
        "channel": row.channel,
        "person": row.person,
        "record": row.record,
        "created_at": row.created_at,
    }
    number: int = connection.execute(replays.insert().returning(replays.c.id), values).scalar_one()
    make_room(connection, row.person, room)
    return number


def replay_by_id(connection: Connection, number: int) -> ReplayRow | None:
    """Return a replay, or None."""
    row = connection.execute(sa.select(replays).where(replays.c.id == number)).one_or_none()
    if row is None:
        return None
    return ReplayRow(row.id, row.guild, row.channel, row.person, row.record, row.created_at)


def finished_games(connection: Connection, channel: int, most: int) -> tuple[PastGame, ...]:
    """Return the latest finished games of a channel, the newest first."""
    query = (
        sa.select(games.c.id, games.c.title, games.c.created_at)
        .where(games.c.channel == channel, games.c.status == "over")
        .order_by(games.c.id.desc())
        .limit(most)
    )
    return tuple(PastGame(*row) for row in connection.execute(query))


@dataclass(frozen=True, slots=True)
class ReviewSubject:
    """Which game a review is of.

    Attributes:
        number: of the game, or of the replay.
        is_replay: whether it is a game that was played elsewhere.
    """

    number: int
    is_replay: bool = False


def review_body(connection: Connection, of: ReviewSubject) -> str | None:
    """Return a review; None where it is still to be made, or nobody has asked."""
    body: str | None = connection.execute(_body(of)).scalar_one_or_none()
    return body


def _body(of: ReviewSubject) -> sa.Select[Any]:
    """Return the query for a review."""
    if of.is_replay:
        return sa.select(replays.c.review).where(replays.c.id == of.number)
    return sa.select(reviews.c.body).where(reviews.c.game == of.number)


def request_review(connection: Connection, of: ReviewSubject, at: datetime) -> None:
    """Note that somebody wants a review; what was made before is to be made anew."""
    if of.is_replay:
        replay = replays.update().where(replays.c.id == of.number)
        connection.execute(replay.values(review=None, review_asked_at=at))
        return
    row = {"game": of.number, "body": None, "asked_at": at}
    upsert(connection, reviews, row, {"body": None, "asked_at": at})


def store_review(connection: Connection, of: ReviewSubject, body: str) -> None:
    """Keep a review; nothing happens where the game or the replay is gone."""
    if of.is_replay:
        connection.execute(replays.update().where(replays.c.id == of.number).values(review=body))
        return
    connection.execute(reviews.update().where(reviews.c.game == of.number).values(body=body))


def requested_reviews(connection: Connection, before: datetime) -> tuple[ReviewSubject, ...]:
    """Return the reviews asked for by then that are still to be made, the oldest first."""
    here = sa.select(reviews.c.game, reviews.c.asked_at).where(
        reviews.c.body.is_(None), reviews.c.asked_at <= before
    )
    elsewhere = sa.select(replays.c.id, replays.c.review_asked_at).where(
        replays.c.review.is_(None),
        replays.c.review_asked_at.is_not(None),
        replays.c.review_asked_at <= before,
    )
    found = [(at, ReviewSubject(game)) for game, at in connection.execute(here)]
    found += [(at, ReviewSubject(number, True)) for number, at in connection.execute(elsewhere)]
    return tuple(of for _, of in sorted(found, key=lambda each: each[0]))
