"""Several processes: who is saying what, and telling the others what has changed."""

from typing import Final

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_TELL: Final = """
CREATE FUNCTION metrobot_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('metrobot', TG_ARGV[0]);
    RETURN NULL;
END $$
"""
_TELL_OF_GAME: Final = """
CREATE FUNCTION metrobot_tell_of_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('metrobot', 'game ' || NEW.id);
    RETURN NULL;
END $$
"""
_TRIGGERS: Final = {
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
}
"""When something is told, and what, by the last part of the trigger's name."""


def upgrade() -> None:
    """Add the columns, and on PostgreSQL the triggers."""
    op.add_column("deliveries", sa.Column("holder", sa.String(20)))
    op.add_column("deliveries", sa.Column("held_until", UtcDateTime()))
    if op.get_bind().dialect.name != "postgresql":
        return
    for function in (_TELL, _TELL_OF_GAME):
        op.execute(function)
    for name, (occasion, said) in _TRIGGERS.items():
        op.execute(f"CREATE TRIGGER metrobot_{name} {occasion} EXECUTE FUNCTION {said}")


def downgrade() -> None:
    """Bring the database back; nobody is told anything any more."""
    if op.get_bind().dialect.name == "postgresql":
        for name, (occasion, _) in _TRIGGERS.items():
            table = occasion.partition(" ON ")[2].split()[0]
            op.execute(f"DROP TRIGGER metrobot_{name} ON {table}")
        for name in ("metrobot_tell", "metrobot_tell_of_game"):
            op.execute(f"DROP FUNCTION {name}()")
    op.drop_column("deliveries", "held_until")
    op.drop_column("deliveries", "holder")
