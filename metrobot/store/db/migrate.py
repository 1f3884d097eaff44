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

from metrobot.store.migrations import HEAD
from metrobot.store.schema.indexes import WHOLE

log = logging.getLogger(__name__)


def upgrade_schema(connection: Connection) -> None:
    """Bring a database to its newest form, within the present transaction."""
    old_form = MigrationContext.configure(connection).get_current_revision()
    command.upgrade(migrations(connection), "head")
    if old_form is not None:  # a new database was logged when it was opened
        log.info("The database has its newest form now: %s, before %s.", HEAD, old_form)


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
