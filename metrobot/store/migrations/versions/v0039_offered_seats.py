"""Who offers their seat to whoever comes, and plays on until then."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    """Add the column: nobody offers a seat yet."""
    offered = sa.Column("offered", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("seats", offered)
