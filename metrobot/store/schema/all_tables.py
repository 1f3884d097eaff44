"""All tables of the database, however many modules they stand in."""

from typing import Final

from metrobot.store.schema import daily_tables

TABLES: Final = tuple(daily_tables.lines.metadata.sorted_tables)
"""Every table after those that it refers to."""
