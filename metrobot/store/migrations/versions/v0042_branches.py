"""Runs that go on from a turn of a game that is over, and deals that are handed on."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import Number, UtcDateTime

revision = "0042"
down_revision = "0041"


def upgrade() -> None:
    """Add columns to the runs, and make the table of deals."""
    for name, kind in (
        ("game", Number),
        ("record", Number),
        ("turn", sa.Integer),
        ("seat", sa.Integer),
        ("level", sa.String(10)),
        ("key", sa.String(64)),
    ):
        op.add_column("runs", sa.Column(name, kind))
    op.create_index(
        "one_run_a_deal",
        "runs",
        ["game", "seat", "player"],
        unique=True,
        sqlite_where=sa.text("kind = 'deal'"),
        postgresql_where=sa.text("kind = 'deal'"),
    )
    op.create_index(
        "runs_of_a_game",
        "runs",
        ["game"],
        sqlite_where=sa.text("game IS NOT NULL"),
        postgresql_where=sa.text("game IS NOT NULL"),
    )
    game = sa.ForeignKey("games.id")
    op.create_table(
        "deals",
        sa.Column("id", Number, primary_key=True),
        sa.Column("game", Number, game, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.Column("level", sa.String(10)),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("until", UtcDateTime, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("one_deal_a_seat", "deals", ["game", "seat"], unique=True)
    for name in ("player", "until"):
        op.create_index(f"ix_deals_{name}", "deals", [name])
