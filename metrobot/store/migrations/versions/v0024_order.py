"""Order: whom a host has removed from a lobby, and what all people of a server cause."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what there is to remember; nobody was removed from anything yet."""
    op.add_column("games", sa.Column("removed", sa.JSON(none_as_null=True)))
    columns = ["guild", "account", "at"]
    op.create_index("ix_charges_guild_account_at", "charges", columns)


def downgrade() -> None:
    """Bring the database back; whoever was removed can come back."""
    op.drop_index("ix_charges_guild_account_at", "charges")
    op.drop_column("games", "removed")
