"""Nightly copies of the database, made in a thread; old ones are removed."""

import asyncio
import logging
import re
from datetime import date, timedelta
from pathlib import Path
from typing import Final

from metrobot.service.model.clock import Clock
from metrobot.store.upkeep.backup import PARTIAL, BackupError, back_up, discard

log = logging.getLogger(__name__)

HOUR: Final = 3
"""Hour from which a night's copy is due, in UTC."""
TRIED_AGAIN: Final = timedelta(hours=1)
"""Pause after a copy that failed."""


class NightlyBackup:
    """Makes copies, one a night, and keeps the newest ones.

    Args:
        source: the file of the database.
        folder: for the copies; made if it is not there.
        keep: number of copies that are kept.
        clock: tells the time.
    """

    def __init__(self, source: Path, folder: Path, keep: int, clock: Clock) -> None:
        self._source = source
        self._folder = folder
        self._keep = keep
        self._clock = clock
        self._made: date | None = None
        self._failed_at: float | None = None
        self._making: asyncio.Task[None] | None = None

    async def back_up_if_due(self) -> None:
        """Begin tonight's copy if it is due, without waiting for it."""
        now = self._clock.now()
        if self._making is not None or now.hour < HOUR or now.date() == self._made:
            return
        # The time of day may be set back, and the next try would never be due.
        passed = self._clock.monotonic()
        if self._failed_at is None or passed - self._failed_at >= TRIED_AGAIN.total_seconds():
            self._making = asyncio.get_running_loop().create_task(self._make(now.date()))

    async def made(self) -> None:
        """Wait until the copy that was begun is made."""
        if self._making is not None:
            await self._making

    async def _make(self, night: date) -> None:
        """Make the copy of a night; log a failure, so that it is tried again."""
        try:
            await asyncio.to_thread(self._copy, night)
        except (BackupError, OSError) as error:
            self._failed_at = self._clock.monotonic()
            failed = "The nightly copy into %s failed and is tried again in an hour: %s"
            log.error(failed, self._folder, error)  # noqa: TRY400 -- one line says all
        else:
            self._made, self._failed_at = night, None
        finally:
            self._making = None

    def _copy(self, night: date) -> None:
        """Make the copy of a night unless it is there, then remove those that are too old."""
        # Copies hold hands and keys.
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        target = self._folder / f"{self._source.stem}-{night}.db"
        # A restart must not copy again what was copied this night.
        if not target.exists():
            size = back_up(self._source, target)
            log.info("The database is copied to %s: %s bytes, checked.", target, f"{size:,}")
        for old in self._found(r"\.db")[: -self._keep]:
            old.unlink(missing_ok=True)
        for partial in self._found(rf"\.db{re.escape(PARTIAL)}"):
            # The process ended while it wrote this copy.
            discard(partial)

    def _found(self, ending: str) -> list[Path]:
        """Return the nightly files of this database with an ending, the oldest first."""
        name = re.compile(rf"{re.escape(self._source.stem)}-\d{{4}}-\d\d-\d\d{ending}")
        return sorted(path for path in self._folder.iterdir() if name.fullmatch(path.name))
