"""Order: what hosts, managers and whoever runs the bot allow."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0024"
down_revision = "0023"

ALLOWED = ("imports", "private_games", "public_replays", "ratings")


def upgrade() -> None:
    """Add the columns and tables; nobody is kept out yet."""
    op.add_column("games", sa.Column("removed", sa.JSON(none_as_null=True)))
    unrated = sa.Column("unrated", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("games", unrated)
    for name in ALLOWED:
        right = sa.Column(name, sa.Boolean, nullable=False, server_default=sa.true())
        op.add_column("servers", right)
    op.add_column("servers", sa.Column("openers", sa.JSON(none_as_null=True)))
    op.create_table(
        "blocks",
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", UtcDateTime, nullable=False),
    )
