"""Hearings: when the bot could be reached, and since when people are called and asked."""

import json
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0030"
down_revision = "0029"

_DOWNS = sa.text("SELECT value FROM memos WHERE name = 'downs'")
_IS_CLOCKED = sa.text("SELECT 1 FROM games WHERE flag_at IS NOT NULL LIMIT 1")
_EVERYWHERE = "*"
_FIRST = datetime(2000, 1, 1, tzinfo=UTC)


def upgrade() -> None:
    """Add the table and the columns; all servers were heard whenever no clock has seen a gap."""
    hearings = op.create_table(
        "hearings",
        sa.Column("ear", sa.String(20), primary_key=True),
        sa.Column("since", UtcDateTime, primary_key=True),
        sa.Column("until", UtcDateTime, nullable=False),
    )
    connection = op.get_bind()
    memo = json.loads(connection.execute(_DOWNS).scalar_one_or_none() or "{}")
    # Only while a clock ran was it noted that the bot was there.
    end = datetime.now(UTC)
    if "beat" in memo and connection.execute(_IS_CLOCKED).first() is not None:
        end = datetime.fromtimestamp(memo["beat"], UTC)
    begin, rows = _FIRST, []
    for first, last in sorted(memo.get("downs", ())):
        rows.append((begin, datetime.fromtimestamp(first, UTC)))
        begin = datetime.fromtimestamp(last, UTC)
    rows.append((begin, max(begin, end)))
    ear = {"ear": _EVERYWHERE}
    if connection.execute(sa.text("SELECT 1 FROM games LIMIT 1")).first() is not None:
        op.bulk_insert(hearings, [{**ear, "since": a, "until": b} for a, b in rows])
    connection.execute(sa.text("DELETE FROM memos WHERE name = 'downs'"))
    op.add_column("seats", sa.Column("unseen", sa.JSON(none_as_null=True)))
    op.add_column("ballots", sa.Column("opened_at", UtcDateTime))
    op.add_column("ballots", sa.Column("asked_at", UtcDateTime))
    _date_questions(connection)


def _date_questions(connection: sa.Connection) -> None:
    """Store the times of the open questions, which follow from the time to answer them."""
    columns = [sa.column(name, UtcDateTime) for name in ("opened_at", "asked_at")]
    ballots = sa.table(
        "ballots", sa.column("id"), sa.column("message"), *columns,
        *(sa.column(name, UtcDateTime) for name in ("until", "unopposed_at")),
    )  # fmt: skip
    for row in connection.execute(sa.select(ballots)).all():
        # A pause may have been asked for a date within these three days.
        opening = min(row.until - timedelta(days=3), datetime.now(UTC))
        if row.unopposed_at is not None:
            opening = row.unopposed_at - timedelta(days=1)
        posting = None if row.message is None else opening
        own = ballots.update().where(ballots.c.id == row.id)
        connection.execute(own.values(opened_at=opening, asked_at=posting))
