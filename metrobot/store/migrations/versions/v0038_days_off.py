"""On which days of the week people do not play."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    """Add the column: everybody plays on all days."""
    op.add_column("preferences", sa.Column("days_off", sa.JSON(none_as_null=True)))
