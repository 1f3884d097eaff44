"""Opening the store, with one-line errors for the host."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from metrobot.store.db.errors import RIGHTS, DatabaseTroubleError, trouble_of
from metrobot.store.db.file_lock import FileLock, InUseError
from metrobot.store.db.mounts import mount_of
from metrobot.store.db.sqlite import file_of
from metrobot.store.migrations import HEAD, UnusableFormError
from metrobot.store.store import Store
from metrobot.vitals.listener import UNHEARD, Vitals

log = logging.getLogger(__name__)

_SETTING: Final = "DATABASE_URL"
_ADDRESS: Final = f"Write {_SETTING} as .env.example shows it"
_STOP_IT: Final = f"Stop that one, or name another file in {_SETTING}"
_ANOTHER_FILE: Final = f"or name another file in {_SETTING}"
_LINKED: Final = "its file has another name too (a hard link)", "Remove the other name"
_MOUNTED: Final = "its file alone is mounted, without its folder", "Mount the folder"


class UnusableDatabaseError(Exception):
    """The database cannot be used; the message is one line with name, reason and remedy.

    Args:
        line: the message.
        is_setting: whether the setting has to be changed.
    """

    def __init__(self, line: str, *, is_setting: bool) -> None:
        super().__init__(line)
        self.is_setting = is_setting


class DatabaseInUseError(UnusableDatabaseError):
    """Another process plays on the database."""


async def open_store(url: str, vitals: Vitals = UNHEARD) -> Store:
    """Open the store: lock its file, and bring its tables to the newest form.

    Args:
        url: as SQLAlchemy reads it, such as `sqlite+aiosqlite:///metrobot.db`.
        vitals: is told of each transaction.

    Raises:
        UnusableDatabaseError: it cannot be opened.
    """
    file = lock = None
    try:
        file = embedded_file(url)
        lock = None if file is None else _locked(file)
        return await Store.open(url, vitals=vitals, lock=lock)
    except Exception as error:  # each driver has errors of its own
        if lock is not None:
            lock.release()
        reason, remedy = _reason(url, error)
        kind = DatabaseInUseError if isinstance(error, InUseError) else UnusableDatabaseError
        raise kind(
            f"The database {file or shown_address(url)} cannot be opened: {reason}. {remedy}.",
            is_setting=isinstance(error, ArgumentError | ValueError),
        ) from error


async def open_beside(url: str) -> Store:
    """Open the store also while a bot of this release plays on its file.

    Raises:
        UnusableDatabaseError: it cannot be opened.
    """
    try:
        return await open_store(url)
    except DatabaseInUseError:
        # To open it would bring it to another form under the hands of an older release.
        with closing(sqlite3.connect(str(embedded_file(url)))) as beside:
            found = beside.execute("SELECT version_num FROM alembic_version").fetchall()
        if found != [(HEAD,)]:
            raise
        return await Store.open(url)


def embedded_file(url: str) -> Path | None:
    """Return the file of a database; None on a server or in memory."""
    address = make_url(url)
    return file_of(address) if address.get_backend_name() == "sqlite" else None


def _locked(file: Path) -> FileLock:
    """Return the lock of a database's file; log if the file is new or empty.

    Raises:
        InUseError: another process plays on it.
        DatabaseTroubleError: the file has several names.
        OSError: it is no file that can be written.
    """
    if file.is_dir():
        raise IsADirectoryError(file)
    real = file.resolve()
    # By another name another bot would have another lock; and SQLite, which keeps what was
    # played last beside each name, would not find it.
    if file.exists() and file.stat().st_nlink > 1:
        raise DatabaseTroubleError(str(file), *_LINKED)
    if mount_of(real).point == real:
        raise DatabaseTroubleError(str(file), *_MOUNTED)
    lock = FileLock.take(file)
    if not file.exists():
        log.info("There is no database %s yet: a new one is begun.", file)
    elif not file.stat().st_size:
        log.warning("The database %s is empty: a new one is begun in it.", file)
    return lock


def shown_address(url: str) -> str:
    """Return the address of a database without its secrets."""
    start = url.find("://") + len("://") if "://" in url else 0
    scheme, rest = url[:start], url[start:]
    # A password may contain an unescaped @: it ends at the last one.
    login, at, place = ("", "", rest) if rest.startswith("/") else rest.rpartition("@")
    user, colon, _ = login.partition(":")
    return f"{scheme}{user}{colon and ':***'}{at}{place.partition('?')[0]}" or "(empty)"


def _reason(url: str, error: Exception) -> tuple[str, str]:
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        return "this is no address of a database", _ADDRESS
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    match cause := trouble_of("", cause) or cause:
        case DatabaseTroubleError() | UnusableFormError():
            return cause.reason, cause.remedy
        case InUseError():
            return f"another process plays on it and holds {cause.path}", _STOP_IT
        case OSError() if address.get_backend_name() == "sqlite":
            return _reason_of_file(Path(str(address.database)).absolute(), cause)
        case OSError():
            reason = cause.strerror or type(cause).__name__
            return f"its server cannot be reached ({reason})", "Check its host and port"
        case _:
            remedy = _ADDRESS if isinstance(cause, ArgumentError) else f"Check {_SETTING}"
            return first_line(cause, address), remedy


def _reason_of_file(path: Path, error: OSError) -> tuple[str, str]:
    match error:
        case FileNotFoundError() if not path.parent.is_dir():
            return f"there is no folder {path.parent}", f"Make it, {_ANOTHER_FILE}"
        case IsADirectoryError():
            return f"{path} is a folder", f"Name a file in {_SETTING}"
        case PermissionError():
            return f"{path} may not be written", RIGHTS
        case _:
            return f"{path}: {error.strerror}", f"Put that right, {_ANOTHER_FILE}"


def first_line(error: BaseException, address: URL) -> str:
    """Return the first line of an error, without the password."""
    said = next(iter(str(error).splitlines()), "") or type(error).__name__
    return said.replace(str(address.password), "***") if address.password else said
