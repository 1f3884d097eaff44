"""Vacancies: seats where nobody sits, who has left them, and ballots."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import Number, UtcDateTime

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database forward."""
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("player", existing_type=sa.BigInteger(), nullable=True)
    _make_departures()
    _make_ballots()


def _make_departures() -> None:
    op.create_table(
        "departures",
        sa.Column("id", Number, nullable=False),
        sa.Column("game", Number, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("player", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_departures_game"),
        sa.PrimaryKeyConstraint("id", name="pk_departures"),
    )
    op.create_index("ix_departures_game", "departures", ["game"])


def _make_ballots() -> None:
    op.create_table(
        "ballots",
        sa.Column("id", Number, nullable=False),
        sa.Column("game", Number, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("opener", sa.BigInteger(), nullable=False),
        sa.Column("quorum", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer()),
        sa.Column("message", sa.BigInteger()),
        sa.Column("until", UtcDateTime, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_ballots_game"),
        sa.PrimaryKeyConstraint("id", name="pk_ballots"),
        sa.UniqueConstraint("game", "kind", name="uq_ballots_game_kind"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "votes",
        sa.Column("ballot", Number, nullable=False),
        sa.Column("player", sa.BigInteger(), nullable=False),
        sa.Column("agrees", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["ballot"], ["ballots.id"], name="fk_votes_ballot"),
        sa.PrimaryKeyConstraint("ballot", "player", name="pk_votes"),
    )


def downgrade() -> None:
    """Bring the database back; vacant seats are lost."""
    for name in ("votes", "ballots", "departures"):
        op.drop_table(name)
    op.execute("DELETE FROM seats WHERE player IS NULL")
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("player", existing_type=sa.BigInteger(), nullable=False)
