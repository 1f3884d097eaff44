"""What PostgreSQL does by itself: it tells other processes, and removes outdated jobs."""

from typing import Final

from sqlalchemy import Connection

_FUNCTIONS: Final = {
    "metrobot_tell": "PERFORM pg_notify('metrobot', TG_ARGV[0]);",
    "metrobot_tell_of_game": "PERFORM pg_notify('metrobot', 'game ' || NEW.id);",
    "metrobot_tell_of_job": "PERFORM pg_notify('metrobot', 'job ' || NEW.key);",
    "metrobot_clear_jobs": "DELETE FROM jobs WHERE game = NEW.id;",
}
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
    "voided": (
        "AFTER UPDATE ON lines FOR EACH ROW WHEN (OLD.void <> NEW.void)",
        "metrobot_tell('people')",
    ),
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


def make_triggers(connection: Connection) -> None:
    """Make the functions and triggers of a new database of PostgreSQL."""
    for name, body in _FUNCTIONS.items():
        connection.exec_driver_sql(
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$\n"
            f"BEGIN\n    {body}\n    RETURN NULL;\nEND $$"
        )
    for name, (occasion, call) in _TRIGGERS.items():
        connection.exec_driver_sql(
            f"CREATE TRIGGER metrobot_{name} {occasion} EXECUTE FUNCTION {call}"
        )
