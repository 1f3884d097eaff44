"""Unfinished: what a server plays at present is found without what it has played."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_INDEXES: Final = {
    "games_unfinished": (["guild"], sa.text("status IN ('lobby', 'running')")),
    "games_lost": (["guild", "lost"], sa.text("lost IS NOT NULL")),
}
"""Columns and condition of each index."""


def upgrade() -> None:
    """Make the indexes."""
    for name, (columns, where) in _INDEXES.items():
        op.create_index(name, "games", columns, sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    """Bring the database back."""
    for name in _INDEXES:
        op.drop_index(name, "games")
