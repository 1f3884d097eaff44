"""Counted anew: what comes of a game follows from who began it, who left it and how it ended."""

from typing import Final

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_INDEX: Final = "games_uncounted"
_COMPUTER: Final = -1_000_000_000
"""The id of a computer: all have this one or a lower one."""

_games = sa.table("games", sa.column("id"), sa.column("players"))
_events = sa.table(
    "events",
    *(sa.column(name) for name in ("game", "revision", "actor", "kind")),
    sa.column("payload", sa.JSON),
    sa.column("at", UtcDateTime),
    sa.column("void", sa.Boolean),
)
_departures = sa.table(
    "departures",
    *(sa.column(name) for name in ("game", "position", "player", "revision")),
    sa.column("at", UtcDateTime),
)


def upgrade() -> None:
    """Forget all counts; the bot counts on from the first game."""
    op.add_column(
        "standings", sa.Column("solo_hints", sa.Integer(), nullable=False, server_default="0")
    )
    _note_computers()
    _count_anew("status IN ('over', 'cancelled')", "guild", "counted")


def _note_computers() -> None:
    """Store the computers that gave their places to people, as is done from now on.

    Whoever sits down where nobody has left before has taken a computer's place.
    """
    bind, is_its = op.get_bind(), _games.c.id == _events.c.game
    arrivals = (
        sa.select(_events, _games.c.players)
        .join(_games, is_its)
        .where(_events.c.actor == "table", _events.c.kind == "occupy", sa.not_(_events.c.void))
        .order_by(_events.c.game, _events.c.revision)
    )
    for row in bind.execute(arrivals).all():
        # Where people have two seats each, their seats take turns.
        place = {"game": row.game, "position": row.payload["seat"] % row.players}
        is_here = (_departures.c[name] == value for name, value in place.items())
        departure_count = sa.select(sa.func.count()).where(*is_here, _departures.c.at <= row.at)
        if not bind.execute(departure_count).scalar_one():
            facts = {"player": _COMPUTER, "revision": row.revision, "at": row.at}
            bind.execute(_departures.insert(), {**place, **facts})


def forget_counts() -> None:
    """Forget all counts, so that all games are counted anew."""
    for table in ("standings", "tallies"):
        op.execute(f"DELETE FROM {table}")
    op.execute("UPDATE games SET counted = NULL WHERE counted IS NOT NULL")


def _count_anew(condition: str, *columns: str) -> None:
    """Let games be counted that fulfil a condition, and find them by these columns."""
    forget_counts()
    op.drop_index(_INDEX, "games")
    where = sa.text(f"{condition} AND counted IS NULL")
    op.create_index(_INDEX, "games", columns, sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    """Bring the database back; standings are counted from the games again."""
    _count_anew("status = 'over'", "guild")
    op.drop_column("standings", "solo_hints")
