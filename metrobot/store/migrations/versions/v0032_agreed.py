"""Agreed: the terms of lobbies, and whether a game counts from its start on."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

_INDEX = "seats_asked"


def upgrade() -> None:
    """Add the columns: unfinished games count as their servers have it now."""
    rated = sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.true())
    op.add_column("games", rated)
    op.execute(
        "UPDATE games SET rated = false WHERE status IN ('lobby', 'running')"
        " AND guild IN (SELECT id FROM servers WHERE NOT ratings)"
    )
    op.add_column("seats", sa.Column("agreed", sa.JSON(none_as_null=True)))
    mark = sa.Column("asked", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("seats", mark)
    op.add_column("seats", sa.Column("asked_at", UtcDateTime))
    in_file, shared = sa.text("asked = 1"), sa.text("asked")
    op.create_index(_INDEX, "seats", ["game"], sqlite_where=in_file, postgresql_where=shared)


def downgrade() -> None:
    """Bring the database back; games that do not count stay so."""
    op.execute("UPDATE games SET unrated = true WHERE NOT rated")
    op.drop_index(_INDEX, "seats")
    for name in ("asked_at", "asked", "agreed"):
        op.drop_column("seats", name)
    op.drop_column("games", "rated")
