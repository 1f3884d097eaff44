"""The oldest form that can be upgraded: those after it lead on from it."""

revision = "0020"
down_revision = None


def upgrade() -> None:
    """Leave the database as it is: a new one gets its newest form at once."""
