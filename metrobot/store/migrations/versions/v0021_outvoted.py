"""Outvoted: whose cover the others decided on; and leaving costs what losing does."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the column, in which nobody is outvoted yet; the bot counts on from the first game."""
    op.add_column(
        "seats", sa.Column("outvoted", sa.Boolean, nullable=False, server_default=sa.false())
    )
    forget_counts()


def forget_counts() -> None:
    """Forget all counts, so that all games are counted anew."""
    # Seasons are younger than this migration; others that forget find them.
    tables = {"standings", "seasons", "tallies"} & {*sa.inspect(op.get_bind()).get_table_names()}
    for table in sorted(tables):
        op.execute(f"DELETE FROM {table}")
    op.execute("UPDATE games SET counted = NULL WHERE counted IS NOT NULL")
