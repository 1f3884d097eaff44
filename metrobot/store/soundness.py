"""Whether a database is what this release believes it to be, and what is unfinished in it."""

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from metrobot.store.copying import WHOLE
from metrobot.store.database import migrations
from metrobot.store.schema import events, games, metadata
from metrobot.store.transactions import Transactions, reading


def is_newer(connection: Connection) -> bool:
    """Return whether a newer release has made the tables, so that this one cannot read them."""
    revision = MigrationContext.configure(connection).get_current_revision()
    scripts = ScriptDirectory.from_config(migrations(connection))
    return revision not in {script.revision for script in scripts.walk_revisions()}


def _differences(connection: Connection) -> list[str]:
    """Return in which ways the tables are not those of this release."""
    found = compare_metadata(MigrationContext.configure(connection), metadata)
    return [" ".join(str(each).split()) for each in found]


def _unfinished(connection: Connection) -> list[int]:
    """Return the lobbies and the games that are played, by their ids."""
    query = sa.select(games.c.id).where(games.c.status.in_(("lobby", "running")))
    rows = connection.execute(query.order_by(games.c.id).execution_options(**{WHOLE: True}))
    return list(rows.scalars())


def _newest_event(connection: Connection, game: int) -> int:
    """Return the revision of the newest event of a game, in force or not; 0 if there is none."""
    query = sa.select(sa.func.max(events.c.revision)).where(events.c.game == game)
    return connection.execute(query).scalar_one() or 0


class Soundness(Transactions):
    """What can be asked of a database before anybody relies on it; each method is a transaction."""

    differences = reading(_differences)
    unfinished = reading(_unfinished)
    newest_event = reading(_newest_event)
