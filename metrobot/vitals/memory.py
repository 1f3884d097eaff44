"""Memory: pictures' memory goes back to the system, and garbage collection skips what stays."""

import ctypes
import gc
import sys
from typing import Final

_MMAP_THRESHOLD: Final = -3  # M_MMAP_THRESHOLD in glibc's malloc.h
_LARGE: Final = 1 << 17


# By itself glibc raises this bound with each large block that is freed, up to 32 MB. Pictures then
# lie between small things that stay, and the holes that they leave (about 40 MB) are never given
# back: docs/decisions/fast-pictures.md.
def give_back_large_blocks() -> None:
    """Have malloc take blocks of 128 kB and more from the system one by one.

    Does nothing but on Linux with glibc.
    """
    _of_glibc("mallopt", _MMAP_THRESHOLD, _LARGE)


def give_back_holes() -> None:
    """Return memory that nothing uses any more to the system.

    Pictures leave such holes in the memory of each thread; a call takes half a millisecond.
    """
    _of_glibc("malloc_trim", 0)


def _of_glibc(name: str, *numbers: int) -> None:
    """Call a function of glibc's that manages memory; elsewhere do nothing."""
    function = getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
    if function is not None:
        function(*numbers)


def freeze() -> None:
    """Leave all present objects out of later garbage collections."""
    # Modules, words and boards stay as long as the process; each pass over them held up the
    # event loop for 100 ms and more.
    gc.collect()
    gc.freeze()
