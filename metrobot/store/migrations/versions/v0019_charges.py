"""Charges: what people have lately caused, so that nobody causes too much."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import Number, UtcDateTime

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "charges",
        sa.Column("id", Number, primary_key=True),
        sa.Column("person", sa.BigInteger, nullable=False),
        sa.Column("account", sa.String(20), nullable=False),
        sa.Column("amount", sa.Double, nullable=False),
        sa.Column("of_game", Number),
        sa.Column("guild", sa.BigInteger),
        sa.Column("at", UtcDateTime, nullable=False),
    )
    op.create_index("ix_charges_person_account_at", "charges", ["person", "account", "at"])
    op.create_index("ix_charges_at", "charges", ["at"])


def downgrade() -> None:
    """Bring the database back; what was counted is forgotten."""
    op.drop_table("charges")
