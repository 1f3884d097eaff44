"""From the start of the program to a bot that is ready for presses."""

import subprocess
import sys
import time

from tests.bench.measure import some, spread

_TIMES = some(3, 1)
_READY = """
import asyncio, pathlib, tempfile
from metrobot.demo.bot_in_process import embedded_bot
async def start():
    with tempfile.TemporaryDirectory() as folder:
        async with embedded_bot(pathlib.Path(folder)):
            pass
asyncio.run(start())
"""


def measure() -> str:
    """Return the startup time: Python, imports, a new database, the bot, its commands."""
    seconds = []
    for _ in range(_TIMES):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", _READY], check=True)
        seconds.append(time.perf_counter() - start)
    return spread(seconds)
