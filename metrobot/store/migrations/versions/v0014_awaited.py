"""Awaited: who is to act stands beside the game, so that nobody has to play it again to know."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; of the games that there are, they are filled with the next act."""
    op.add_column("games", sa.Column("awaited", sa.JSON(none_as_null=True)))
    op.add_column("games", sa.Column("turn", sa.Integer()))


def downgrade() -> None:
    """Bring the database back; who is awaited follows from the events."""
    op.drop_column("games", "turn")
    op.drop_column("games", "awaited")
