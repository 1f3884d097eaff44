"""Jobs: what processes that share a database leave to workers."""

from typing import Final

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import Number, UtcDateTime

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_CLEAR: Final = """
CREATE FUNCTION metrobot_clear_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM jobs WHERE game = NEW.id;
    RETURN NULL;
END $$
"""
_TELL: Final = """
CREATE FUNCTION metrobot_tell_of_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('metrobot', 'job ' || NEW.key);
    RETURN NULL;
END $$
"""
_TRIGGERS: Final = {
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
"""On PostgreSQL: jobs go with the board that they were for; whoever asked is told."""


def upgrade() -> None:
    """Make the table, and on PostgreSQL the triggers."""
    op.create_table(
        "jobs",
        sa.Column("key", sa.String(100), primary_key=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("game", Number, sa.ForeignKey("games.id")),
        sa.Column("asked", sa.LargeBinary),
        sa.Column("answer", sa.LargeBinary),
        sa.Column("asked_at", UtcDateTime, nullable=False),
        sa.Column("taken_at", UtcDateTime),
    )
    op.create_index("ix_jobs_game", "jobs", ["game"])
    op.create_index("ix_jobs_asked_at", "jobs", ["asked_at"])
    if op.get_bind().dialect.name != "postgresql":
        return
    for function in (_CLEAR, _TELL):
        op.execute(function)
    for name, (occasion, done) in _TRIGGERS.items():
        op.execute(f"CREATE TRIGGER metrobot_{name} {occasion} EXECUTE FUNCTION {done}")


def downgrade() -> None:
    """Bring the database back; whoever waits for a worker does the job alone."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP TRIGGER metrobot_moved_on ON games")
        op.execute("DROP TRIGGER metrobot_answered ON jobs")
        for name in ("metrobot_clear_jobs", "metrobot_tell_of_job"):
            op.execute(f"DROP FUNCTION {name}()")
    op.drop_table("jobs")
