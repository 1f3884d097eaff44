"""Make the first tables, with their indexes and on PostgreSQL their triggers.

Its number is 0016 because databases with that number exist; the migrations before it are gone.
"""

from typing import Final

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import Number, UtcDateTime

revision = "0016"
down_revision = None
branch_labels = None
depends_on = None

INDEXES: Final = {
    "games_cancelled": ("games", ("id",), "status = 'cancelled'"),
    "games_lost": ("games", ("guild", "lost"), "lost IS NOT NULL"),
    "games_running": ("games", ("id",), "status = 'running'"),
    "games_uncounted": ("games", ("guild",), "status = 'over' AND counted IS NULL"),
    "games_unfinished": ("games", ("guild",), "status IN ('lobby', 'running')"),
    "ix_deliveries_game_message": ("deliveries", ("game", "message"), ""),
    "ix_deliveries_pending": ("deliveries", ("game",), "status = 'pending'"),
    "ix_deliveries_player": ("deliveries", ("player",), "player IS NOT NULL"),
    "ix_departures_game": ("departures", ("game",), ""),
    "ix_departures_player": ("departures", ("player",), ""),
    "ix_games_channel": ("games", ("channel",), ""),
    "ix_games_guild": ("games", ("guild",), ""),
    "ix_games_host": ("games", ("host",), ""),
    "ix_jobs_asked_at": ("jobs", ("asked_at",), ""),
    "ix_jobs_game": ("jobs", ("game",), ""),
    "ix_reminders_player": ("reminders", ("player",), ""),
    "ix_replays_guild": ("replays", ("guild",), ""),
    "ix_replays_person": ("replays", ("person",), ""),
    "ix_seats_player": ("seats", ("player",), ""),
    "ix_standings_player": ("standings", ("player",), ""),
    "one_unfinished_game_a_channel": ("games", ("channel",), "status IN ('lobby', 'running')"),
    "players_with_language": ("players", ("language",), "language IS NOT NULL"),
    "replays_unreviewed": ("replays", ("id",), "review IS NULL AND review_asked_at IS NOT NULL"),
    "reviews_unmade": ("reviews", ("game",), "body IS NULL"),
}
"""Table, columns and condition of each index; those without a condition hold every row."""
UNIQUE: Final = "one_unfinished_game_a_channel"
"""The one index that lets no value stand twice."""
FUNCTIONS: Final = {
    "metrobot_tell": "PERFORM pg_notify('metrobot', TG_ARGV[0]);",
    "metrobot_tell_of_game": "PERFORM pg_notify('metrobot', 'game ' || NEW.id);",
    "metrobot_tell_of_job": "PERFORM pg_notify('metrobot', 'job ' || NEW.key);",
    "metrobot_clear_jobs": "DELETE FROM jobs WHERE game = NEW.id;",
}
"""What each function of a trigger does: tell other processes, or remove outdated jobs."""
TRIGGERS: Final = {
    "games": ("AFTER INSERT OR UPDATE ON games FOR EACH ROW", "metrobot_tell_of_game()"),
    "known": (
        "AFTER UPDATE ON players FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW)",
        "metrobot_tell('people')",
    ),
    "met": (
        "AFTER INSERT ON players FOR EACH ROW WHEN (NEW.language IS NOT NULL)",
        "metrobot_tell('people')",
    ),
    "forgotten": ("AFTER DELETE ON players FOR EACH ROW", "metrobot_tell('forgotten')"),
    "wished": (
        "AFTER INSERT OR UPDATE OR DELETE ON preferences FOR EACH STATEMENT",
        "metrobot_tell('people')",
    ),
    "spoken": ("AFTER INSERT OR UPDATE ON servers FOR EACH STATEMENT", "metrobot_tell('people')"),
    "moved_on": (
        "AFTER UPDATE ON games FOR EACH ROW"
        " WHEN (OLD.revision <> NEW.revision OR OLD.status <> NEW.status)",
        "metrobot_clear_jobs()",
    ),
    "answered": (
        "AFTER UPDATE ON jobs FOR EACH ROW WHEN (NEW.answer IS NOT NULL)",
        "metrobot_tell_of_job()",
    ),
}
"""The occasion and the call of each trigger, by the last part of its name."""


def upgrade() -> None:
    """Bring the database forward."""
    for name, parts in _tables().items():
        # Buttons name a ballot by its number: no later one may get it.
        op.create_table(name, *parts, sqlite_autoincrement=name == "ballots")
    for name, (table, columns, condition) in INDEXES.items():
        where = sa.text(condition) if condition else None
        is_unique = name == UNIQUE
        op.create_index(
            name, table, columns, unique=is_unique, sqlite_where=where, postgresql_where=where
        )
    if op.get_bind().dialect.name == "postgresql":
        _make_triggers()


