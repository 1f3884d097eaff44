"""Order: what all people of a server cause together."""

from alembic import op

revision = "0024"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the index."""
    columns = ["guild", "account", "at"]
    op.create_index("ix_charges_guild_account_at", "charges", columns)


def downgrade() -> None:
    """Bring the database back."""
    op.drop_index("ix_charges_guild_account_at", "charges")
