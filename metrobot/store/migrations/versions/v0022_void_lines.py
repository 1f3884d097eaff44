"""Void lines: shown too early by a clock that was wrong, so they count for nobody."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the column; other processes are told of a change, as they remember streaks."""
    op.add_column("lines", sa.Column("void", sa.Boolean, nullable=False, server_default=sa.false()))
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE TRIGGER metrobot_voided AFTER UPDATE ON lines FOR EACH ROW"
            " WHEN (OLD.void <> NEW.void) EXECUTE FUNCTION metrobot_tell('people')"
        )
