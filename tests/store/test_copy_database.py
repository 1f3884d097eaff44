"""Copying a database: all of it, or nothing."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from metrobot.store.schema.all_tables import TABLES
from metrobot.store.schema.tables import memos
from metrobot.store.store import Store
from metrobot.store.upkeep.copy_database import BATCH, Content, CopyError, Row, copy
from tests.databases import url_of
from tests.store.filling import fill


class _Changing(Content):
    """A source on which somebody plays while it is copied."""

    async def batches(self, table: sa.Table) -> AsyncIterator[list[Row]]:
        """Yield all rows, and change them afterwards."""
        async for rows in super().batches(table):
            yield rows
        changed = memos.update().values(value=memos.c.value + "!")
        await self._database.write(lambda connection: connection.execute(changed))


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[tuple[Store, Store]]:
    """Return a store with something of everything, and an empty one."""
    await fill(url_of(tmp_path / "from.db"))
    source, target = [await Store.open(url_of(tmp_path / f"{each}.db")) for each in ("from", "to")]
    yield source, target
    await source.close()
    await target.close()


async def test_all_of_it_comes_and_is_told(pair: tuple[Store, Store]) -> None:
    said = list[str]()
    rows = await copy(pair[0].content, pair[1].content, said.append)

    assert said[-1] == f"checked: {rows} rows are the same"
    assert "games: 2 of 2" in said
    for game in (1, 2):
        assert await pair[0].games.by_id(game) == await pair[1].games.by_id(game)


async def test_numbers_are_not_given_out_again(pair: tuple[Store, Store]) -> None:
    """Buttons name ballots by their numbers, also such as are closed."""
    await copy(pair[0].content, pair[1].content, lambda _: None)
    counters = [await each.content.counters() for each in pair]

    assert counters[0] == counters[1]
    assert counters[0]["ballots"] == 2


async def test_a_target_that_is_not_empty_is_refused(pair: tuple[Store, Store]) -> None:
    await pair[1].people.set_memo("note", "mine")

    with pytest.raises(CopyError, match="not empty: it has memos"):
        await copy(pair[0].content, pair[1].content, lambda _: None)
    assert await pair[1].people.memo("note") == "mine"


async def test_what_changes_meanwhile_is_found_out(pair: tuple[Store, Store]) -> None:
    source, target = pair

    with pytest.raises(CopyError, match="memos line_chains is not the same in both"):
        await copy(_Changing(source._database), target.content, lambda _: None)
    assert [await target.content.count(each) for each in TABLES] == [0 for _ in TABLES]


async def test_many_rows_come_in_batches(pair: tuple[Store, Store]) -> None:
    source, target = pair
    rows = [{"name": f"{number:05}", "value": ""} for number in range(2 * BATCH + 1)]
    await source._database.write(lambda connection: connection.execute(sa.insert(memos), rows))
    said = list[str]()
    await copy(source.content, target.content, said.append)

    assert [line for line in said if line.startswith("memos")] == [
        "memos: 1,000 of 2,003",
        "memos: 2,000 of 2,003",
        "memos: 2,003 of 2,003",
    ]
