"""What decided a game that was played elsewhere is kept with its replay."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

INDEXES = {
    "reviews_unmade": ("reviews", "game", "body IS NULL"),
    "replays_unreviewed": ("replays", "id", "review IS NULL AND review_asked_at IS NOT NULL"),
}
"""Table, column and condition of each index: what is still to be made."""


def upgrade() -> None:
    """Add two columns; nobody has asked yet."""
    op.add_column("replays", sa.Column("review", sa.Text()))
    op.add_column("replays", sa.Column("review_asked_at", UtcDateTime()))
    for name, (table, column, condition) in INDEXES.items():
        where = sa.text(condition)
        op.create_index(name, table, [column], sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    """Bring the database back; reviews of replays are forgotten."""
    for name, (table, _, _) in INDEXES.items():
        op.drop_index(name, table)
    op.drop_column("replays", "review_asked_at")
    op.drop_column("replays", "review")
