"""The real `python -m metrobot serve` as a process, behind a balancer."""

import socket
from pathlib import Path

from tests.faults.loopback import Loopback
from tests.faults.process import STARTS, Bot
from tests.faults.serve import AHEAD, SECONDS
from tests.faults.world import until
from tests.ui.signing import PUBLIC_KEY

SCRIPT = Path(__file__).with_name("serve.py")
LISTENING = "Interactions are taken at"


def free_port() -> int:
    """Return a port that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


class Served(Bot):
    """One process after another at the same port."""

    def __init__(
        self,
        discord: Loopback,
        folder: Path,
        url: str | None = None,
        lease: float | None = None,
        ahead: float = 0,
    ) -> None:
        self.port = free_port()
        more = {"DISCORD_PUBLIC_KEY": PUBLIC_KEY, "SERVE_PORT": str(self.port), AHEAD: str(ahead)}
        if lease is not None:
            more[SECONDS] = str(lease)
        super().__init__(discord, folder, SCRIPT, url, more=more)

    @property
    def number(self) -> int:
        """Process id."""
        return self._running.pid

    async def start(self) -> None:
        """Start it, and wait until it listens."""
        before = self.log.count(LISTENING)
        self.launch()
        await until(
            lambda: self.log.count(LISTENING) > before or self.code is not None,
            STARTS,
            f"it listens; {self.log[-2000:]}",
        )
        assert self.code is None, self.log[-3000:]
        self._discord.balancer.ports.append(self.port)

    async def kill(self) -> None:
        """Kill it without a warning."""
        self._running.kill()
        await self.ended(5)
        self.leave()

    def leave(self) -> None:
        """Take the port out of the balancer: no interaction comes here any more."""
        if self.port in self._discord.balancer.ports:
            self._discord.balancer.lose(self.port)
