"""Games alone of which the channel hears nothing until they are over."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; the games that there are hide nothing."""
    private: sa.Column[bool] = sa.Column(
        "private", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("games", private)


def downgrade() -> None:
    """Bring the database back; private games are told from then on."""
    op.drop_column("games", "private")
