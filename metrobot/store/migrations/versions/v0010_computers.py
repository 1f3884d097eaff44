"""Computers: they cover seats, give hints, and look back on games that are over."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import Number, UtcDateTime

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns and a table; no computer has had a hand in the games that there are."""
    for name in ("computed", "hints"):
        flag: sa.Column[bool] = sa.Column(
            name, sa.Boolean(), nullable=False, server_default=sa.false()
        )
        op.add_column("games", flag)
    op.add_column("seats", sa.Column("cover", sa.String(10)))
    op.add_column("seats", sa.Column("hints", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "reviews",
        sa.Column("game", Number, nullable=False),
        sa.Column("body", sa.Text()),
        sa.Column("asked_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_reviews"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_reviews_game"),
    )


def downgrade() -> None:
    """Bring the database back; what computers did for people is forgotten."""
    op.drop_table("reviews")
    op.drop_column("seats", "hints")
    op.drop_column("seats", "cover")
    op.drop_column("games", "hints")
    op.drop_column("games", "computed")
