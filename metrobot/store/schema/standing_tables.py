"""The tables of leaderboards: how many games are counted, who stands where, and who has left."""

import sqlalchemy as sa

from metrobot.store.schema.tables import ANONYMISE, UtcDateTime, metadata, player_key

# How many games of each server are counted in its standings.
tallies = sa.Table(
    "tallies",
    metadata,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("games", sa.Integer, nullable=False),
)

standings = sa.Table(
    "standings",
    metadata,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("title", sa.String(40), primary_key=True),
    sa.Column(
        "player", sa.BigInteger, primary_key=True, index=True, autoincrement=False, info=ANONYMISE
    ),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("wins", sa.Integer, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("best", sa.Integer),
    sa.Column("solo_games", sa.Integer, nullable=False),
    sa.Column("solo_points", sa.Integer, nullable=False),
    sa.Column("solo_best", sa.Integer),
    # How many hints were taken in the best game alone.
    sa.Column("solo_hints", sa.Integer, nullable=False, server_default="0"),
    sa.Column("against", sa.JSON, nullable=False),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
)

# The same in each season, whose number is that of its quarter (`quarter_of`).
seasons = standings.to_metadata(metadata, name="seasons")
seasons.append_column(sa.Column("quarter", sa.Integer, primary_key=True, autoincrement=False))
seasons.primary_key.name = "pk_seasons"

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
