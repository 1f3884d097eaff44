"""Memory: large pictures go back to the system, and what stays is not looked through again."""

import ctypes
import gc
import sys
from typing import Final

_MMAP_THRESHOLD: Final = -3  # M_MMAP_THRESHOLD in glibc's malloc.h
_LARGE: Final = 1 << 17


# glibc would keep the holes that pictures leave: docs/decisions/fast-pictures.md.
def give_back_large_blocks() -> None:
    """Have blocks of 128 kB and more taken from the system one by one.

    By itself glibc raises this bound with each large block that is freed, up to
    32 MB; pictures then come to lie between small things that stay, and the
    holes that they leave are never given back (about 40 MB in the bot).
    Elsewhere than on Linux with glibc nothing is done.
    """
    _of_glibc("mallopt", _MMAP_THRESHOLD, _LARGE)


def give_back_holes() -> None:
    """Give back to the system the pages that nothing lies on any more.

    Pictures leave such holes between what stays, in the memory of each thread;
    to look through it takes half a millisecond.
    """
    _of_glibc("malloc_trim", 0)


def _of_glibc(name: str, *numbers: int) -> None:
    """Call a function of glibc's that has to do with memory; elsewhere do nothing."""
    function = getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
    if function is not None:
        function(*numbers)


def freeze() -> None:
    """Leave all that is there by now out of later collections of garbage.

    Modules, words and boards stay as long as the process does; going through
    them held up the loop for 100 ms and more, each time.
    """
    gc.collect()
    gc.freeze()
