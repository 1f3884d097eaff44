"""Lock beside a database file, so that one process at a time plays on it."""

import os
import sys
from pathlib import Path
from typing import Final, Self

if sys.platform == "win32":
    import msvcrt

    def _claim(descriptor: int) -> None:
        """Lock an open file, or raise OSError if somebody else has."""
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _claim(descriptor: int) -> None:
        """Lock an open file, or raise OSError if somebody else has."""
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


HIDDEN: Final = 0o600
"""Mode of new files that hold games or lie beside them: only the bot's user has access."""


class InUseError(Exception):
    """Another process plays on the file.

    Args:
        path: of the lock.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


class FileLock:
    """Lock that is held; the system releases it when the process ends, however it ends."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor: int | None = descriptor

    @classmethod
    def take(cls, file: Path) -> Self:
        """Take the lock of a file, by whichever path it is named.

        Raises:
            InUseError: somebody has it.
            OSError: the lock cannot be written.
        """
        real = file.resolve()
        path = real.with_name(f"{real.name}.lock")
        while True:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, HIDDEN)
            try:
                _claim(descriptor)
            # Windows reports a lock that is held as a missing permission.
            except (BlockingIOError, PermissionError) as error:
                os.close(descriptor)
                raise InUseError(path) from error
            if _is_still_there(path, descriptor):
                return cls(path, descriptor)
            # Its last owner has removed it between our opening and locking it: take a new one.
            os.close(descriptor)

    def release(self) -> None:
        """Release the lock; a second call does nothing."""
        if self._descriptor is None:
            return
        # Windows cannot remove an open file.
        # Removed while it is locked: closed first, it could be locked by another process and then
        # be removed under it.
        if sys.platform != "win32":
            self.path.unlink(missing_ok=True)
        os.close(self._descriptor)
        self._descriptor = None


def _is_still_there(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False
