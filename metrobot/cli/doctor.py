"""`python -m metrobot check`: all that can be checked of an installation without Discord."""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sqlalchemy.exc import ArgumentError

from metrobot import settings
from metrobot.cli.misuse import FAULT
from metrobot.store.db import mounts
from metrobot.store.db.errors import DatabaseTroubleError, visible
from metrobot.store.open import (
    DatabaseInUseError,
    UnusableDatabaseError,
    embedded_file,
    open_store,
    shown_address,
)
from metrobot.workers.job_broker import open_queue

_FLEETING: Final = "is in this machine's memory and lost when it restarts: name another place"
_REMOTE: Final = "is on a network disk, on which SQLite loses games: name a file of this machine"


def run_check(*_: object) -> int:
    """Check all that can be checked without Discord; the last line is the verdict."""
    problems = [*_check_settings(), *_check_ui()]
    if problems:
        print(f"not ready: {'; '.join(problems)}")
        return FAULT
    print("ready to start")
    return 0


def _check_settings() -> Iterator[str]:
    """Read the settings and use them; yield what is wrong with them."""
    try:
        config = settings.read_settings()
    except settings.SettingsError as error:
        yield str(error)
        return
    _, where = settings.where_read()
    print(f"settings: read from {visible(where)}")
    token = config.discord_token.get_secret_value()
    account = settings.account_of(token)
    if account is not None:
        print(f"token: DISCORD_TOKEN is there, of the bot with the id {account}")
    else:
        yield (
            settings.NO_BOTS_TOKEN
            if token
            else f"DISCORD_TOKEN is missing; see .env.example. Looked at: {where}"
        )
    url = config.database_url
    try:
        file = embedded_file(url)
    # Opening it says what is wrong.
    except ArgumentError:
        file = None
    yield from _check_database(config, file)
    for line in _parts(config, is_file=url.startswith("sqlite")):
        print(line)
    if config.backup_dir is None:
        return
    if file is None:
        yield "BACKUP_DIR: of this database no copies would be made; PostgreSQL has pg_dump"
    else:
        yield from _check_copies(config.backup_dir.absolute(), config.backups_kept)


def _check_database(config: settings.Settings, file: Path | None) -> Iterator[str]:
    """Open the database and say where it is; yield what is wrong with that."""
    url, place = config.database_url, file and file.resolve()
    is_new = place is not None and not (place.exists() and place.stat().st_size)
    try:
        asyncio.run(_open_and_close(config))
    # A bot that runs holds the lock of its file, and that is as it should be.
    except DatabaseInUseError:
        print(f"database: {shown_address(url)} is in use: a bot plays on it")
    except (UnusableDatabaseError, DatabaseTroubleError) as error:
        yield str(error)
        return
    else:
        print(f"database: {shown_address(url)} opened")
    if place is not None:
        print(f"kept: all games in {visible(place)}{', which is new' if is_new else ''}")
        kind = mounts.mount_of(place).kind
        if kind in mounts.IN_MEMORY or kind in mounts.ON_A_NETWORK:
            fault = _REMOTE if kind in mounts.ON_A_NETWORK else _FLEETING
            yield f"DATABASE_URL: {visible(place)} {fault}"
    elif url.startswith("sqlite"):
        yield "DATABASE_URL: all games would be lost when the bot ends: name a file"
    else:
        print(f"kept: all games in {shown_address(url)}")


def _parts(config: settings.Settings, *, is_file: bool) -> Iterator[str]:
    """Yield lines on workers, shards and copies, and on settings without effect."""
    if config.workers:
        note = "WORKERS is left out: it is for PostgreSQL" if is_file else "left to workers"
        yield f"thinking: {note}"
    if (shards := config.shards) is not None:
        alone = "; other processes cannot play on a database in a file"
        limit = alone if is_file and not shards.are_all else ""
        yield f"shards: {shards.first} to {shards.last} of {shards.count}{limit}"
    if config.backup_dir is not None and not is_file:
        yield "nightly copies: BACKUP_DIR is left out: it is for a database in a file"


def _check_copies(folder: Path, copies: int) -> Iterator[str]:
    """Look whether nightly copies can be made; yield what is wrong."""
    # The first copy makes the folder: until then its parent has to be writable.
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if mounts.mount_of(there.resolve()).kind in mounts.IN_MEMORY:
        yield f"BACKUP_DIR: {there} {_FLEETING}"
    elif there.is_dir() and os.access(there, os.W_OK | os.X_OK):
        print(f"nightly copies: into {folder}, of which {copies} are kept")
        if there != folder:
            print(f"nightly copies: there is no {folder} yet; the first one makes it in {there}")
    else:
        yield f"BACKUP_DIR: nothing can be written to {there}"


async def _open_and_close(config: settings.Settings) -> None:
    """Open a database, which brings it to its newest form, and its queue; close them.

    Raises:
        UnusableDatabaseError: it cannot be opened.
        DatabaseTroubleError: nothing can be written to it.
    """
    async with await open_store(config.database_url) as store:
        # A standby can be opened too. There is no such charge.
        await store.charges.uncharge(0)
        if config.workers and store.is_shared:
            await (await open_queue(config.database_url, store)).close()


def _check_ui() -> Iterator[str]:
    """Let the Discord side check itself; yield what is wrong with it."""
    try:
        from metrobot.ui.process import front_check  # noqa: PLC0415 -- it may be broken

        for line in front_check.check_front():
            print(line)
    # Whatever is broken, the command ends with a verdict.
    except Exception as error:
        message = " ".join(str(error).split())
        yield f"the program is not whole: {type(error).__name__}: {message}"
