"""Pars of lines: found out once the cards are fixed, with lower priority than people's jobs."""

import asyncio
import logging
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final

from metrobot.service.daily import timetable
from metrobot.service.daily.line import line_at
from metrobot.service.daily.lines import Lines
from metrobot.service.model.clock import Clock
from metrobot.service.ports import LineJudge, ParJob
from metrobot.service.waits.late_answers import LateAnswers
from metrobot.store.statements.daily.lines import LineRow
from metrobot.store.store import Store

log = logging.getLogger(__name__)

LEFT: Final = timedelta(minutes=15)
"""Time after which a judge that has begun is taken for dead; none takes so long."""
TRIED: Final = 7
"""Latest lines that are looked at."""


@dataclass(eq=False)
class Pars:
    """Has the par of each line found out, once.

    Attributes:
        store: keeps them.
        clock: tells how long ago somebody began.
        lines: know the cards.
        judge: plays them; None: no line gets a par.
        late: who waits for the par of a line.
    """

    store: Store
    clock: Clock
    lines: Lines
    judge: LineJudge | None
    late: LateAnswers[int] = field(init=False)
    _making: set[asyncio.Task[None]] = field(default_factory=set, init=False)

    def __post_init__(self) -> None:
        """Let people wait for pars."""
        self.late = LateAnswers(self.clock, self._is_known)

    async def _is_known(self, number: int) -> bool:
        row = await self.store.lines.by_number(number)
        return row is not None and row.par is not None

    async def sweep(self, judge: LineJudge | None = None) -> None:
        """Begin to find out the par of each line that has none.

        Args:
            judge: who plays these lines; None: the usual judge.
        """
        # Another process may have found one out.
        await self.late.tell()
        judge = judge or self.judge
        if judge is None or self._making:
            return
        now = self.clock.now()
        first_number = timetable.number_at(now) - TRIED
        for row in await self.store.lines.without_par(first_number, now - LEFT):
            # Another process may be doing it: only one is told yes.
            if await self.store.lines.ask_for_par(row, now):
                task = asyncio.get_running_loop().create_task(self._make(row, judge))
                self._making.add(task)
                task.add_done_callback(self._making.discard)

    async def finished(self) -> None:
        """Wait until everything that was begun is done."""
        while self._making:
            await asyncio.gather(*self._making, return_exceptions=True)

    async def close(self) -> None:
        """Cancel all that is under way; another sweep begins it again."""
        tasks = tuple(self._making)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _make(self, row: LineRow, judge: LineJudge) -> None:
        try:
            dealing = await self.lines.keys.dealing(line_at(row, self.clock.now()))
            result = await judge.judge(ParJob(row.number, row.map, dealing.key, dealing.salt))
            worth = replace(row, par=result.par, easy=result.easy, best=result.best)
            await self.store.lines.store_par(replace(worth, policy=result.policy, fair=result.fair))
            await self.late.tell(row.number)
        except Exception:
            # The line stays without a par, so a later sweep tries again.
            log.exception("the par of line %d could not be found out", row.number)
