"""What decided a game that was played elsewhere is kept with its replay."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema import UtcDateTime

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add two columns; nobody has asked yet."""
    op.add_column("replays", sa.Column("review", sa.Text()))
    op.add_column("replays", sa.Column("review_asked_at", UtcDateTime()))


def downgrade() -> None:
    """Bring the database back; reviews of replays are forgotten."""
    op.drop_column("replays", "review_asked_at")
    op.drop_column("replays", "review")
