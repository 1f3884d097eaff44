"""The line of the day as a whole: what `Tables` has of it."""

from collections.abc import Callable
from dataclasses import dataclass

from metrobot.service.daily.lines import Lines
from metrobot.service.daily.papers import Papers
from metrobot.service.daily.pars import Pars
from metrobot.service.daily.runs import Runs
from metrobot.service.model.clock import Clock
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.ledger import Ledger
from metrobot.service.people.people import People
from metrobot.service.ports import LineJudge
from metrobot.store.store import Store


@dataclass(frozen=True, eq=False)
class Daily:
    """The line of the day.

    Attributes:
        lines: which there are, and how people stand in them.
        runs: what is played of them.
        pars: what they are worth.
        papers: what is told of them.
    """

    lines: Lines
    runs: Runs
    pars: Pars
    papers: Papers

    async def sweep(self) -> None:
        """Do what is due in a round: lines are closed, papers sent, old runs cleared away."""
        await self.lines.close()
        await self.pars.sweep()
        await self.papers.sweep()
        await self.runs.clear()

    def forget(self) -> None:
        """Know nothing any more: another database has taken the place of the one that was."""
        self.lines.forget()
        self.runs.forget()


def make_daily(
    store: Store,
    clock: Clock,
    *,
    entropy: Callable[[], bytes],
    ledger: Ledger,
    people: People,
    outbox: OutboxWorker,
    judge: LineJudge | None,
    begun: Callable[[], None],
) -> Daily:
    """Return the line of the day, over a store.

    Args:
        store: keeps it.
        clock: tells the time.
        entropy: returns 32 random bytes.
        ledger: counts what people cause.
        people: know who may be disturbed.
        outbox: posts what is told.
        judge: finds out what lines are worth; None: nobody does.
        begun: is called when a line is begun by the first of all, so that it can be judged.
    """
    lines = Lines(store, clock, entropy)
    runs = Runs(store, clock, lines, ledger, begun)
    pars = Pars(store, clock, lines, judge)
    return Daily(lines, runs, pars, Papers(store, clock, lines, runs, people, outbox))
