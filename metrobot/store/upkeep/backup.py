"""Copies of an embedded database as files: whole, of one moment, even while it is in use."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from metrobot.store.db.errors import trouble_of
from metrobot.store.db.file_lock import HIDDEN
from metrobot.store.db.identity import identify
from metrobot.store.migrations import UnsuitableError, UnusableFormError

PARTIAL: Final = ".partial"
"""End of the name of an incomplete copy."""


class BackupError(Exception):
    """Database that cannot be copied into a file; the message is one line."""


def back_up(source: Path, target: Path) -> int:
    """Copy a database, which may be in use, into a new file; return its size in bytes.

    The copy is of one moment, and no writer is held up. It gets its name once it is
    whole, checked and on the disk.

    Args:
        source: the file of the database.
        target: path of the copy, which must be free; its folder exists.

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
        part: path of the copy; remains of an interrupted copy are removed.

    Raises:
        BackupError: the database is none of ours, or damaged.
        OSError: the file cannot be written.
    """
    discard(part)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, HIDDEN))
    try:
        with closing(_opened(source)) as ours, closing(sqlite3.connect(part)) as copy:
            _check_ours(source, ours)
            # All pages in one step: they are of one moment, and a writer cannot make it start over.
            ours.backup(copy, pages=-1)
            # So that the copy is one file, without others beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
            check_sound(source, copy)
    except (sqlite3.Error, DBAPIError) as error:
        trouble = trouble_of(str(source), error)
        raise BackupError(
            f"{source}: {trouble.reason if trouble else getattr(error, 'orig', error)}"
        ) from error


def _opened(source: Path) -> sqlite3.Connection:
    """Return a connection that reads a database, and never makes one."""
    connection = sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)
    connection.execute("PRAGMA query_only = ON")
    return connection


def _check_ours(source: Path, driver: sqlite3.Connection) -> None:
    """Refuse a database that is not one of Metrobot."""
    engine = sa.create_engine("sqlite://", creator=lambda: driver, poolclass=sa.StaticPool)
    try:
        with engine.connect() as connection:
            if identify(connection) == (None, False):
                raise BackupError(f"{source} is no database of Metrobot: nothing is in it")
    except UnsuitableError as error:
        raise BackupError(f"{source} cannot be copied: {error.reason}") from error
    # Of another release: a copy is the more welcome.
    except UnusableFormError:
        pass


def check_sound(source: Path, copy: sqlite3.Connection) -> None:
    """Check all of a copy, with its indexes and references.

    Raises:
        BackupError: it is damaged.
    """
    (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise BackupError(f"{source} is damaged: {' '.join(str(verdict).split())}")
    orphan = copy.execute("PRAGMA foreign_key_check").fetchone()
    if orphan is not None:
        raise BackupError(
            f"{source} is damaged: a row of {orphan[0]} refers to none of {orphan[2]}"
        )


def discard(part: Path) -> None:
    """Remove an incomplete copy, with the files of SQLite beside it."""
    for beside in ("", "-wal", "-shm", "-journal"):
        part.with_name(part.name + beside).unlink(missing_ok=True)


def publish_copy(part: Path, target: Path) -> None:
    """Give a complete copy its name, once it is safe on the disk.

    Raises:
        OSError: the disk does not take it.
    """
    # Written to the disk before it is renamed: a crash must not leave a name without content.
    with part.open("r+b") as file:
        os.fsync(file.fileno())
    part.replace(target)
    # The new name has to reach the disk too; Windows cannot open a folder.
    if os.name != "nt":
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
