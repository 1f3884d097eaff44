"""The lines of the day: which there are, and whether they are open."""

from collections.abc import Callable

from metrobot.engine.errors import Refusal
from metrobot.service.daily import timetable
from metrobot.service.daily.chain import chain_for
from metrobot.service.daily.line import Line, LineKey, line_at
from metrobot.service.daily.line_keys import Keys
from metrobot.service.model.clock import Clock
from metrobot.store.statements.daily.lines import LineRow
from metrobot.store.store import Store


class Lines:
    """All lines.

    Args:
        store: keeps them.
        clock: tells which day it is.
        entropy: returns 32 random bytes, of which the keys come.

    Attributes:
        keys: of the lines.
        clock: tells which day it is.
    """

    def __init__(self, store: Store, clock: Clock, entropy: Callable[[], bytes]) -> None:
        self._store = store
        self.keys = Keys(store, clock, entropy)
        self.clock = self.keys.clock
        self._unbarred = 0

    def forget(self) -> None:
        """Drop all caches: another database has taken the place of the old one."""
        self.keys.forget()
        self._unbarred = 0

    async def today(self) -> Line:
        """Return today's line, and store it if nobody has yet.

        Raises:
            Refusal: there are no lines at the time that the clock shows.
        """
        now = await self.clock.now()
        number = timetable.number_at(now)
        row = await self._store.lines.by_number(number)
        if row is None:
            # Not the chains in memory: every process has to publish the same commitment for a
            # line.
            chain = chain_for(await self.keys.read(), number)
            row = LineRow(number, timetable.map_of(number), chain.commitment(number))
            # By a clock that is wrong for minutes no day has come: its line would be missed.
            if self.clock.is_steady:
                row = await self._store.lines.note(row)
        return line_at(row, now)

    async def line(self, number: int) -> Line:
        """Return a line whose day has come.

        Raises:
            Refusal: there is none of this number.
        """
        now = await self.clock.now()
        today = timetable.number_at(now)
        if number == today:
            return await self.today()
        if number > today:
            raise Refusal(LineKey.NOT_YET, number=str(number), last=str(today))
        row = await self._store.lines.by_number(number)
        if row is None:
            first = await self._store.lines.first() or today
            raise Refusal(LineKey.NO_SUCH, first=str(first), last=str(today))
        return line_at(row, now)

    async def closed_line(self, number: int) -> Line:
        """Return a line that is over, of which something secret is about to be shown.

        Raises:
            Refusal: it is still open, or there is none, or the clock was just set.
        """
        line = await self.line(number)
        if not line.is_closed:
            raise Refusal(LineKey.STILL_OPEN, until=f"<t:{int(line.closes_at.timestamp())}:R>")
        self.clock.check_steady()
        if not line.row.closed:
            await self._store.lines.close(number, and_before=False)
        return line

    async def past(self, most: int) -> tuple[Line, ...]:
        """Return the latest lines that are over, the newest first."""
        now = await self.clock.now()
        rows = await self._store.lines.before(timetable.last_closed(now), most)
        return tuple(line_at(row, now) for row in rows)

    async def link(self, line: Line) -> str:
        """Return the link of a line that is over, in hexadecimal.

        Raises:
            Refusal: it is still open, or the clock was just set.
        """
        closed_line = await self.closed_line(line.number)
        # The links of all lines before it follow from its own.
        await self._store.lines.close(closed_line.number, and_before=True)
        return (await self.keys.chain_of(closed_line.row)).link(closed_line.number).hex()

    async def remove_bars(self) -> None:
        """Remove the bars of lines that are over."""
        last_closed = timetable.last_closed(await self.clock.now())
        if last_closed != self._unbarred:
            await self._store.lines.remove_bars(last_closed)
            self._unbarred = last_closed
