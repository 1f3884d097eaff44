"""The real `bot.py` as a process, to be killed at will."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.faults.loopback import Loopback
from tests.faults.rest import TOKEN
from tests.faults.world import until

ROOT = Path(__file__).parents[2]
STARTS = 40.0
"""Seconds that a start may take on a machine that is busy."""
KEPT = ("PATH", "HOME", "LANG", "SYSTEMROOT", "VIRTUAL_ENV")
"""What the process gets of our environment."""
NOTHING: Mapping[str, str] = {}
_STILLBORN = re.compile(
    r"Traceback \(most recent call last\):\n"
    r'  File "<string>", line 1, in <module>\n'
    r'  File "[^"]*multiprocessing/spawn\.py".*\n(?:  .*\n)+'
    r"(?:EOFError|_pickle\.UnpicklingError): .*\n"
)
"""What Python writes of a process that was to think, where the bot was killed as it began."""


class Bot:
    """One bot after another on the same database."""

    def __init__(
        self,
        discord: Loopback,
        folder: Path,
        script: Path = ROOT / "bot.py",
        url: str | None = None,
        *,
        more: Mapping[str, str] = NOTHING,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._discord = discord
        self._folder = folder
        self._script = script
        self._process: subprocess.Popen[bytes] | None = None
        self.database = folder / "games.db"
        self._url = url or f"sqlite+aiosqlite:///{self.database}"
        self._more = dict(more)
        self.starts = 0

    @property
    def log(self) -> str:
        """All that it has written, in all its lives."""
        path = self._folder / "bot.log"
        return _STILLBORN.sub("", path.read_text(encoding="utf-8")) if path.exists() else ""

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._running.pid

    @property
    def code(self) -> int | None:
        """Its exit code, None while it runs."""
        return self._running.poll()

    @property
    def _running(self) -> "subprocess.Popen[bytes]":
        assert self._process is not None, "never started"
        return self._process

    def launch(self) -> None:
        """Start it, without waiting until it is there."""
        environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        environment |= {
            "DISCORD_TOKEN": TOKEN,
            "DISCORD_API": self._discord.api,
            "DATABASE_URL": self._url,
            "PYTHONPATH": os.pathsep.join(sys.path),
            "PYTHONUNBUFFERED": "1",
            **self._more,
        }
        with (self._folder / "bot.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, str(self._script)],
                cwd=self._folder,
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self.starts += 1

    async def start(self) -> None:
        """Start it, and wait until it hears what happens."""
        before = self._discord.gateway.identified
        self.launch()
        gateway = self._discord.gateway
        await until(
            lambda: gateway.identified > before or self.code is not None, STARTS, "the bot is there"
        )
        assert self.code is None, self.log[-3000:]

    async def kill(self) -> None:
        """Kill it without a warning, as a power cut does."""
        self._running.kill()
        await self.ended(5)
        self._discord.gateway.forget()

    def tell(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self._running.send_signal(number)

    async def ended(self, seconds: float) -> int:
        """Wait until it has ended; return its exit code."""
        await until(lambda: self.code is not None, seconds, f"it ends; {self.log[-2000:]}")
        return self._running.returncode

    async def stop(self) -> None:
        """Have it end in whatever way, if it still runs."""
        if self._process is not None and self.code is None:
            await self.kill()
