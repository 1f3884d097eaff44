"""Opening the store, with one-line errors for the host."""

import logging
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from ssl import SSLCertVerificationError
from typing import Final

from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError

from metrobot.store.db.address import address_of
from metrobot.store.db.errors import (
    NEW_DATABASE,
    POOLED,
    RIGHTS,
    DatabaseTroubleError,
    trouble_of,
    visible,
)
from metrobot.store.db.file_lock import FileLock, InUseError
from metrobot.store.db.mounts import mount_of
from metrobot.store.db.sqlite import file_of
from metrobot.store.migrations import HEAD, UnsuitableError, UnusableFormError
from metrobot.store.store import Store
from metrobot.vitals.listener import UNHEARD, Vitals

log = logging.getLogger(__name__)

_SETTING: Final = "DATABASE_URL"
_ADDRESS: Final = f"Write {_SETTING} as .env.example shows it"
_STOP_IT: Final = f"Stop that one, or name another file in {_SETTING}"
_ANOTHER_FILE: Final = f"or name another file in {_SETTING}"
_CERTIFICATE: Final = f"Name the file of whoever has signed it, as sslrootcert in {_SETTING}"
_AT_THE_SERVER: Final = {
    "28000": f"Check the user in {_SETTING}, and what pg_hba.conf lets in",
    "28P01": f"Check the user and the password in {_SETTING}",
    "3D000": f"Make it: {NEW_DATABASE}",
    "42501": "Let its owner type, in this database: ALTER SCHEMA {schema} OWNER TO {role}, and for"
    " tables of others: ALTER TABLE games OWNER TO {role}, and so on",
}
"""What helps, by PostgreSQL's code."""
_SIGNS: Final = re.compile(r"[@:/?#\[\]\s]|%(?![0-9A-Fa-f]{2})")
_UNQUOTED: Final = (
    ". Perhaps it is the password: in an address its @ is written %40, : %3A, / %2F, ? %3F, # %23"
    " and % %25"
)
_CLASS: Final = re.compile(r"^<class '[\w.]+'>: ")
_PASSWORD: Final = re.compile(r"(://[^:/@\s]*:).*(?=@)|(password=)[^&\s'\"]+")
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
        place = file or shown_address(url)
        raise kind(
            visible(f"The database {place} cannot be opened: {reason}. {remedy}."),
            is_setting=isinstance(error, ArgumentError | ValueError | UnsuitableError)
            or remedy == POOLED[1],
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
            version_rows = beside.execute("SELECT version_num FROM alembic_version").fetchall()
        if version_rows != [(HEAD,)]:
            raise
        return await Store.open(url)


def embedded_file(url: str) -> Path | None:
    """Return the file of a database; None on a server or in memory."""
    address = address_of(url)
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
        log.info("There is no database %s yet: a new one is begun.", visible(file))
    elif not file.stat().st_size:
        log.warning("The database %s is empty: a new one is begun in it.", visible(file))
    return lock


def shown_address(url: str) -> str:
    """Return the address of a database without its secrets."""
    start = url.find("://") + len("://") if "://" in url else 0
    scheme, rest = url[:start], url[start:]
    # A password may contain an unescaped @: it ends at the last one.
    login, separator, place = ("", "", rest) if rest.startswith("/") else rest.rpartition("@")
    user, colon, _ = login.partition(":")
    address = f"{scheme}{user}{colon and ':***'}{separator}{place.partition('?')[0]}"
    return visible(address) or "(empty)"


def _reason(url: str, error: Exception) -> tuple[str, str]:
    try:
        address = address_of(url)
    except ArgumentError:
        return "this is no address of a database", f"{_ADDRESS}{_guess(url)}"
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    match cause := trouble_of("", cause) or cause:
        case DatabaseTroubleError() | UnusableFormError():
            return cause.reason, cause.remedy
        case InUseError():
            return f"another process plays on it and holds {cause.path}", _STOP_IT
        case OSError() if address.get_backend_name() == "sqlite":
            return _reason_of_file(Path(str(address.database)).absolute(), cause)
        case _:
            return _reason_of_server(url, address, cause)


def _reason_of_server(url: str, address: URL, error: BaseException) -> tuple[str, str]:
    match error:
        case SSLCertVerificationError():
            return f"its certificate is not trusted ({error.verify_message})", _CERTIFICATE
        case OSError():
            reason = error.strerror or first_line(error)
            remedy = f"Check its host and port{_guess(url)}"
            return f"its server cannot be reached ({reason})", remedy
        case ArgumentError():
            return first_line(error), f"{_ADDRESS}; docs/hosting.md has all that it may say"
        case _:
            state = getattr(error, "sqlstate", None) or ""
            remedy = _AT_THE_SERVER.get(state, f"Check {_SETTING}").format(
                role=address.username or "metrobot",
                base=address.database,
                schema=address.query.get("schema", "public"),
            )
            return first_line(error), f"{remedy}{_guess(url) if state.startswith('28') else ''}"


def _guess(url: str) -> str:
    """Return a guess at the harm that a password does to an address; nothing if it is all right."""
    login = url.partition("://")[2].rpartition("@")[0]
    return _UNQUOTED if _SIGNS.search(login.partition(":")[2]) else ""


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


def first_line(error: BaseException) -> str:
    """Return the first line of an error, without the passwords in its addresses."""
    line = next(iter(str(error).splitlines()), "") or type(error).__name__
    # By their place: a password may be a word that stands elsewhere too.
    return _PASSWORD.sub(r"\1\2***", _CLASS.sub("", line))
