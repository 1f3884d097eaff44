"""Plans: turns that people have planned ahead, and events that were planned."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Add the columns; nobody has planned anything yet."""
    op.add_column("seats", sa.Column("plans", sa.Text))
    plan_mark = sa.Column("planned", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("events", plan_mark)
