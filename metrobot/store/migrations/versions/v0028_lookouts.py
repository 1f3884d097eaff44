"""Who wants to be called when others look for players."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Make the table; nobody has asked yet."""
    person = sa.ForeignKey("players.id")
    op.create_table(
        "lookouts",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("player", sa.BigInteger, person, primary_key=True, autoincrement=False),
        sa.Column("titles", sa.JSON, nullable=False),
        sa.Column("called_at", UtcDateTime),
    )
    op.create_index("ix_lookouts_player", "lookouts", ["player"])
    # Of two indexes that seem equal SQLite takes the newer one: else it would go through all
    # games that a server has ever had.
    where = sa.text("status IN ('lobby', 'running')")
    op.drop_index("games_unfinished", "games")
    op.create_index(
        "games_unfinished", "games", ["guild"], sqlite_where=where, postgresql_where=where
    )
