"""Whether a file of SQLite is whole: looked at before it is used, or beside that if it is large."""

import logging
import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from metrobot.store.db.errors import trouble_of

log = logging.getLogger(__name__)

AT_ONCE: Final = 32_000_000
"""Bytes up to which a file is looked through before it is used: within about a tenth of a second.

To look through a gigabyte takes two seconds, for which a start need not wait.
"""

_PATIENCE: Final = 0.01
"""Seconds after which somebody who was told to stop is told again: they may have just begun."""


def check_integrity(driver: sqlite3.Connection) -> None:
    """Make sure that a file is whole, all of it.

    Raises:
        sqlite3.DatabaseError: it is damaged.
    """
    (found,) = driver.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        error = sqlite3.DatabaseError(str(found))
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error


class IntegrityCheck:
    """Looks through a large file in a thread of its own, while it is already in use.

    What it finds is one line in the log. It reads over a connection of its own,
    for which nobody who writes has to wait.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._stopped = threading.Event()
        self._driver: sqlite3.Connection | None = None
        self._thread = threading.Thread(target=self._run, name="wholeness", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        """Look, until all is seen or nobody wants to know it any more."""
        try:
            with closing(_reader(self._file)) as self._driver:
                if not self._stopped.is_set():
                    check_integrity(self._driver)
        except sqlite3.Error as error:
            if not self._stopped.is_set():
                log.error("%s", trouble_of(str(self._file), error) or error)  # noqa: TRY400 -- one line

    def stop(self) -> None:
        """Look no further, and let go of the file."""
        self._stopped.set()
        while self._thread.is_alive():
            if self._driver is not None:
                with suppress(sqlite3.ProgrammingError):  # closed by now
                    self._driver.interrupt()
            self._thread.join(_PATIENCE)

    def wait(self) -> None:
        """Wait until the whole file is checked."""
        self._thread.join()


def _reader(file: Path) -> sqlite3.Connection:
    """Connect to a file, to read it."""
    return sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, check_same_thread=False)
