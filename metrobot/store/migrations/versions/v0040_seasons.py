"""Seasons: how people stand in each quarter, counted from the games that end from now on."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    """Make the table, and note the end of the last game that belongs to no season."""
    counts = ("games", "wins", "points", "solo_games", "solo_points")
    op.create_table(
        "seasons",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("title", sa.String(40), primary_key=True),
        sa.Column("player", sa.BigInteger, primary_key=True, autoincrement=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in counts),
        sa.Column("best", sa.Integer),
        sa.Column("solo_best", sa.Integer),
        sa.Column("solo_hints", sa.Integer, nullable=False, server_default="0"),
        sa.Column("against", sa.JSON, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("quarter", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.create_index("ix_seasons_player", "seasons", ["player"])
    games = sa.table(
        "games",
        sa.column("status", sa.String),
        sa.column("finished_at", UtcDateTime),
        sa.column("turn_since", UtcDateTime),
    )
    end = sa.func.coalesce(games.c.finished_at, games.c.turn_since)
    ended = sa.select(sa.func.max(end)).where(games.c.status.in_(("over", "cancelled")))
    last = op.get_bind().execute(ended).scalar_one_or_none()
    if last is not None:
        # A clock that was wrong for a while must not put seasons off.
        moment = min(last, datetime.now(UTC)).isoformat()
        memos = sa.table("memos", sa.column("name", sa.String), sa.column("value", sa.Text))
        op.get_bind().execute(memos.insert(), {"name": "seasons", "value": moment})
