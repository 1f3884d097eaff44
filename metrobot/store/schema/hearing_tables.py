"""The table of the times in which the bot could be reached."""

import sqlalchemy as sa

from metrobot.store.schema.tables import UtcDateTime, metadata

hearings = sa.Table(
    "hearings",
    metadata,
    # Which servers were heard: a shard and how many there are, or else a word for all;
    # empty: none, but some process ran.
    sa.Column("ear", sa.String(20), primary_key=True),
    sa.Column("since", UtcDateTime, primary_key=True),
    sa.Column("until", UtcDateTime, nullable=False),
)
