"""Opening the store for whoever runs the bot: what goes wrong is told in one line."""

import sqlite3
from pathlib import Path
from typing import Final

from alembic.util.exc import CommandError
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from metrobot.store.store import Store

_SETTING: Final = "DATABASE_URL"
_ADDRESS: Final = f"Write {_SETTING} as .env.example shows it"
_ANOTHER_FILE: Final = f"or name another file in {_SETTING}"
_RIGHTS: Final = "Let the user who runs the bot write the file and its folder"
_PRIMARY: Final = 0xFF
"""What of an error's code of SQLite says its kind; the rest is detail."""
_OF_SQLITE: Final = {
    sqlite3.SQLITE_BUSY: (
        "another program holds it locked",
        "Stop that program (does the bot run already?) and start again",
    ),
    sqlite3.SQLITE_NOTADB: (
        "the file is damaged, or is no database",
        f"Put a copy in its place, {_ANOTHER_FILE}",
    ),
    sqlite3.SQLITE_CORRUPT: (
        "the file is damaged",
        f"Put a copy in its place, {_ANOTHER_FILE}",
    ),
    sqlite3.SQLITE_READONLY: ("it cannot be written", _RIGHTS),
    sqlite3.SQLITE_CANTOPEN: ("its file cannot be opened", _RIGHTS),
    sqlite3.SQLITE_FULL: ("the disk is full", "Make room on it"),
}
"""Reason and remedy by the kind of SQLite's error."""


class UnusableDatabaseError(Exception):
    """The database cannot be used; the message is one line: which, why, and what helps.

    Args:
        line: the message.
        is_setting: whether only another setting helps.
    """

    def __init__(self, line: str, *, is_setting: bool) -> None:
        super().__init__(line)
        self.is_setting = is_setting


async def open_store(url: str) -> Store:
    """Open the store and bring its tables to their newest form.

    Args:
        url: as SQLAlchemy reads it, such as `sqlite+aiosqlite:///metrobot.db`.

    Raises:
        UnusableDatabaseError: it cannot be opened.
    """
    try:
        return await Store.open(url)
    except Exception as error:  # each driver raises errors of its own
        reason, remedy = _reason(url, error)
        raise UnusableDatabaseError(
            f"The database {shown_address(url)} cannot be opened: {reason}. {remedy}.",
            is_setting=isinstance(error, ArgumentError | ValueError),
        ) from error


def shown_address(url: str) -> str:
    """Return the address of a database without what may be secret in it."""
    start = url.find("://") + len("://") if "://" in url else 0
    scheme, rest = url[:start], url[start:]
    # A password may hold what should have been escaped: it ends where the last @ is.
    login, at, place = ("", "", rest) if rest.startswith("/") else rest.rpartition("@")
    user, colon, _ = login.partition(":")
    return f"{scheme}{user}{colon and ':***'}{at}{place.partition('?')[0]}" or "(empty)"


def _parsed(url: str) -> URL | None:
    """Return the parts of an address, or None if it is none."""
    try:
        return make_url(url)
    except (ArgumentError, ValueError):
        return None


def _reason(url: str, error: Exception) -> tuple[str, str]:
    """Return why a database cannot be opened, and what helps."""
    address = _parsed(url)
    if address is None:
        return "this is no address of a database", _ADDRESS
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    match cause:
        case sqlite3.Error() if (known := _OF_SQLITE.get(_kind(cause))) is not None:
            return known
        case CommandError():
            return (
                "a newer release of Metrobot has used it",
                f"Use that release again, {_ANOTHER_FILE}",
            )
        case OSError() if address.get_backend_name() == "sqlite":
            return _reason_of_file(Path(str(address.database)).absolute(), cause)
        case OSError():
            reason = cause.strerror or type(cause).__name__
            return f"its server cannot be reached ({reason})", "Check its host and port"
        case _:
            remedy = _ADDRESS if isinstance(cause, ArgumentError) else f"Check {_SETTING}"
            return _first_line(cause, address), remedy


def _kind(error: sqlite3.Error) -> int:
    """Return the kind of an error of SQLite; 0 if it has none."""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY


def _reason_of_file(path: Path, error: OSError) -> tuple[str, str]:
    """Return why a file cannot be written, and what helps."""
    match error:
        case FileNotFoundError() if not path.parent.is_dir():
            return f"there is no folder {path.parent}", f"Make it, {_ANOTHER_FILE}"
        case IsADirectoryError():
            return f"{path} is a folder", f"Name a file in {_SETTING}"
        case PermissionError():
            return f"{path} may not be written", _RIGHTS
        case _:
            return f"{path}: {error.strerror}", f"Put that right, {_ANOTHER_FILE}"


def _first_line(error: BaseException, address: URL) -> str:
    """Return what an error says, in one line and without the password."""
    said = next(iter(str(error).splitlines()), "") or type(error).__name__
    return said.replace(str(address.password), "***") if address.password else said
