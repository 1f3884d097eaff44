"""The table of mounts: on what kind of disk a file lies."""

import re
from pathlib import Path
from typing import Final, NamedTuple

TABLE: Final = Path("/proc/self/mounts")
"""Linux' table; other systems have none."""
IN_MEMORY: Final = frozenset({"ramfs", "tmpfs"})
ON_A_NETWORK: Final = frozenset(
    {"ceph", "cifs", "davfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs", "nfs", "nfs4", "smb3"}
)
_ESCAPED: Final = re.compile(r"\\([0-7]{3})")


class Mount(NamedTuple):
    """One mount.

    Attributes:
        point: where it is mounted.
        kind: its file system, as Linux calls it; empty if unknown.
    """

    point: Path
    kind: str


def mount_of(path: Path) -> Mount:
    """Return the mount on which a file is, or would be.

    Args:
        path: of the file, without links.
    """
    mount = Mount(Path(path.anchor), "")
    try:
        lines = TABLE.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return mount
    for line in lines:
        _, escaped, kind, *_ = line.split(" ")
        point = Path(_ESCAPED.sub(lambda sign: chr(int(sign[1], 8)), escaped))
        # Of two mounts at one point the later one hides the other.
        if path.is_relative_to(point) and len(point.parts) >= len(mount.point.parts):
            mount = Mount(point, kind)
    return mount
