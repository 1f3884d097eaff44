"""The table of people who want to be called when others look for players."""

import sqlalchemy as sa

from metrobot.store.schema.tables import UtcDateTime, metadata, player_key

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
