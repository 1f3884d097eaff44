"""Lines of the day: runs beside the channels, where they are told of, what people wish."""

from alembic import op

from metrobot.store.migrations.scripts import drop_all_made, run_script

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

WISHES = ("line_due_at", "remind_line", "show_sheet", "at_once")


def upgrade() -> None:
    """Make the tables; nobody has played a line yet."""
    run_script(__file__)


def downgrade() -> None:
    """Bring the database back; lines, runs and papers are forgotten."""
    op.drop_index("preferences_line_due", "preferences")
    drop_all_made(__file__)
    for name in WISHES:
        op.drop_column("preferences", name)
