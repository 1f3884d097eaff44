"""Putting a copy of the database back, once it is certain that its games can go on."""

import asyncio
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from metrobot.engine.log import CorruptLogError
from metrobot.engine.title import Titles
from metrobot.service.model.loader import TableLoader, existing
from metrobot.service.model.play import Status
from metrobot.store.db.file_lock import FileLock
from metrobot.store.migrations import UnusableFormError
from metrobot.store.store import Store
from metrobot.store.upkeep.backup import PARTIAL, BackupError, copy_out, discard, publish_copy


class RestoreError(Exception):
    """Copy that cannot be put back; the message is one line."""


class RestoredDatabase(NamedTuple):
    """Content of a database that was put back.

    Attributes:
        running: number of running games, each replayed from its first event.
        lobbies: number of lobbies.
    """

    running: int
    lobbies: int


def restore(source: Path, target: Path, titles: Titles) -> RestoredDatabase:
    """Put a copy in the place of a database; the copy stays as it is.

    It is checked and migrated, and each unfinished game is replayed by the rules.
    If anything is wrong, nothing is left behind.

    Args:
        source: the copy, as `back_up` makes it.
        target: path of the database, where there must be none.
        titles: the games that can be played.

    Raises:
        RestoreError: there is a database, or the copy cannot be played on.
        InUseError: another process plays there.
        OSError: the copy cannot be read, or the database cannot be written.
    """
    if not source.is_file():
        raise RestoreError(f"there is no copy {source}")
    # Before anything is looked at: no bot may start there meanwhile.
    lock = FileLock.take(target)
    part = target.with_name(target.name + PARTIAL)
    try:
        # A journal that was left beside would be played into the new file.
        for beside in ("", "-wal", "-journal"):
            path = target.with_name(target.name + beside)
            if path.exists() and (beside or path.stat().st_size):
                raise RestoreError(f"{path} is there; move it away first, nothing is written over")
        # Under another name until all is checked: a crash must not leave half a database at the
        # target.
        copy_out(source, part)
        restored = asyncio.run(_checked(source, part, titles))
        publish_copy(part, target)
    except BackupError as error:
        raise RestoreError(str(error)) from error
    finally:
        discard(part)
        lock.release()
    return restored


async def _checked(source: Path, part: Path, titles: Titles) -> RestoredDatabase:
    """Migrate a copy and replay its unfinished games."""
    try:
        store = await Store.open(f"sqlite+aiosqlite:///{part}")
    except UnusableFormError as error:
        raise RestoreError(
            f"{source} cannot be put back: {error.reason}. {error.remedy}"
        ) from error
    except sa.exc.SQLAlchemyError as error:
        first = str(error).splitlines()[0]
        raise RestoreError(f"{source} cannot be brought to the newest form: {first}") from error
    async with store:
        for difference in await store.soundness.differences():
            raise RestoreError(f"{source} has other tables than this release: {difference}")
        return await _played_again(store, titles)


async def _played_again(store: Store, titles: Titles) -> RestoredDatabase:
    """Replay each unfinished game, and count them."""
    loader, running, lobbies = TableLoader(store, titles), 0, 0
    for game in await store.soundness.unfinished():
        try:
            is_running = await _played(store, loader, game)
        except RestoreError:
            raise
        except Exception as error:
            # Events may hold secrets, and this line stands on a screen.
            where = str(error).partition(":")[0] if isinstance(error, CorruptLogError) else ""
            reason = where or type(error).__name__
            raise RestoreError(f"game {game} cannot be played again: {reason}") from error
        running, lobbies = running + is_running, lobbies + (not is_running)
    return RestoredDatabase(running, lobbies)


async def _played(store: Store, loader: TableLoader, game: int) -> bool:
    """Replay a game; return False for a lobby, which has nothing to replay."""
    row = existing(await store.games.by_id(game))
    table = await loader.table(row)
    if table.status is Status.LOBBY:
        return False
    newest = await store.soundness.newest_event(game)
    if newest != row.revision:
        raise RestoreError(f"game {game} has events up to {newest}, but stands at {row.revision}")
    if row.awaited not in (None, table.places_to_act()):
        raise RestoreError(f"game {game} awaits others than its events say")
    return True
