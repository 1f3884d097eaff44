"""Reminders: what people and tables want, and who has been reminded."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import Number, UtcDateTime

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; who has said nothing has no row in them."""
    op.create_table(
        "preferences",
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("remind_by", sa.String(10), nullable=False),
        sa.Column("zone", sa.String(64)),
        sa.Column("quiet_from", sa.Integer()),
        sa.Column("quiet_until", sa.Integer()),
        sa.Column("away_until", UtcDateTime()),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_preferences_player"),
        sa.PrimaryKeyConstraint("player", name="pk_preferences"),
    )
    op.create_table(
        "watches",
        sa.Column("game", Number, nullable=False),
        sa.Column("hours", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("next_at", UtcDateTime()),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_watches_game"),
        sa.PrimaryKeyConstraint("game", name="pk_watches"),
    )
    op.create_table(
        "reminders",
        sa.Column("game", Number, nullable=False),
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("due_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_reminders_game"),
        sa.PrimaryKeyConstraint("game", "player", name="pk_reminders"),
    )


def downgrade() -> None:
    """Bring the database back."""
    for name in ("reminders", "watches", "preferences"):
        op.drop_table(name)
