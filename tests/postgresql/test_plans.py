"""What looks for scans on PostgreSQL finds them."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from metrobot.store.store import Store
from tests.databases import url_of
from tests.postgresql.plans import heard

pytestmark = pytest.mark.postgresql


@pytest.mark.parametrize(
    ("text", "is_scan"),
    [
        ("SELECT id FROM runs WHERE score = 3", True),
        ("SELECT count(*) FROM runs", True),
        ("DELETE FROM line_places WHERE line = 3", True),
        ("UPDATE lines SET par = 3 WHERE map = 'berlin'", True),
        ("SELECT id FROM runs ORDER BY id LIMIT 3", False),
        ("SELECT id FROM runs WHERE player = 3 AND kind = 'line'", False),
        ("SELECT name FROM memos WHERE value = 'x'", False),
    ],
)
async def test_a_statement_that_scans_is_found(tmp_path: Path, text: str, *, is_scan: bool) -> None:
    """And one that uses the condition of an index, or goes through what is small, is not."""
    store = await Store.open(url_of(tmp_path / "games.db"))
    with heard() as statements:
        await store._database.write(lambda connection: connection.execute(sa.text(text)))
    found = await statements.scans(store)
    await store.close()

    assert len(found) == is_scan
