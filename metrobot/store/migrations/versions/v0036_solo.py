"""Somebody's games alone as they stood when one of them ended, in the row of that game."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column: games that are counted from now on fill it."""
    op.add_column("games", sa.Column("solo", sa.JSON(none_as_null=True)))


def downgrade() -> None:
    """Bring the database back; the ends of games alone tell of no others."""
    op.drop_column("games", "solo")
