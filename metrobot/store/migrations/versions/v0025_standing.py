"""How people stand in lines: the fair computer's score, papers that have begun, a question."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Add the columns: papers there are have begun long ago, and nobody was asked yet."""
    op.add_column("lines", sa.Column("fair", sa.Integer))
    first_line = sa.Column("since", sa.Integer, nullable=False, server_default=sa.text("0"))
    op.add_column("papers", first_line)
    sheet_question = sa.Column("sheet_asked", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("preferences", sheet_question)
