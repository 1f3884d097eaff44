"""The tables of leaderboards: how many games are counted, who stands where, and who has left."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from metrobot.store.schema.tables import ANONYMISE, UtcDateTime, metadata, player_key

# How many games of each server are counted in its standings.
tallies = sa.Table(
    "tallies",
    metadata,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("games", sa.Integer, nullable=False),
)


def _standing(*more_keys: sa.Column[Any]) -> Iterator[sa.Column[Any]]:
    """Yield the columns of somebody's standing in a title on a server, further keys included."""
    yield sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False)
    yield sa.Column("title", sa.String(40), primary_key=True)
    yield from more_keys
    yield sa.Column(
        "player", sa.BigInteger, primary_key=True, index=True, autoincrement=False, info=ANONYMISE
    )
    yield sa.Column("games", sa.Integer, nullable=False)
    yield sa.Column("wins", sa.Integer, nullable=False)
    yield sa.Column("points", sa.Integer, nullable=False)
    yield sa.Column("best", sa.Integer)
    yield sa.Column("solo_games", sa.Integer, nullable=False)
    yield sa.Column("solo_points", sa.Integer, nullable=False)
    yield sa.Column("solo_best", sa.Integer)
    # How many hints were taken in the best game alone.
    yield sa.Column("solo_hints", sa.Integer, nullable=False, server_default="0")
    yield sa.Column("against", sa.JSON, nullable=False)
    yield sa.Column("mu", sa.Double, nullable=False)
    yield sa.Column("sigma", sa.Double, nullable=False)


standings = sa.Table("standings", metadata, *_standing())

# The same of each season; its number is that of its quarter (`quarter_of`).
_quarter = sa.Column("quarter", sa.Integer, primary_key=True, autoincrement=False)
seasons = sa.Table("seasons", metadata, *_standing(_quarter))

# Who is compared with others on a server, in standings or in lines of the day.
members = sa.Table(
    "members",
    metadata,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    player_key(),
    # When Discord last said that they had left; null: they are there, as far as it has told.
    sa.Column("left_at", UtcDateTime),
    # When it is to be asked again.
    sa.Column("due_at", UtcDateTime, nullable=False, index=True),
)
