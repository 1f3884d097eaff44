"""How the draws of a game are numbered."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; the games that there are number their draws by events, to their end."""
    dealing: sa.Column[int] = sa.Column("dealing", sa.Integer(), nullable=False, server_default="1")
    op.add_column("games", dealing)


def downgrade() -> None:
    """Bring the database back; draws of games begun since then cannot be repeated any more."""
    op.drop_column("games", "dealing")
