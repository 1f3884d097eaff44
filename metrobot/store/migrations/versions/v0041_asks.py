"""Who was asked by name to join a lobby, who wants nobody to ask, and who follows games."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import Number, UtcDateTime

revision = "0041"
down_revision = "0040"


def upgrade() -> None:
    """Make the tables; everybody may be asked until they say otherwise."""
    asker = sa.Column("asker", sa.BigInteger, nullable=False)
    moment = sa.Column("at", UtcDateTime, nullable=False)
    _make("asks", "at", asker, moment, sa.Column("no_at", UtcDateTime))
    turns = sa.Column("turns", sa.Boolean, nullable=False)
    times = (sa.Column("told_at", UtcDateTime), sa.Column("next_at", UtcDateTime))
    _make("follows", "next_at", turns, *times)
    asked = sa.Column("asked", sa.Boolean, nullable=False, server_default=sa.true())
    op.add_column("preferences", asked)


def _make(name: str, moment: str, *columns: sa.Column[Any]) -> None:
    """Make a table of people in games, with indexes of both."""
    key: dict[str, Any] = {"primary_key": True, "autoincrement": False}
    own = (sa.Column("game", Number, **key), sa.Column("player", sa.BigInteger, **key))
    op.create_table(name, *own, *columns)
    op.create_index(f"ix_{name}_player", name, ["player"])
    op.create_index(f"ix_{name}_{moment}", name, [moment])
