"""Statements about games that were played elsewhere, and finished ones to choose from."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection

from metrobot.store.quotas import make_room
from metrobot.store.schema import games, replays


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