def _game(*, primary_key: bool = False) -> sa.Column[int]:
    key = sa.ForeignKey("games.id")
    return sa.Column("game", Number, key, primary_key=primary_key, nullable=False)


def _flag(name: str, default: sa.ColumnElement[bool]) -> sa.Column[bool]:
    """Return a column that is true or false, with the value of rows that do not name it."""
    return sa.Column(name, sa.Boolean, nullable=False, server_default=default)


def _tables() -> dict[str, list[sa.schema.SchemaItem]]:
    """Return the columns and constraints of each table; it stands after those it refers to."""
    return {
        "games": [
            sa.Column("id", Number, primary_key=True),
            sa.Column("guild", sa.BigInteger, nullable=False),
            sa.Column("channel", sa.BigInteger, nullable=False),
            sa.Column("title", sa.String(40), nullable=False),
            sa.Column("rules_version", sa.Integer, nullable=False),
            sa.Column("status", sa.String(10), nullable=False),
            sa.Column("host", sa.BigInteger, nullable=False),
            sa.Column("capacity", sa.Integer),
            sa.Column("players", sa.Integer),
            sa.Column("options", sa.JSON, nullable=False),
            sa.Column("seating", sa.String(10), nullable=False),
            sa.Column("commitment", sa.String(64), nullable=False),
            sa.Column("salt", sa.JSON, nullable=False),
            sa.Column("key", sa.String(64), nullable=False),
            sa.Column("revision", sa.Integer, nullable=False),
            sa.Column("result", sa.JSON),
            sa.Column("board_message", sa.BigInteger),
            sa.Column("created_at", UtcDateTime, nullable=False),
            sa.Column("turn_since", UtcDateTime, nullable=False),
            sa.Column("finished_at", UtcDateTime),
            sa.Column("lost", sa.String(20)),
            _flag("private", sa.false()),
            sa.Column("dealing", sa.Integer, nullable=False, server_default="1"),
            _flag("computed", sa.false()),
            _flag("hints", sa.false()),
            sa.Column("counted", sa.Boolean),
            sa.Column("awaited", sa.JSON),
            sa.Column("turn", sa.Integer),
        ],
        "players": [
            sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
            sa.Column("name", sa.String(100), nullable=False),
            sa.Column("dm_closed", sa.Boolean, nullable=False),
            sa.Column("language", sa.String(10)),
            _flag("listed", sa.true()),
        ],
        "preferences": [
            sa.Column("player", sa.BigInteger, sa.ForeignKey("players.id"), primary_key=True),
            sa.Column("remind_by", sa.String(10), nullable=False),
            sa.Column("zone", sa.String(64)),
            sa.Column("quiet_from", sa.Integer),
            sa.Column("quiet_until", sa.Integer),
            sa.Column("away_until", UtcDateTime),
        ],
        "servers": [
            sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
            sa.Column("language", sa.String(10)),
        ],
        "memos": [
            sa.Column("name", sa.String(40), primary_key=True),
            sa.Column("value", sa.Text, nullable=False),
        ],
        "seats": [
            _game(primary_key=True),
            sa.Column("position", sa.Integer, primary_key=True),
            sa.Column("player", sa.BigInteger, sa.ForeignKey("players.id")),
            sa.Column("cover", sa.String(10)),
            sa.Column("hints", sa.Integer, nullable=False, server_default="0"),
            sa.UniqueConstraint("game", "player"),
        ],
        "departures": [
            sa.Column("id", Number, primary_key=True),
            _game(),
            sa.Column("position", sa.Integer, nullable=False),
            sa.Column("player", sa.BigInteger, nullable=False),
            sa.Column("revision", sa.Integer, nullable=False),
            sa.Column("at", UtcDateTime, nullable=False),
        ],
        "ballots": [
            sa.Column("id", Number, primary_key=True),
            _game(),
            sa.Column("kind", sa.String(20), nullable=False),
            sa.Column("payload", sa.JSON, nullable=False),
            sa.Column("opener", sa.BigInteger, nullable=False),
            sa.Column("quorum", sa.Integer, nullable=False),
            sa.Column("revision", sa.Integer),
            sa.Column("message", sa.BigInteger),
            sa.Column("until", UtcDateTime, nullable=False),
            sa.Column("unopposed_at", UtcDateTime),
            sa.UniqueConstraint("game", "kind"),
        ],
        "votes": [
            sa.Column("ballot", Number, sa.ForeignKey("ballots.id"), primary_key=True),
            sa.Column("player", sa.BigInteger, primary_key=True),
            sa.Column("agrees", sa.Boolean, nullable=False),
            _flag("objects", sa.false()),
        ],
        "events": [
            _game(primary_key=True),
            sa.Column("revision", sa.Integer, primary_key=True),
            sa.Column("seq", sa.Integer, nullable=False),
            sa.Column("actor", sa.String(10), nullable=False),
            sa.Column("kind", sa.String(40), nullable=False),
            sa.Column("payload", sa.JSON, nullable=False),
            sa.Column("at", UtcDateTime, nullable=False),
            sa.Column("void", sa.Boolean, nullable=False),
        ],
        "sealed": [
            _game(primary_key=True),
            sa.Column("round", sa.Integer, primary_key=True),
            sa.Column("seat", sa.Integer, primary_key=True),
            sa.Column("payload", sa.JSON, nullable=False),
        ],
        "jobs": [
            sa.Column("key", sa.String(100), primary_key=True),
            sa.Column("kind", sa.String(20), nullable=False),
            sa.Column("game", Number, sa.ForeignKey("games.id")),
            sa.Column("asked", sa.LargeBinary),
            sa.Column("answer", sa.LargeBinary),
            sa.Column("asked_at", UtcDateTime, nullable=False),
            sa.Column("taken_at", UtcDateTime),
        ],
        "deliveries": [
            sa.Column("id", Number, primary_key=True),
            _game(),
            sa.Column("kind", sa.String(20), nullable=False),
            sa.Column("turn", sa.Integer),
            sa.Column("revision", sa.Integer, nullable=False),
            sa.Column("player", sa.BigInteger),
            sa.Column("status", sa.String(10), nullable=False),
            sa.Column("attempts", sa.Integer, nullable=False),
            sa.Column("next_at", UtcDateTime, nullable=False),
            sa.Column("message", sa.BigInteger),
            sa.Column("reason", sa.String(200)),
            sa.Column("holder", sa.String(20)),
            sa.Column("held_until", UtcDateTime),
        ],
        "watches": [
            _game(primary_key=True),
            sa.Column("hours", sa.Integer, nullable=False),
            sa.Column("revision", sa.Integer, nullable=False),
            sa.Column("next_at", UtcDateTime),
        ],
        "reminders": [
            _game(primary_key=True),
            sa.Column("player", sa.BigInteger, primary_key=True),
            sa.Column("since", UtcDateTime, nullable=False),
            sa.Column("count", sa.Integer, nullable=False),
            sa.Column("due_at", UtcDateTime, nullable=False),
        ],
        "reviews": [
            _game(primary_key=True),
            sa.Column("body", sa.Text),
            sa.Column("asked_at", UtcDateTime, nullable=False),
        ],
        "replays": [
            sa.Column("id", Number, primary_key=True),
            sa.Column("guild", sa.BigInteger, nullable=False),
            sa.Column("channel", sa.BigInteger, nullable=False),
            sa.Column("person", sa.BigInteger, nullable=False),
            sa.Column("record", sa.Text, nullable=False),
            sa.Column("created_at", UtcDateTime, nullable=False),
            sa.Column("review", sa.Text),
            sa.Column("review_asked_at", UtcDateTime),
        ],
        "tallies": [
            sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
            sa.Column("games", sa.Integer, nullable=False),
        ],
        "standings": [
            sa.Column("guild", sa.BigInteger, primary_key=True),
            sa.Column("title", sa.String(40), primary_key=True),
            sa.Column("player", sa.BigInteger, primary_key=True),
            sa.Column("games", sa.Integer, nullable=False),
            sa.Column("wins", sa.Integer, nullable=False),
            sa.Column("points", sa.Integer, nullable=False),
            sa.Column("best", sa.Integer),
            sa.Column("solo_games", sa.Integer, nullable=False),
            sa.Column("solo_points", sa.Integer, nullable=False),
            sa.Column("solo_best", sa.Integer),
            sa.Column("against", sa.JSON, nullable=False),
            sa.Column("mu", sa.Double, nullable=False),
            sa.Column("sigma", sa.Double, nullable=False),
        ],
    }


def _make_triggers() -> None:
    for name, body in FUNCTIONS.items():
        op.execute(
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$\n"
            f"BEGIN\n    {body}\n    RETURN NULL;\nEND $$"
        )
    for name, (occasion, call) in TRIGGERS.items():
        op.execute(f"CREATE TRIGGER metrobot_{name} {occasion} EXECUTE FUNCTION {call}")


def downgrade() -> None:
    """Bring the database back to nothing; triggers go with their tables."""
    for name in reversed(_tables()):
        op.drop_table(name)
    if op.get_bind().dialect.name == "postgresql":
        for name in FUNCTIONS:
            op.execute(f"DROP FUNCTION {name}()")
