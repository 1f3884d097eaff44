"""Figures of what happens, in the form in which Prometheus reads them.

Labels are kinds that this release knows, never a person, a game or a channel.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import nan
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from metrobot.vitals.listener import Vitals

_ANSWERS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30)
"""Bounds in seconds; Discord waits three of them for the first answer."""
_PICTURES: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5)
_TRANSACTIONS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2)
_JOBS: Final = (0.1, 0.5, 1, 2, 5, 10, 30, 60, 120)


@dataclass(frozen=True, slots=True)
class Gauges:
    """Counts of what is unfinished at one moment.

    Attributes:
        games: unfinished games, by title and state.
        oldest_turn: seconds since the oldest turn of a running game began; 0: there is none.
        pending: messages that are still to be sent.
        pictures: pictures that wait to be drawn.
        jobs: jobs that wait for a process in which computers think, by kind.
        shards_down: shards of this process that Discord's gateway does not hear.
    """

    games: dict[tuple[str, str], int] = field(default_factory=dict)
    oldest_turn: float = 0.0
    pending: int = 0
    pictures: int = 0
    jobs: dict[str, int] = field(default_factory=dict)
    shards_down: int = 0


class Metrics(Vitals):
    """Listener that counts and times what happens, for Prometheus."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=registry)
        self._asked = self._counter("interactions", "What people pressed or typed.")
        first = "From an interaction to its first answer."
        self._acknowledged = self._times("acknowledgement", first, _ANSWERS)
        self._answered = self._times("answer", "From an interaction to its whole answer.", _ANSWERS)
        self._drawn = self._times("picture", "Drawing a picture.", _PICTURES)
        waited = "A transaction, waiting included."
        self._stored = self._times("database", waited, _TRANSACTIONS, ["kind"])
        self._thought = self._times("job", "A job of another process.", _JOBS, ["kind"])
        never = "Messages that will never be said."
        self._given_up = self._counter("deliveries_given_up", never)
        self._games = self._gauge("games", "Unfinished games.", ["title", "state"])
        self._oldest = self._gauge("oldest_turn_seconds", "Since the oldest turn began.")
        self._pending = self._gauge("deliveries_pending", "Messages that are still to be said.")
        self._pictures = self._gauge("pictures_waiting", "Pictures that wait to be drawn.")
        self._jobs = self._gauge("jobs_waiting", "Jobs that wait for a process.", ["kind"])
        self._down = self._gauge("gateway_shards_down", "Shards without a connection.")
        description = "Sessions that Discord's gateway has begun."
        self._sessions = Counter("metrobot_gateway_sessions", description, registry=registry)
        self._heard: float | None = None
        self._silence = self._gauge("gateway_silence_seconds", "Since the gateway's last event.")

    def _counter(self, name: str, description: str) -> Counter:
        return Counter(f"metrobot_{name}", description, ["kind"], registry=self._registry)

    def _times(
        self, name: str, description: str, bounds: tuple[float, ...], labels: Iterable[str] = ()
    ) -> Histogram:
        name = f"metrobot_{name}_seconds"
        return Histogram(name, description, tuple(labels), buckets=bounds, registry=self._registry)

    def _gauge(self, name: str, description: str, labels: Iterable[str] = ()) -> Gauge:
        return Gauge(f"metrobot_{name}", description, tuple(labels), registry=self._registry)

    def interaction_received(self, kind: str) -> None:
        """Count an interaction."""
        self._asked.labels(kind).inc()

    def acknowledged(self, seconds: float) -> None:
        """Count a first answer."""
        self._acknowledged.observe(seconds)

    def answered(self, seconds: float) -> None:
        """Count a whole answer."""
        self._answered.observe(seconds)

    def drawn(self, seconds: float) -> None:
        """Count a picture."""
        self._drawn.observe(seconds)

    def stored(self, kind: str, seconds: float) -> None:
        """Count a transaction."""
        self._stored.labels(kind).observe(seconds)

    def thought(self, kind: str, seconds: float) -> None:
        """Count a job."""
        self._thought.labels(kind).observe(seconds)

    def given_up(self, kind: str) -> None:
        """Count a message that will never be said."""
        self._given_up.labels(kind).inc()

    def session_begun(self) -> None:
        """Count a session."""
        self._sessions.inc()

    def event_heard(self) -> None:
        """Note the time of an event."""
        self._heard = time.monotonic()

    def text(self, moment: Gauges) -> bytes:
        """Return all figures as Prometheus reads them."""
        # A kind of which nothing is left would otherwise keep its last figure.
        self._games.clear()
        for (title, state), count in moment.games.items():
            self._games.labels(title, state).set(count)
        self._jobs.clear()
        for kind, count in moment.jobs.items():
            self._jobs.labels(kind).set(count)
        self._oldest.set(moment.oldest_turn)
        self._pending.set(moment.pending)
        self._pictures.set(moment.pictures)
        self._down.set(moment.shards_down)
        # Over HTTP, and in a worker, no gateway is ever heard.
        self._silence.set(nan if self._heard is None else time.monotonic() - self._heard)
        return generate_latest(self._registry)
