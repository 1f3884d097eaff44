"""Games put aside: those that nobody plays no longer hold their channels."""

from typing import Final

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0023"
down_revision = "0022"

_UNIQUE: Final = "one_unfinished_game_a_channel"
_IDLE: Final = "games_idle"


def upgrade() -> None:
    """Add the columns: nothing is put aside yet, and tables of idle games are still to be told."""
    op.add_column("games", sa.Column("acted_at", UtcDateTime))
    op.add_column("games", sa.Column("aside_at", UtcDateTime))
    op.drop_index(_UNIQUE, "games")
    where = sa.text("status IN ('lobby', 'running') AND aside_at IS NULL")
    op.create_index(
        _UNIQUE, "games", ["channel"], unique=True, sqlite_where=where, postgresql_where=where
    )
    where = sa.text("status = 'running' AND aside_at IS NULL")
    op.create_index(_IDLE, "games", ["turn_since"], sqlite_where=where, postgresql_where=where)
