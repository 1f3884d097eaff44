"""Copies of an embedded database as files: whole, as it stood at one moment, also while in use."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from metrobot.store.db.errors import trouble_of
from metrobot.store.db.file_lock import HIDDEN

PARTIAL: Final = ".partial"
"""What the name of a copy ends with until all of it is there."""


class BackupError(Exception):
    """A database cannot be copied into a file; the message is one line."""


def back_up(source: Path, target: Path) -> int:
    """Copy a database, which may be in use, into a new file; return how many bytes it has.

    Whoever plays meanwhile is not held up, and what they write is not in the
    copy: it holds one moment. There is no such file until it is whole, checked
    and on the disk.

    Args:
        source: the file of the database.
        target: where there is nothing yet; its folder is there.

    Raises:
        BackupError: the database is missing or damaged, or the file is there already.
        OSError: the file cannot be written.
    """
    if not source.is_file():
        raise BackupError(f"there is no database {source}")
    if os.path.lexists(target):
        raise BackupError(f"{target} is there already, and nothing is written over")
    if not target.absolute().parent.is_dir():
        raise BackupError(f"there is no folder {target.absolute().parent}")
    part = target.with_name(target.name + PARTIAL)
    try:
        copy_out(source, part)
        publish_copy(part, target)
    finally:
        discard(part)
    return target.stat().st_size


def copy_out(source: Path, part: Path) -> None:
    """Copy a database into a file of its own that nobody else may read, and check the copy.

    Args:
        source: the file of the database.
        part: the file; what a copy that was broken off has left there is removed.

    Raises:
        BackupError: the database is none of ours, or damaged.
        OSError: the file cannot be written.
    """
    discard(part)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, HIDDEN))
    try:
        with closing(_opened(source)) as ours, closing(sqlite3.connect(part)) as copy:
            _check_ours(source, ours)
            # All pages in one step: they are of one moment, and nobody's writing begins it anew.
            ours.backup(copy, pages=-1)
            # A file of its own, without others beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
            check_sound(source, copy)
    except sqlite3.Error as error:
        trouble = trouble_of(str(source), error)
        raise BackupError(f"{source}: {trouble.reason if trouble else error}") from error


def _opened(source: Path) -> sqlite3.Connection:
    """Return a connection to a database that reads it, and never makes one."""
    opened = sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)
    opened.execute("PRAGMA query_only = ON")
    return opened


def _check_ours(source: Path, opened: sqlite3.Connection) -> None:
    """Refuse a database that is none of ours.

    Raises:
        BackupError: it has no games.
    """
    query = "SELECT count(*) FROM sqlite_master WHERE name IN ('games', 'alembic_version')"
    (found,) = opened.execute(query).fetchone()
    if found != 2:
        raise BackupError(f"{source} is no database of Metrobot")


def check_sound(source: Path, copy: sqlite3.Connection) -> None:
    """Look through all of a copy, its indexes and its references too.

    Raises:
        BackupError: it is damaged.
    """
    (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise BackupError(f"{source} is damaged: {' '.join(str(found).split())}")
    lost = copy.execute("PRAGMA foreign_key_check").fetchone()
    if lost is not None:
        raise BackupError(f"{source} is damaged: a row of {lost[0]} refers to none of {lost[2]}")


def discard(part: Path) -> None:
    """Remove a copy that is not whole, with what SQLite keeps beside it."""
    for beside in ("", "-wal", "-shm", "-journal"):
        part.with_name(part.name + beside).unlink(missing_ok=True)


def publish_copy(part: Path, target: Path) -> None:
    """Give a whole file its name, once it is safe on the disk.

    Raises:
        OSError: the disk does not take it.
    """
    with part.open("r+b") as file:
        os.fsync(file.fileno())
    part.replace(target)
    if os.name != "nt":  # there, a folder cannot be opened
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
