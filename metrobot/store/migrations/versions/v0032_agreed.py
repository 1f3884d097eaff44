"""Agreed: the terms of lobbies, and whether a game counts from its start on."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0032"
down_revision = "0031"

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
