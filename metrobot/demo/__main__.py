"""Play in the browser: python -m metrobot.demo."""

import argparse
import asyncio
import contextlib
import signal
import socket
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from metrobot import logs
from metrobot.demo.bot_in_process import embedded_playground
from metrobot.demo.proxy import HOST
from metrobot.store.open import UnusableDatabaseError

PORT: Final = 8900
"""Port of the page, unless another is asked for or this one is taken."""


def main(arguments: Sequence[str]) -> int:
    """Serve the playground until it is stopped; return the exit code."""
    options = _parser().parse_args(arguments)
    logs.set_up("ERROR")
    try:
        with contextlib.ExitStack() as stack:
            asyncio.run(_serve(_folder(options.keep, stack), options.port))
    except (OSError, UnusableDatabaseError) as error:
        print(f"The playground cannot start: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m metrobot.demo",
        description="Play with the bot in the browser: no Discord, no token.",
    )
    parser.add_argument("--port", type=int, help=f"on this machine (default: {PORT} or any free)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the database in this folder")
    return parser


def _folder(keep: Path | None, stack: contextlib.ExitStack) -> Path:
    """Return the database's folder: one that is kept, or a temporary one."""
    if keep is None:
        return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="metrobot-")))
    keep.mkdir(parents=True, exist_ok=True)
    return keep


async def _serve(folder: Path, port: int | None) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    open_port = free_port(PORT) if port is None else port
    async with embedded_playground(folder, open_port) as address:
        print(f"\n  Open {address} in a browser. Ctrl-C stops the playground.\n", flush=True)
        await stop.wait()
    print("Stopped.")


def free_port(first: int) -> int:
    """Return a port if it is free, else 0, which means any."""
    with socket.socket() as attempt:
        # As the server does: a port just left by another playground is free.
        attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            attempt.bind((HOST, first))
        except OSError:
            return 0
    return first


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
