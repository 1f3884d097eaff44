"""Places: note that nothing can be posted in a game's channel."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take it that all is well."""
    op.add_column("games", sa.Column("lost", sa.String(20)))


def downgrade() -> None:
    """Bring the database back."""
    op.drop_column("games", "lost")
