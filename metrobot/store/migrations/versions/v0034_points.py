"""Points of each seat in the row of a game, so that lists need not play it again."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Add the column: of a game that runs, the next act fills it."""
    op.add_column("games", sa.Column("points", sa.JSON(none_as_null=True)))
