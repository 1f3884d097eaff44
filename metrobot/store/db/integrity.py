"""Integrity of a file of SQLite, checked before use, or during use if it is large."""

import logging
import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from metrobot.store.db.errors import trouble_of

log = logging.getLogger(__name__)

AT_ONCE: Final = 32_000_000
"""Largest file, in bytes, that is checked before it is used, in about a tenth of a second.

A gigabyte takes two seconds, for which a start need not wait.
"""

_PATIENCE: Final = 0.01
"""Seconds between interrupts of a check that is to stop; the first may come too early."""


def check_integrity(driver: sqlite3.Connection) -> None:
    """Check a whole file.

    Raises:
        sqlite3.DatabaseError: it is damaged.
    """
    (verdict,) = driver.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        error = sqlite3.DatabaseError(str(verdict))
        # SQLite only returns a text here; by its code `trouble_of` finds the reason and the remedy.
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error


class IntegrityCheck:
    """Check of a large file in a thread of its own, while the file is in use.

    Its result is one line in the log. It has a connection of its own, so that no
    writer has to wait for it.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._stopped = threading.Event()
        self._driver: sqlite3.Connection | None = None
        self._thread = threading.Thread(target=self._run, name="wholeness", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            # Another thread interrupts it, in `stop`.
            reader = sqlite3.connect(
                f"{self._file.as_uri()}?mode=ro", uri=True, check_same_thread=False
            )
            with closing(reader) as self._driver:
                if not self._stopped.is_set():
                    check_integrity(self._driver)
        except sqlite3.Error as error:
            if not self._stopped.is_set():
                log.error("%s", trouble_of(str(self._file), error) or error)  # noqa: TRY400 -- one line

    def stop(self) -> None:
        """Stop the check, and close the file."""
        self._stopped.set()
        while self._thread.is_alive():
            if self._driver is not None:
                # The thread may just have closed it.
                with suppress(sqlite3.ProgrammingError):
                    self._driver.interrupt()
            self._thread.join(_PATIENCE)

    def wait(self) -> None:
        """Wait until the whole file is checked."""
        self._thread.join()
