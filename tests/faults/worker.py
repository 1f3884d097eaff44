"""The real `python -m metrobot work` as a process, to be killed while it thinks."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from metrobot.workers.command import READY
from tests.faults.process import KEPT, NOTHING, ROOT, STARTS
from tests.faults.world import until


class Helper:
    """A worker."""

    def __init__(self, folder: Path, url: str, more: Mapping[str, str] = NOTHING) -> None:
        environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        self._log = folder / "worker.log"
        folder.mkdir(exist_ok=True)
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "metrobot", "work"],
                cwd=folder,
                env={**environment, "DATABASE_URL": url, "PYTHONPATH": str(ROOT), **more},
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    @property
    def log(self) -> str:
        """All that it has written."""
        return self._log.read_text(encoding="utf-8")

    @property
    def thinkers(self) -> list[int]:
        """The processes in which it thinks, by their numbers."""
        number = self.process.pid
        children = Path(f"/proc/{number}/task/{number}/children").read_text(encoding="utf-8")
        return [int(child) for child in children.split()]

    async def ready(self) -> None:
        """Wait until it takes jobs."""
        await until(lambda: READY in self.log, STARTS, "the worker is there")

    def stall(self) -> None:
        """Let it think without an end."""
        for child in self.thinkers:
            os.kill(child, signal.SIGSTOP)

    def kill(self) -> None:
        """Kill it without a warning, as a power cut does."""
        children = self.thinkers if self.process.poll() is None else []
        self.process.kill()
        self.process.wait()
        for child in children:  # they end with it, once they go on
            os.kill(child, signal.SIGCONT)
