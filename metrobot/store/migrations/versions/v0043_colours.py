"""Which colours people wish for."""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"


def upgrade() -> None:
    """Add the column; nobody wishes for any until they say so."""
    op.add_column("preferences", sa.Column("colours", sa.JSON(none_as_null=True)))
