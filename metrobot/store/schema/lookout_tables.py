"""The tables of people who want to be called, are asked, or follow."""

import sqlalchemy as sa

from metrobot.store.schema.tables import ERASE, EXPIRES, Number, UtcDateTime, metadata, player_key

lookouts = sa.Table(
    "lookouts",
    metadata,
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    player_key(),
    # Ids of titles; empty: they were called lately, and want no calls any more.
    sa.Column("titles", sa.JSON, nullable=False),
    # When they were last called on this server; null: never.
    sa.Column("called_at", UtcDateTime),
)

# Who was asked by name to join a lobby: once by all of it. They need not have played here.
asks = sa.Table(
    "asks",
    metadata,
    sa.Column("game", Number, primary_key=True, autoincrement=False),
    sa.Column("player", sa.BigInteger, primary_key=True, autoincrement=False, info=ERASE),
    # Kept when the asker is forgotten: a No would be void.
    sa.Column("asker", sa.BigInteger, nullable=False, info=EXPIRES),
    sa.Column("at", UtcDateTime, nullable=False, index=True),
    # When they said No; null: not yet.
    sa.Column("no_at", UtcDateTime),
)

# Who follows which running game by direct message.
follows = sa.Table(
    "follows",
    metadata,
    sa.Column("game", Number, primary_key=True, autoincrement=False),
    sa.Column("player", sa.BigInteger, primary_key=True, autoincrement=False, info=ERASE),
    # Whether they are told of turns; else of the end alone.
    sa.Column("turns", sa.Boolean, nullable=False),
    # When they were last told; null: never.
    sa.Column("told_at", UtcDateTime),
    # When to look whether they can be told; null: there are no news.
    sa.Column("next_at", UtcDateTime, index=True),
)
