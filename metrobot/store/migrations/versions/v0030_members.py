"""Who has left a server on which people are compared."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; Discord is to be asked of all who are compared."""
    person = sa.ForeignKey("players.id")
    members = op.create_table(
        "members",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("player", sa.BigInteger, person, primary_key=True, autoincrement=False),
        sa.Column("left_at", UtcDateTime),
        sa.Column("due_at", UtcDateTime, nullable=False),
    )
    guild, player = sa.column("guild"), sa.column("player")
    known = player.in_(sa.select(sa.column("id")).select_from(sa.table("players")))
    found = sa.union(
        *(
            sa.select(guild, player).select_from(sa.table(name)).where(player > 0, known)
            for name in ("standings", "line_places")
        )
    ).subquery()
    due_at = sa.literal(datetime(1970, 1, 1, tzinfo=UTC), UtcDateTime)
    rows = sa.select(found.c.guild, found.c.player, due_at)
    op.execute(members.insert().from_select(["guild", "player", "due_at"], rows))
    op.create_index("ix_members_due_at", "members", ["due_at"])
    op.create_index("ix_members_player", "members", ["player"])


def downgrade() -> None:
    """Bring the database back; who has left is listed again."""
    op.drop_table("members")
