"""Games put aside: those that nobody plays no longer hold their channels."""

from typing import Final

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_UNIQUE: Final = "one_unfinished_game_a_channel"
_IDLE: Final = "games_idle"


def upgrade() -> None:
    """Add the columns: nothing is put aside yet, and tables of idle games are still to be told."""
    op.add_column("games", sa.Column("acted_at", UtcDateTime))
    op.add_column("games", sa.Column("aside_at", UtcDateTime))
    _let_each_channel_have_one("status IN ('lobby', 'running') AND aside_at IS NULL")
    where = sa.text("status = 'running' AND aside_at IS NULL")
    op.create_index(_IDLE, "games", ["turn_since"], sqlite_where=where, postgresql_where=where)


def _let_each_channel_have_one(condition: str) -> None:
    op.drop_index(_UNIQUE, "games")
    where = sa.text(condition)
    op.create_index(
        _UNIQUE, "games", ["channel"], unique=True, sqlite_where=where, postgresql_where=where
    )


def downgrade() -> None:
    """Bring the database back; games whose channel holds another one by now are cancelled."""
    op.execute(
        "UPDATE games SET status = 'cancelled' WHERE aside_at IS NOT NULL AND EXISTS ("
        "SELECT 1 FROM games AS other WHERE other.channel = games.channel"
        " AND other.status IN ('lobby', 'running')"
        " AND (other.aside_at IS NULL OR other.id > games.id))"
    )
    op.execute("UPDATE deliveries SET status = 'dropped' WHERE status = 'resting'")
    op.drop_index(_IDLE, "games")
    _let_each_channel_have_one("status IN ('lobby', 'running')")
    op.drop_column("games", "aside_at")
    op.drop_column("games", "acted_at")
