"""Standing: when a game came to its result, and who is shown on boards."""

import sqlalchemy as sa
from alembic import op

from metrobot.store.schema.tables import UtcDateTime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Note the end of games; those of older releases ended with their last event."""
    op.add_column("games", sa.Column("finished_at", UtcDateTime()))
    op.execute(
        "UPDATE games SET finished_at = (SELECT MAX(at) FROM events WHERE events.game = games.id)"
        " WHERE status = 'over'"
    )
    op.create_index("ix_games_guild", "games", ["guild"])
    op.add_column(
        "players", sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.true())
    )


def downgrade() -> None:
    """Bring the database back."""
    op.drop_column("players", "listed")
    op.drop_index("ix_games_guild", "games")
    op.drop_column("games", "finished_at")
