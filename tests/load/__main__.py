"""Measure the bot under load: python -m tests.load [PART ...].

The real processes on a Discord over loopback sockets, which takes a processor of its
own: what is measured on two is the bot on about one and a half.
"""

import asyncio
import os
import platform
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from tests.bench import growth
from tests.bench.measure import LEAST
from tests.load import burst, lasting, memory, turns
from tests.postgresql.server import LASTING, NoServerError, Server

Part = Callable[[Path, Server | None], Awaitable[None]]


async def _growth(_: Path, __: Server | None) -> None:
    await growth.main()


PARTS: Final[dict[str, Part]] = {
    "burst": burst.measure,
    "turns": turns.measure,
    "memory": memory.measure,
    "lasting": lasting.measure,
    "growth": _growth,
}


async def main(names: list[str]) -> None:
    if not set(names) <= PARTS.keys():
        sys.exit(f"python -m tests.load [PART ...]; parts: {', '.join(PARTS)}")
    print(f"{os.cpu_count()} processors, {platform.system()}, Python {platform.python_version()}")
    server = _server()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            for name in names or PARTS:
                began = time.monotonic()
                print(flush=True)
                await PARTS[name](Path(folder) / name, server)
                print(f"  ({name}: {time.monotonic() - began:.0f} s)", flush=True)
        finally:
            if server is not None:
                server.stop()


def _server() -> Server | None:
    """Return a PostgreSQL that keeps what it is given; None where none starts."""
    if LEAST:
        return None
    try:
        return Server.start(LASTING)
    except NoServerError as error:
        print(f"No PostgreSQL starts here, so that half is left out: {error}.")
        return None


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
