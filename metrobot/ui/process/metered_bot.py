"""The figures of a running bot."""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime

from metrobot.store.store import Store
from metrobot.thinking.pool import Pool
from metrobot.ui.app.clock import SystemClock
from metrobot.ui.kit.pictures.drawing import Drawing
from metrobot.vitals.metrics import Gauges, Metrics
from metrobot.vitals.site import metrics_site


@dataclass(frozen=True, slots=True)
class MeteredBot:
    """Parts of a bot from which its Gauges are read.

    Attributes:
        store: where games are kept.
        drawing: where pictures are drawn.
        pools: processes in which computers think, by the kind of their jobs.
    """

    store: Store
    drawing: Drawing
    pools: Mapping[str, Pool]

    async def moment(self, now: datetime) -> Gauges:
        """Return the Gauges."""
        found = await self.store.backlog()
        since = found.oldest_turn
        return Gauges(
            games=found.games,
            # Another machine's clock may be ahead of ours, or ours was set back.
            oldest_turn=0.0 if since is None else max(0.0, (now - since).total_seconds()),
            pending=found.pending,
            pictures=self.drawing.queue.waiting,
            jobs={kind: pool.waiting for kind, pool in self.pools.items()},
        )


def serve_metrics(
    port: int, figures: Metrics, counted: MeteredBot
) -> AbstractAsyncContextManager[int]:
    """Serve figures and health for as long as the context lasts; it gives the port, or 0.

    Args:
        port: of this machine.
        figures: the figures that are served.
        counted: the bot whose Gauges are read.
    """
    clock = SystemClock()
    return metrics_site(port, figures, lambda: counted.moment(clock.now()))
