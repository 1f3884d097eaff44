"""Lines of the day: runs beside the channels, where they are told of, what people wish."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import Number, UtcDateTime

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_COMPARED = ("kind", "of", "status", "score", "compared", "player")
INDEXES = {
    "one_run_a_line": ("runs", ("of", "player"), "kind = 'line'", True),
    "ix_runs_player_kind_status_of": ("runs", ("player", "kind", "status", "of"), "", False),
    "ix_runs_kind_of_status_score": ("runs", _COMPARED, "", False),
    "runs_with_deeds": ("runs", ("begun_at",), "deeds IS NOT NULL", False),
    "ix_line_places_player_line": ("line_places", ("player", "line"), "", False),
    "line_places_over": ("line_places", ("guild", "line", "score"), "score IS NOT NULL", False),
    "papers_due": ("papers", ("due_at",), "due_at IS NOT NULL", False),
    "preferences_line_due": ("preferences", ("line_due_at",), "line_due_at IS NOT NULL", False),
}
"""Table, columns, condition of each index, and whether it lets nothing stand twice."""
TABLES = ("papers", "line_bars", "line_places", "runs", "lines")
WISHES = ("line_due_at", "remind_line", "show_sheet", "at_once")


def upgrade() -> None:
    """Make the tables; nobody has played a line yet."""
    _add_wishes()
    _make_lines()
    _make_runs()
    _make_places()
    for name, (table, columns, condition, unique) in INDEXES.items():
        where = sa.text(condition) if condition else None
        op.create_index(
            name, table, list(columns), unique=unique, sqlite_where=where, postgresql_where=where
        )


def _add_wishes() -> None:
    for name in ("at_once", "show_sheet"):
        flag = sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())
        op.add_column("preferences", flag)
    remind_line = sa.Column("remind_line", sa.String(10), nullable=False, server_default="never")
    op.add_column("preferences", remind_line)
    op.add_column("preferences", sa.Column("line_due_at", UtcDateTime))


def _make_lines() -> None:
    op.create_table(
        "lines",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("map", sa.String(40), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("salt", sa.String(20)),
        sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("par", sa.Integer),
        sa.Column("easy", sa.Integer),
        sa.Column("best", sa.Integer),
        sa.Column("policy", sa.Integer),
        sa.Column("par_asked_at", UtcDateTime),
    )
    op.create_table(
        "line_bars",
        sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("mark", sa.String(64), primary_key=True),
    )


def _make_runs() -> None:
    op.create_table(
        "runs",
        sa.Column("id", Number, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("of", sa.Integer, nullable=False),
        sa.Column("player", sa.BigInteger, sa.ForeignKey("players.id"), nullable=False),
        sa.Column("deeds", sa.JSON(none_as_null=True)),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("empty", sa.Integer),
        sa.Column("compared", sa.Boolean, nullable=False),
        sa.Column("begun_at", UtcDateTime, nullable=False),
        sa.Column("over_at", UtcDateTime),
        sqlite_autoincrement=True,
    )


def _make_places() -> None:
    person = sa.ForeignKey("players.id")
    op.create_table(
        "line_places",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.BigInteger, person, primary_key=True, autoincrement=False),
        sa.Column("shared", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("run", Number),
        sa.Column("score", sa.Integer),
        sa.Column("empty", sa.Integer),
        sa.Column("over_at", UtcDateTime),
    )
    op.create_table(
        "papers",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("hour", sa.Integer, nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("told", sa.Integer, nullable=False),
        sa.Column("due_at", UtcDateTime),
        sa.Column("failed", sa.Integer, nullable=False, server_default="0"),
    )


def downgrade() -> None:
    """Bring the database back; lines, runs and papers are forgotten."""
    op.drop_index("preferences_line_due", "preferences")
    for table in TABLES:
        op.drop_table(table)
    for name in WISHES:
        op.drop_column("preferences", name)
