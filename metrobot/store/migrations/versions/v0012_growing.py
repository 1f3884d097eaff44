"""Growing: indexes for what is looked for, and standings that are counted on, not anew."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

INDEXES = {
    "ix_deliveries_game_message": ("deliveries", ["game", "message"], None),
    "ix_deliveries_player": ("deliveries", ["player"], "player IS NOT NULL"),
    "ix_departures_player": ("departures", ["player"], None),
    "ix_games_host": ("games", ["host"], None),
    "games_cancelled": ("games", ["id"], "status = 'cancelled'"),
    "games_running": ("games", ["id"], "status = 'running'"),
    "games_uncounted": ("games", ["guild"], "status = 'over' AND counted IS NULL"),
    "players_with_language": ("players", ["language"], "language IS NOT NULL"),
    "ix_reminders_player": ("reminders", ["player"], None),
    "ix_replays_person": ("replays", ["person"], None),
    "ix_seats_player": ("seats", ["player"], None),
    "ix_standings_player": ("standings", ["player"], None),
}
"""Table, columns and condition of each index."""


def upgrade() -> None:
    """Bring the database forward; the games that there are, are counted when somebody asks."""
    op.add_column("games", sa.Column("counted", sa.Boolean()))
    op.create_table(
        "tallies",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_tallies"),
    )
    op.create_table(
        "standings",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer()),
        sa.Column("solo_games", sa.Integer(), nullable=False),
        sa.Column("solo_points", sa.Integer(), nullable=False),
        sa.Column("solo_best", sa.Integer()),
        sa.Column("against", sa.JSON(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "title", "player", name="pk_standings"),
    )
    for name, (table, columns, condition) in INDEXES.items():
        where = None if condition is None else sa.text(condition)
        op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    """Bring the database back; standings are counted from the games again."""
    for name, (table, _, _) in INDEXES.items():
        op.drop_index(name, table)
    op.drop_table("standings")
    op.drop_table("tallies")
    op.drop_column("games", "counted")
