"""No statement about lines of the day goes through a table that grows."""

from pathlib import Path

from metrobot.store.statements.people import PreferenceRow
from metrobot.store.store import Store
from tests.databases import is_postgresql, url_of
from tests.postgresql.plans import heard
from tests.store.line_statements import ANN, NOW, execute_all, methods


async def test_each_is_held_to_its_indexes(tmp_path: Path) -> None:
    """On SQLite by what hears all tests; on PostgreSQL by its own plans."""
    store = await Store.open(url_of(tmp_path / "games.db"))
    await store.preferences.save(ANN, "Ann", PreferenceRow(show_sheet=True), NOW)
    with heard() as statements:
        called = await execute_all(store)
    scans = await statements.scans(store) if is_postgresql() else []
    await store.close()

    assert methods() - called == set()
    assert scans == []
