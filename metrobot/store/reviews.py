"""Statements about reviews: what decided a game, kept with the game or the replay."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.schema import replays, reviews
from metrobot.store.upsert import upsert


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
