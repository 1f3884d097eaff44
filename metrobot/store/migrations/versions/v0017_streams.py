"""Streams: messages of no game, each to a channel or to a person."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import Number

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let a delivery have no game, but a server and a channel."""
    with op.batch_alter_table("deliveries") as deliveries:
        deliveries.alter_column("game", existing_type=Number, nullable=True)
        deliveries.add_column(sa.Column("guild", sa.BigInteger()))
        deliveries.add_column(sa.Column("channel", sa.BigInteger()))


def downgrade() -> None:
    """Bring the database back; messages of no game are lost."""
    op.execute("DELETE FROM deliveries WHERE game IS NULL")
    with op.batch_alter_table("deliveries") as deliveries:
        deliveries.alter_column("game", existing_type=Number, nullable=False)
        deliveries.drop_column("channel")
        deliveries.drop_column("guild")
