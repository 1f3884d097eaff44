"""The line of the day as a whole: what `Tables` has of it."""

from collections.abc import Callable
from dataclasses import dataclass

from metrobot.engine.errors import Refusal
from metrobot.service.daily.line_reminders import LineReminders
from metrobot.service.daily.lines import Lines
from metrobot.service.daily.papers import Papers, Shares
from metrobot.service.daily.pars import Pars
from metrobot.service.daily.runs import Runs
from metrobot.service.daily.standings import LineStandings
from metrobot.service.model.clock import SteadyClock
from metrobot.service.outbox.worker import OutboxWorker
from metrobot.service.people.ledger import Ledger
from metrobot.service.people.people import People
from metrobot.service.ports import LineJudge
from metrobot.store.store import Store


@dataclass(frozen=True, eq=False)
class Daily:
    """The line of the day.

    Attributes:
        lines: all lines.
        standings: how people stand in them.
        runs: games of lines.
        pars: finds out the par of each line.
        papers: morning papers.
        reminders: reminders of lines.
        shares: strips and sheets that people post.
    """

    lines: Lines
    standings: LineStandings
    runs: Runs
    pars: Pars
    papers: Papers
    reminders: LineReminders
    shares: Shares

    async def sweep(self) -> None:
        """Do all that is due: find pars, send papers and reminders, clear what is old."""
        try:
            await self.lines.today()
        except Refusal:
            return  # a clock that shows no day of a line: whoever asks for one is told
        await self.pars.sweep()
        if not self.lines.clock.is_steady:
            return  # what is sent or cleared by a wrong clock is not undone
        await self.lines.remove_bars()
        await self.papers.sweep()
        await self.reminders.sweep()
        await self.runs.clear()

    def forget(self) -> None:
        """Drop all caches: another database has taken the place of the old one."""
        self.lines.forget()
        self.standings.forget()
        self.runs.forget()


def make_daily(
    store: Store,
    clock: SteadyClock,
    *,
    entropy: Callable[[], bytes],
    ledger: Ledger,
    people: People,
    outbox: OutboxWorker,
    judge: LineJudge | None,
    begun: Callable[[], None],
) -> Daily:
    """Return the line of the day on a store.

    Args:
        store: keeps it.
        clock: tells the time.
        entropy: returns 32 random bytes.
        ledger: counts what people cause.
        people: know the preferences of whoever is reminded.
        outbox: posts papers, reminders, strips and sheets.
        judge: finds out pars; None: no line gets one.
        begun: is called when the first person begins a line, so that it can be judged.
    """
    # Lines are of a day: they go by the machine's clock, and see for themselves when it is set.
    day = clock.machine
    lines, standings = Lines(store, day, entropy), LineStandings(store, day)
    lines.clock.when_set = standings.forget
    runs = Runs(store, day, lines, ledger, begun)
    return Daily(
        lines,
        standings,
        runs,
        Pars(store, day, lines, judge),
        Papers(store, clock, lines, standings, runs, outbox),
        LineReminders(store, clock, lines, standings, people, outbox),
        Shares(store, clock, outbox),
    )
