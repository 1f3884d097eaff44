"""All tables of the database, however many modules they stand in."""

from typing import Final

from metrobot.store.schema import daily_tables, hearing_tables, lookout_tables, standing_tables

_MODULES: Final = (daily_tables, hearing_tables, lookout_tables, standing_tables)
TABLES: Final = tuple(_MODULES[0].metadata.sorted_tables)
"""Every table after those that it refers to."""
