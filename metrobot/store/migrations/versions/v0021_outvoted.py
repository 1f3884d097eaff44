"""Outvoted: whose cover the others decided on; and leaving costs what losing does."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.migrations.versions.v0018_counted_anew import forget_counts

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, in which nobody is outvoted yet; the bot counts on from the first game."""
    op.add_column(
        "seats", sa.Column("outvoted", sa.Boolean, nullable=False, server_default=sa.false())
    )
    forget_counts()


def downgrade() -> None:
    """Bring the database back; standings are counted from the games again."""
    forget_counts()
    op.drop_column("seats", "outvoted")
