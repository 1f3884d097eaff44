"""Newcomers: who may have a seat back, and whether the seats of computers are open to all."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"

_INDEX = "seats_former"


def upgrade() -> None:
    """Add the columns: whoever sits anywhere by now is not new, and no game is open."""
    is_open = sa.Column("open_seats", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("games", is_open)
    op.add_column("seats", sa.Column("former", sa.BigInteger))
    where = sa.text("former IS NOT NULL")
    op.create_index(_INDEX, "seats", ["former"], sqlite_where=where, postgresql_where=where)
