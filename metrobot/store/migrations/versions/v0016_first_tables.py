"""Make the first tables, with their indexes and on PostgreSQL their triggers.

Its number is 0016 because databases with that number exist; the migrations before it are gone.
"""

from metrobot.store.migrations.scripts import drop_all_made, run_script

revision = "0016"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database forward."""
    run_script(__file__)


def downgrade() -> None:
    """Bring the database back to nothing."""
    drop_all_made(__file__)
