"""Bringing a database to its newest form with Alembic.

Alembic takes 12 MB, so this module is only imported if there is something to migrate
or to compare.
"""

import logging
from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from metrobot.store.db.dialects import SHARED
from metrobot.store.migrations import HEAD
from metrobot.store.schema.indexes import UNFINISHED, WHOLE
from metrobot.store.schema.triggers import make_triggers

log = logging.getLogger(__name__)


def upgrade_schema(connection: Connection) -> None:
    """Bring a database to its newest form, within the present transaction."""
    old_form = MigrationContext.configure(connection).get_current_revision()
    if old_form is None:  # a new database was logged when it was opened
        _make_newest(connection)
        return
    command.upgrade(migrations(connection), "head")
    log.info("The database has its newest form now: %s, before %s.", HEAD, old_form)


def _make_newest(connection: Connection) -> None:
    """Make all tables in a database in which there is nothing yet."""
    WHOLE.create_all(connection)
    # Of two indexes that seem equal SQLite takes the newer one, and those of a table are made in
    # any order: else it might go through all games that a server has ever had.
    UNFINISHED.drop(connection)
    UNFINISHED.create(connection)
    if connection.dialect.name == SHARED:
        make_triggers(connection)
    command.stamp(migrations(connection), HEAD)


def migrations(connection: Connection) -> Config:
    """Return Alembic's configuration for a connection."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parents[1] / "migrations"))
    # Without this Alembic warns about a default that is going to change.
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def schema_differences(connection: Connection) -> list[str]:
    """Return the differences between the tables and those of this release."""
    differences = compare_metadata(MigrationContext.configure(connection), WHOLE)
    return [" ".join(str(difference).split()) for difference in differences]
