"""`python -m metrobot backup` and `restore`: the database that DATABASE_URL names, as a file."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from metrobot import settings
from metrobot.engine.title import Title
from metrobot.service.restoring import RestoreError, restore
from metrobot.store.backup import BackupError, back_up
from metrobot.store.lock import InUseError
from metrobot.store.opening import embedded_file

COMMANDS: Final = {
    "backup": "copy the database into a file, also while the bot runs",
    "restore": "put a copy back where there is no database any more, once it is checked",
}
"""The commands, and what each of them does."""
_WITH_TOOLS: Final = {
    "backup": "pg_dump --format=custom --file={file} {url}",
    "restore": "pg_restore --no-owner --exit-on-error --dbname={url} {file}",
}
"""What does the same for a database of PostgreSQL."""


class KeepingError(Exception):
    """The command cannot be carried out; the message is one line."""


def run(given: argparse.Namespace, titles: Mapping[str, Title[Any, Any]]) -> int:
    """Carry out one of the commands; return the exit code.

    Args:
        given: the command, and the file of the copy.
        titles: the games that can be played.

    Raises:
        KeepingError: it cannot be carried out.
        OSError: a file cannot be read or written.
    """
    try:
        url = settings.read().database_url
        file = embedded_file(url)
    except (settings.SettingsError, ArgumentError, ValueError) as error:
        raise KeepingError(str(error)) from error
    if file is None:
        raise KeepingError(_with_tools(given.command, url, given.file))
    try:
        return (
            _back_up(file, given.file)
            if given.command == "backup"
            else _restore(given.file, file, titles)
        )
    except (BackupError, RestoreError) as error:
        raise KeepingError(str(error)) from error
    except InUseError as error:
        raise KeepingError(f"a bot plays on {file} (it holds {error.path}): stop it") from error


def _with_tools(command: str, url: str, file: Path) -> str:
    """Return what to type where the database is on a server, without its password."""
    address = make_url(url)
    if address.get_backend_name() != "postgresql":
        return "DATABASE_URL names a database in memory, of which nothing can be kept"
    plain = URL.create(
        "postgresql", address.username, None, address.host, address.port, address.database
    )
    said = _WITH_TOOLS[command].format(file=file, url=plain.render_as_string())
    into = ", into an empty database" if command == "restore" else ""
    return f"PostgreSQL has its own tools{into}: {said}"


def _back_up(source: Path, target: Path) -> int:
    """Copy the database into a file."""
    size = back_up(source, target)
    print(f"OK: {source} to {target}: {size:,} bytes, checked")
    return 0


def _restore(source: Path, target: Path, titles: Mapping[str, Title[Any, Any]]) -> int:
    """Put a copy back."""
    found = restore(source, target, titles)
    print(
        f"OK: {source} to {target}: checked, {found.running} running games played again,"
        f" {found.lobbies} lobbies"
    )
    return 0
