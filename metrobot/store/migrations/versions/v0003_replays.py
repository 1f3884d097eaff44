"""Make room for games that were played elsewhere."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import Number, UtcDateTime

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database forward."""
    op.create_table(
        "replays",
        sa.Column("id", Number, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_replays"),
    )
    op.create_index("ix_replays_guild", "replays", ["guild"])


def downgrade() -> None:
    """Bring the database back."""
    op.drop_table("replays")
