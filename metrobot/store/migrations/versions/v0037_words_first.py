"""Who wants boards in words, and planners whole."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    """Add the column: nobody has asked for it yet."""
    words_first = sa.Column("words_first", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("preferences", words_first)
