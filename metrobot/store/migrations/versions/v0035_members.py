"""Who has left a server on which people are compared."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    """Make the table; Discord is to be asked of all who are compared."""
    person = sa.ForeignKey("players.id")
    op.create_table(
        "members",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("player", sa.BigInteger, person, primary_key=True, autoincrement=False),
        sa.Column("left_at", UtcDateTime),
        sa.Column("due_at", UtcDateTime, nullable=False),
    )
    op.execute(
        "INSERT INTO members (guild, player, due_at) SELECT guild, player, '1970-01-01' FROM"
        " (SELECT guild, player FROM standings UNION SELECT guild, player FROM line_places)"
        " AS compared WHERE player IN (SELECT id FROM players WHERE id > 0)"
    )
    op.create_index("ix_members_due_at", "members", ["due_at"])
    op.create_index("ix_members_player", "members", ["player"])
