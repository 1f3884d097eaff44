"""Make the first tables."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import Number, UtcDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

UNFINISHED = sa.text("status IN ('lobby', 'running')")
PENDING = sa.text("status = 'pending'")


def upgrade() -> None:
    """Bring the database forward."""
    _make_games()
    _make_people()
    _make_play()
    _make_deliveries()


def _make_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", Number, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("capacity", sa.Integer()),
        sa.Column("players", sa.Integer()),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seating", sa.String(10), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("salt", sa.JSON(), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("result", sa.JSON(none_as_null=True)),
        sa.Column("board_message", sa.BigInteger()),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("turn_since", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_index(
        "one_unfinished_game_a_channel",
        "games",
        ["channel"],
        unique=True,
        sqlite_where=UNFINISHED,
        postgresql_where=UNFINISHED,
    )
    op.create_index("ix_games_channel", "games", ["channel"])


def _make_people() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("dm_closed", sa.Boolean(), nullable=False),
        sa.Column("language", sa.String(10)),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_table(
        "servers",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.String(10)),
        sa.PrimaryKeyConstraint("id", name="pk_servers"),
    )
    op.create_table(
        "memos",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_memos"),
    )
    op.create_table(
        "seats",
        sa.Column("game", Number, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("player", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_seats_player"),
        sa.PrimaryKeyConstraint("game", "position", name="pk_seats"),
        sa.UniqueConstraint("game", "player", name="uq_seats_game_player"),
    )


def _make_play() -> None:
    op.create_table(
        "events",
        sa.Column("game", Number, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("actor", sa.String(10), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("void", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_events_game"),
        sa.PrimaryKeyConstraint("game", "revision", name="pk_events"),
    )
    op.create_table(
        "sealed",
        sa.Column("game", Number, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_sealed_game"),
        sa.PrimaryKeyConstraint("game", "round", "seat", name="pk_sealed"),
    )


def _make_deliveries() -> None:
    op.create_table(
        "deliveries",
        sa.Column("id", Number, nullable=False),
        sa.Column("game", Number, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("turn", sa.Integer()),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("player", sa.BigInteger()),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_at", UtcDateTime(), nullable=False),
        sa.Column("message", sa.BigInteger()),
        sa.Column("reason", sa.String(200)),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_deliveries_game"),
        sa.PrimaryKeyConstraint("id", name="pk_deliveries"),
    )
    op.create_index(
        "ix_deliveries_pending",
        "deliveries",
        ["game"],
        sqlite_where=PENDING,
        postgresql_where=PENDING,
    )


def downgrade() -> None:
    """Bring the database back."""
    for name in ("deliveries", "sealed", "events", "seats", "memos", "servers", "players", "games"):
        op.drop_table(name)
