"""Rests: until when all who play have agreed to pause a game."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Add the columns: no game rests yet."""
    op.add_column("games", sa.Column("rested_at", UtcDateTime))
    op.add_column("games", sa.Column("rest_until", UtcDateTime))
