"""Memory: large pictures go back to the system, and what stays is not looked through again."""

import ctypes
import gc
import sys
from typing import Final

_MMAP_THRESHOLD: Final = -3  # M_MMAP_THRESHOLD in glibc's malloc.h
_LARGE: Final = 1 << 17


def give_back_large_blocks() -> None:
    """Have blocks of 128 kB and more taken from the system one by one.

    By itself glibc raises this bound with each large block that is freed, up to
    32 MB; pictures then come to lie between small things that stay, and the
    holes that they leave are never given back (about 40 MB in the bot).
    Elsewhere than on Linux with glibc nothing is done.
    """
    if sys.platform != "linux":
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_MMAP_THRESHOLD, _LARGE)


def settle() -> None:
    """Leave all that is there by now out of later collections of garbage.

    Modules, words and boards stay as long as the process does; going through
    them held up the loop for 100 ms and more, each time.
    """
    gc.collect()
    gc.freeze()
