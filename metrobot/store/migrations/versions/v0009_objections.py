"""Objections: a ballot may be carried where nobody has said no within a day."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; of the ballots that there are, nobody has objected to any."""
    objects: sa.Column[bool] = sa.Column(
        "objects", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("votes", objects)
    op.add_column("ballots", sa.Column("unopposed_at", UtcDateTime()))


def downgrade() -> None:
    """Bring the database back; objections are forgotten."""
    op.drop_column("ballots", "unopposed_at")
    op.drop_column("votes", "objects")
