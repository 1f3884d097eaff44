"""The nightly copy: made once a night, of the game as it is then, and kept for so long."""

import logging
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from metrobot.service.upkeep.nightly_backup import HOUR, TRIED_AGAIN, NightlyBackup
from tests.databases import url_of
from tests.service.stage import BOB, FakeClock, staged

pytestmark = pytest.mark.embedded

EVENING = datetime(2026, 3, 1, 22, tzinfo=UTC)
NIGHT = datetime(2026, 3, 2, HOUR, 20, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return a small database of the kind that is copied."""
    file = tmp_path / "games.db"
    url_of(file)
    return file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "far" / "copies"


def _names(folder: Path) -> list[str]:
    """Return the names of the files in a folder that may be missing."""
    return sorted(path.name for path in folder.glob("*"))


def _move(file: Path, name: str) -> Path:
    return file.rename(file.with_name(name))


async def _nights(nightly: NightlyBackup, clock: FakeClock, *times: datetime) -> None:
    """Come round at each of these times."""
    for time in times:
        clock.advance((time - clock.now()).total_seconds())
        await nightly.back_up_if_due()
        await nightly.made()


async def test_each_night_has_one_copy_and_the_oldest_go(source: Path, folder: Path) -> None:
    """Foreign files in the folder stay; half-made copies of a dead process go."""
    clock = FakeClock(EVENING)
    nightly = NightlyBackup(source, folder, 2, clock)
    await _nights(nightly, clock, NIGHT)
    (folder / "games-of-mine.db").touch()
    (folder / "games-2026-02-01.db.partial").touch()
    later = timedelta(hours=1)
    await _nights(nightly, clock, NIGHT + later, NIGHT + DAY, NIGHT + 2 * DAY)

    assert _names(folder) == ["games-2026-03-03.db", "games-2026-03-04.db", "games-of-mine.db"]


async def test_it_is_not_made_before_its_hour(source: Path, folder: Path) -> None:
    """The night begins when most of those who play are asleep."""
    clock = FakeClock(EVENING - DAY)
    nightly = NightlyBackup(source, folder, 2, clock)
    await _nights(nightly, clock, datetime(2026, 3, 1, HOUR - 1, 59, tzinfo=UTC))

    assert _names(folder) == []


async def test_a_restart_makes_no_second_one(source: Path, folder: Path) -> None:
    clock = FakeClock(EVENING)
    await _nights(NightlyBackup(source, folder, 2, clock), clock, NIGHT)
    first = (folder / "games-2026-03-02.db").stat()
    await _nights(NightlyBackup(source, folder, 2, clock), clock, NIGHT)

    assert (folder / "games-2026-03-02.db").stat() == first


async def test_what_fails_is_told_once_and_tried_again_an_hour_later(
    source: Path, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clock = FakeClock(EVENING)
    nightly = NightlyBackup(source, folder, 1, clock)
    await _nights(nightly, clock, NIGHT - DAY)
    away = _move(source, "away.db")
    soon = timedelta(minutes=1)
    with caplog.at_level(logging.ERROR):
        await _nights(nightly, clock, NIGHT, NIGHT + soon)
    assert [record.getMessage() for record in caplog.records] == [
        f"The nightly copy into {folder} failed and is tried again in an hour:"
        f" there is no database {source}"
    ]
    assert _names(folder) == ["games-2026-03-01.db"]

    _move(away, source.name)
    await _nights(nightly, clock, NIGHT + TRIED_AGAIN)
    assert _names(folder) == ["games-2026-03-02.db"]


async def test_it_is_made_in_the_bots_rounds_while_people_play(tmp_path: Path) -> None:
    """The copy has the turns played before it, and no round waits for it."""
    file, clock = tmp_path / "games.db", FakeClock(NIGHT)
    nightly = NightlyBackup(file, tmp_path, 7, clock)
    async with staged(
        f"sqlite+aiosqlite:///{file}", clock=clock, chores=[nightly.back_up_if_due]
    ) as stage:
        table = await stage.take(await stage.start(BOB), 1)
        await stage.tables.housekeeping.round()
        await nightly.made()
        await stage.finish(table)
    copy = sqlite3.connect(tmp_path / "games-2026-03-02.db")
    found = copy.execute("SELECT revision, status FROM games").fetchall()
    copy.close()

    assert found == [(table.revision, "running")]
