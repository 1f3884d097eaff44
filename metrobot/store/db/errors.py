"""Troubles of a database, with reasons and remedies."""

import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

RIGHTS: Final = "Let the user who runs the bot write the file and its folder"
NEW_DATABASE: Final = (
    "CREATE DATABASE {base} OWNER {role} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C'"
    " LC_CTYPE 'C'"
)
"""Statement that makes a database of PostgreSQL for the bot."""
_COPY: Final = "Put a copy in its place (not while the bot runs), or name another file"
_PRIMARY: Final = 0xFF
"""Mask for the kind of an error in SQLite's code; the rest is detail."""
_LOCKED: Final = (
    "another program holds it locked",
    "Stop that program (does the bot run already?)",
)
_OF_SQLITE: Final = {
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_NOTADB: ("the file is damaged, or is no database", _COPY),
    sqlite3.SQLITE_CORRUPT: ("the file is damaged", _COPY),
    sqlite3.SQLITE_READONLY: ("it cannot be written", RIGHTS),
    sqlite3.SQLITE_PERM: ("it cannot be written", RIGHTS),
    sqlite3.SQLITE_CANTOPEN: ("its file cannot be opened", RIGHTS),
    sqlite3.SQLITE_FULL: ("the disk is full", "Make room on it"),
    sqlite3.SQLITE_IOERR: ("its disk cannot be read or written", "Look after the disk"),
}
"""Reason and remedy by the kind of SQLite's error."""
_PASSING: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL}
"""Kinds that go away by themselves, so that the connection is still good."""


BACK: Final = "The database can be used again."
"""Line of the log after a trouble has passed."""
_WAY: Final = "Look after the server and the way to it"
POOLED: Final = (
    "a pooler in front of it gives each transaction another session, in which neither locks nor"
    " messages between processes hold",
    "Set the pooler to session mode, or name the server itself, in DATABASE_URL (docs/hosting.md)",
)
_OF_SERVER: Final = {
    # Prepared statements that another session has, or has not.
    "42P05": POOLED,
    "26000": POOLED,
    "08": ("its server cannot be reached", _WAY),
    "53": ("its server has no room or no connections left", "Make room on it, or allow it more"),
    "57P": ("its server is stopping or starting", "Wait until it is up again"),
    "58": ("its server has trouble with its disk", "Look after the disk"),
    "25006": ("its server takes no writing", "Name the server that does"),
    "XX001": ("it is damaged", "Look after the server"),
    "XX002": ("it is damaged", "Look after the server"),
}
"""Reason and remedy by the first digits of PostgreSQL's code."""


def visible(text: object) -> str:
    """Return a text in which whatever cannot be seen, such as the end of a line, is written out."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in str(text))


class DatabaseTroubleError(Exception):
    """The database cannot be used at present, and nothing of the transaction was done.

    The message is one line for whoever runs the bot.

    Attributes:
        reason: cause of the trouble.
        remedy: advice to the host.
        is_connection_lost: whether a new connection is needed afterwards.
    """

    def __init__(
        self, path: str, reason: str, remedy: str, *, is_connection_lost: bool = True
    ) -> None:
        super().__init__(f"The database {visible(path)} cannot be used: {reason}. {remedy}.")
        self.reason = reason
        self.remedy = remedy
        self.is_connection_lost = is_connection_lost


class ReplacedError(DatabaseTroubleError):
    """Another file has taken the place of the database, and is used from now on."""


class UnsureError(DatabaseTroubleError):
    """A server went away before it said whether it has stored a transaction."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "its server went away and may or may not have stored all", _WAY)


def server_trouble_of(name: str, error: BaseException) -> DatabaseTroubleError | None:
    """Return the trouble with a server that an error is about, or None for a fault of ours."""
    if isinstance(error, DBAPIError):
        state = getattr(error.orig, "sqlstate", None) or ""
        trouble = next(
            (_OF_SERVER[prefix] for prefix in _OF_SERVER if state.startswith(prefix)), None
        )
        # Poolers have no other code, whatever they refuse.
        if state == "08P01":
            message = str(error.orig).partition("\n")[0].rpartition(">: ")[2]
            trouble = f"its server or a pooler says: {message}", _WAY
        elif trouble is None and error.connection_invalidated:
            trouble = _OF_SERVER["08"]
    elif isinstance(error, PoolTimeoutError):
        trouble = "its connections are all in use", "Look whether the server is slow"
    else:  # the socket's own error
        reason = getattr(error, "strerror", None) or type(error).__name__
        trouble = f"its server cannot be reached ({reason})", _WAY
    return None if trouble is None else DatabaseTroubleError(name, *trouble)


def trouble_of(path: str, error: Exception) -> DatabaseTroubleError | None:
    """Return the trouble with a file that an error is about, or None for a fault of ours."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    kind = getattr(cause, "sqlite_errorcode", 0) & _PRIMARY
    trouble = _OF_SQLITE.get(kind)
    if not isinstance(cause, sqlite3.Error) or trouble is None:
        return None
    return DatabaseTroubleError(path, *trouble, is_connection_lost=kind not in _PASSING)
