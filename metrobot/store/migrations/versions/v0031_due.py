"""Due: one table says when to look at games, ballots, papers and people."""

import json
from datetime import UTC, datetime
from typing import Final

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0031"
down_revision = "0030"

_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""When whatever has to be looked at at once is due."""
_CALLS: Final = "('start', 'turn', 'turns', 'taken_back', 'moved', 'board')"
_GOES_ON: Final = "games.status = 'running' AND games.aside_at IS NULL"
_INTO: Final = "INSERT INTO due (kind, of, person, revision, at)"
_FILL: Final = (
    # A watch of another revision had still to be looked at.
    f"""{_INTO} SELECT 'turn', games.id, 0, games.revision, coalesce(games.flag_at,
        CASE WHEN watches.revision = games.revision THEN watches.next_at END, games.turn_since)
    FROM games LEFT JOIN watches ON watches.game = games.id WHERE {_GOES_ON}""",
    # Whether one of these is awaited shows the first look.
    f"""{_INTO} SELECT 'computer', games.id, 0, 0, games.turn_since FROM games
    WHERE {_GOES_ON} AND EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id
        AND (cover IS NOT NULL OR plans IS NOT NULL OR clocked OR player <= -1000000000))""",
    # Looked at once, after which they know when to look again.
    f"{_INTO} SELECT 'idle', id, 0, 0, turn_since FROM games WHERE {_GOES_ON}",
    f"{_INTO} SELECT 'lobby', id, 0, 0, created_at FROM games WHERE status = 'lobby'",
    f"{_INTO} SELECT 'paper', guild, 0, 0, due_at FROM papers WHERE due_at IS NOT NULL",
    f"""{_INTO} SELECT 'line', 0, player, 0, line_due_at FROM preferences
    WHERE line_due_at IS NOT NULL""",
    """UPDATE games SET remind_after = (SELECT hours FROM watches WHERE watches.game = games.id)
    WHERE id IN (SELECT game FROM watches)""",
)
_UNCLOCKED: Final = f"""SELECT games.id, games.awaited, games.turn_since FROM games
    WHERE {_GOES_ON} AND pace IS NULL AND lost IS NULL AND awaited IS NOT NULL AND 'done' =
    (SELECT status FROM deliveries WHERE deliveries.id = (SELECT max(called.id)
        FROM deliveries called WHERE called.game = games.id AND called.kind IN {_CALLS}))"""
_OLD_INDEXES: Final = {
    "games_clocked": ("games", "flag_at"),
    "papers_due": ("papers", "due_at"),
    "preferences_line_due": ("preferences", "line_due_at"),
}


def upgrade() -> None:
    """Make the table and fill it with what is due; let the time of everybody called run."""
    op.create_table(
        "due",
        sa.Column("person", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("of", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("at", UtcDateTime),
        sa.Column("revision", sa.Integer, nullable=False),
    )
    hours = sa.Column("remind_after", sa.Integer, nullable=False, server_default="24")
    op.add_column("games", hours)
    for statement in _FILL:
        op.execute(statement)
    ballots = f"{_INTO} SELECT 'ballot', id, 0, 0, :at FROM ballots"
    moment = sa.bindparam("at", _LONG_AGO, type_=UtcDateTime())
    op.execute(sa.text(ballots).bindparams(moment))
    _call()
    for name, (table, column) in _OLD_INDEXES.items():
        op.drop_index(name, table)
        op.drop_column(table, column)
    op.drop_index("games_idle", "games")
    op.drop_table("reminders")
    op.drop_table("watches")
    where = sa.text("at IS NOT NULL")
    op.create_index("due_at", "due", ["at"], sqlite_where=where, postgresql_where=where)


def _call() -> None:
    """Note since when people are awaited in games without a pace, whose calls have come."""
    connection = op.get_bind()
    seats = [
        {"of_game": row.id, "place": place, "at": row.turn_since}
        for row in connection.execute(
            sa.text(_UNCLOCKED).columns(turn_since=UtcDateTime(), awaited=sa.JSON())
        )
        for place in (json.loads(row.awaited) if isinstance(row.awaited, str) else row.awaited)
    ]
    if seats:
        update = "UPDATE seats SET called_at = :at WHERE game = :of_game AND position = :place"
        connection.execute(
            sa.text(update).bindparams(sa.bindparam("at", type_=UtcDateTime())), seats
        )
