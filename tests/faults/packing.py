"""How a gateway packs what it sends: in whichever of Discord's two ways a client asks for."""

import zlib
from collections.abc import Callable, Mapping
from typing import Final

Packer = Callable[[bytes], bytes]
"""Packs one message after those before it, all in one stream."""
_MAGIC: Final = bytes.fromhex("28b52ffd")
_HEAD: Final = bytes([0x00, 0x38])
"""Neither size nor checksum; a window of 128 KiB."""
_LARGEST: Final = 1 << 17
"""Bytes that a block may hold."""


def zlib_stream() -> Packer:
    """Return a packer for a zlib stream."""
    packer = zlib.compressobj()
    return lambda data: packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH)


def zstd_stream() -> Packer:
    """Return a packer for a Zstandard stream of uncompressed blocks (RFC 8878, 3.1.1).

    Python packs so from 3.14 on, and discord.py asks for it as soon as Python
    can; all that is needed of it here is what any version can write.
    """
    begun = False

    def pack(data: bytes) -> bytes:
        nonlocal begun
        head = b"" if begun else _MAGIC + _HEAD
        begun = True
        cut = (data[at : at + _LARGEST] for at in range(0, len(data), _LARGEST))
        return head + b"".join((len(each) << 3).to_bytes(3, "little") + each for each in cut)

    return pack


PACKERS: Final[Mapping[str, Callable[[], Packer]]] = {
    "zlib-stream": zlib_stream,
    "zstd-stream": zstd_stream,
}
