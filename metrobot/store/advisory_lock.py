"""What only one of several processes does at a time, on a database that they share."""

import sqlalchemy as sa
from sqlalchemy import Connection


def advisory_lock(connection: Connection, name: str) -> None:
    """Wait until nobody else does what has this name, and keep it until the transaction ends."""
    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtext(name))))
