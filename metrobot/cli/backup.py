"""`python -m metrobot backup` and `restore`, to and from a file, and `copy` to another database."""

import argparse
import asyncio
import shlex
from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL

from metrobot import settings
from metrobot.cli.misuse import FAULT, MisuseError
from metrobot.engine.title import Titles
from metrobot.program import complain
from metrobot.service.upkeep.restore import restore
from metrobot.store.db.address import TAKEN, address_of
from metrobot.store.db.errors import DatabaseTroubleError
from metrobot.store.db.file_lock import InUseError
from metrobot.store.open import embedded_file, open_store, shown_address
from metrobot.store.upkeep.backup import back_up
from metrobot.store.upkeep.copy_database import CopyError, copy

_SECRET: Final = {"password", "sslpassword"}
_WITH_TOOLS: Final = {
    "backup": "pg_dump --format=custom --file={file} {url}",
    "restore": "pg_restore --no-owner --exit-on-error --dbname={url} {file}",
}
"""Commands of PostgreSQL's own that do the same for a database on a server."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `backup` and `restore`."""
    parser.add_argument("file", type=Path, help="the copy")


def add_copy(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `copy`."""
    parser.add_argument("source", metavar="FROM_URL", help="as DATABASE_URL names it")
    parser.add_argument("target", metavar="TO_URL", help="where there is nothing yet")


def run_backup(options: argparse.Namespace, titles: Titles) -> int:
    """Carry out one of the commands; return the exit code.

    Args:
        options: the command, and the file of the copy.
        titles: the games that can be played.

    Raises:
        MisuseError: it cannot be carried out on this database.
        SettingsError: a setting cannot be used.
        ArgumentError: the setting is no address of a database.
        BackupError: the copy cannot be made.
        RestoreError: the copy cannot be put back.
        OSError: a file cannot be read or written.
    """
    url = settings.read_settings().database_url
    file = embedded_file(url)
    if file is None:
        raise MisuseError(_with_tools(options.command, url, options.file))
    try:
        if options.command == "backup":
            size = back_up(file, options.file)
            print(f"OK: {file} to {options.file}: {size:,} bytes, checked")
            return 0
        result = restore(options.file, file, titles)
    except InUseError as error:
        raise MisuseError(f"a bot plays on {file} (it holds {error.path}): stop it") from error
    print(
        f"OK: {options.file} to {file}: checked, {result.running} running games played again,"
        f" {result.lobbies} lobbies"
    )
    return 0


def _with_tools(command: str, url: str, file: Path) -> str:
    """Return the refusal of a database that is no file, with the command to type instead."""
    address = address_of(url)
    if address.get_backend_name() != "postgresql":
        return "DATABASE_URL names a database in memory, of which nothing can be kept"
    # Without the password: terminals and logs keep what is printed.
    query = {name: address.query[name] for name in TAKEN - _SECRET if name in address.query}
    place = address.username, None, address.host, address.port, address.database, query
    plain = shlex.quote(URL.create("postgresql", *place).render_as_string())
    command_line = _WITH_TOOLS[command].format(file=shlex.quote(str(file)), url=plain)
    addition = ", into an empty database" if command == "restore" else ""
    return f"PostgreSQL has its own tools{addition}: {command_line}"


def run_copy(options: argparse.Namespace, _: object) -> int:
    """Copy a database into an empty one, and print whether all of it has come.

    Raises:
        MisuseError: there is nothing to copy.
        ArgumentError: one of the two is no address of a database.
        UnusableDatabaseError: one of the two cannot be opened.
    """
    source, target = options.source, options.target
    addresses = f"{shown_address(source)} to {shown_address(target)}"
    try:
        file = embedded_file(source)
        if file is not None and not file.exists():
            # To open it would create one.
            raise MisuseError(f"there is no database {file}")
        rows = asyncio.run(_copied(source, target))
    except (CopyError, DatabaseTroubleError) as error:
        print(f"NOT OK: {addresses}: {error}")
        return FAULT
    print(f"OK: {addresses}: {rows:,} rows copied and checked")
    return 0


async def _copied(source: str, target: str) -> int:
    """Copy a database and return the number of its rows.

    Raises:
        UnusableDatabaseError: one of the two cannot be opened.
        CopyError: the target is not empty, or holds something else in the end.
        DatabaseTroubleError: something befell one of the two.
    """
    async with await open_store(source) as origin, await open_store(target) as empty:
        # Standard output is for the result.
        return await copy(origin.content, empty.content, complain)
