"""One process at a time plays on a file: a lock beside it, which dies with its process."""

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
"""The rights to a new file that holds games, or lies beside one: whoever runs the bot alone."""


class InUseError(Exception):
    """Another process plays on the file.

    Args:
        path: of the lock.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


class FileLock:
    """A lock that is held; the system lets it go when its process ends, however that ends."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor: int | None = descriptor

    @classmethod
    def take(cls, file: Path) -> Self:
        """Take the lock of a file, by whichever way it is named.

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
            except (BlockingIOError, PermissionError) as error:
                os.close(descriptor)
                raise InUseError(path) from error
            if _is_still_there(path, descriptor):
                return cls(path, descriptor)
            os.close(descriptor)  # whoever had it has just removed it

    def release(self) -> None:
        """Let it go; once is enough."""
        if self._descriptor is None:
            return
        if sys.platform != "win32":  # there, an open file cannot be removed
            self.path.unlink(missing_ok=True)
        os.close(self._descriptor)
        self._descriptor = None


def _is_still_there(path: Path, descriptor: int) -> bool:
    """Return whether an open file is the one that has this name."""
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False
