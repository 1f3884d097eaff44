"""Pace: clocks of turns, which sleep with their players."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0029"
down_revision = "0028"

_INDEX = "games_clocked"


def upgrade() -> None:
    """Add the columns: no game has a pace yet."""
    op.add_column("games", sa.Column("pace", sa.String(20)))
    op.add_column("games", sa.Column("flag_at", UtcDateTime))
    op.add_column("seats", sa.Column("called_at", UtcDateTime))
    op.add_column("seats", sa.Column("given", sa.JSON(none_as_null=True)))
    clocked = sa.Column("clocked", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("seats", clocked)
    for name in ("flags", "away_used"):
        op.add_column("seats", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    op.add_column("preferences", sa.Column("absences", sa.JSON(none_as_null=True)))
    where = sa.text("flag_at IS NOT NULL")
    op.create_index(_INDEX, "games", ["flag_at"], sqlite_where=where, postgresql_where=where)
