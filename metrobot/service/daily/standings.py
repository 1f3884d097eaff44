"""How people stand in lines: streaks, tables of a line and of a week."""

import asyncio
from collections.abc import AsyncIterator, Hashable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Final

from cachetools import LRUCache

from metrobot.service.daily import timetable
from metrobot.service.daily.line import Line
from metrobot.service.daily.streaks import (
    NO_WEEK,
    NONE,
    Streak,
    WeekScore,
    WeekTable,
    streak_of,
    week_sum,
)
from metrobot.service.model.clock import Clock
from metrobot.service.model.play import Person, PlayerId
from metrobot.service.ports import FindGone
from metrobot.store.statements.daily.lines import Finisher, LineRow, LineTable
from metrobot.store.statements.daily.runs import DayResult
from metrobot.store.store import Store

TOWN: Final = 2
"""People of a server who have to finish a line for the server's own streak, of `GROWN` age."""
MONTH: Final = 30
"""Days of somebody's own page."""
AROUND: Final = 5
"""Most servers whose people stand in somebody's table elsewhere."""
MOST_AROUND: Final = 500
"""Most people of one of them."""
_STREAKS: Final = 4096
"""Most people, and most servers, whose streaks are remembered."""
_WEEKS: Final = 20_000
"""Most people whose sums of a week are remembered."""
_SETTLING: Final = timedelta(minutes=10)
"""Time after its end in which a result of a line may still be stored, by slower processes too."""
_STEP: Final = 60
"""Lines read at a time while a server's streak is counted."""


class LineStandings:
    """Streaks and tables of all lines."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._streaks: LRUCache[PlayerId, tuple[int, Streak]] = LRUCache(_STREAKS)
        self._towns: LRUCache[int, tuple[int, int]] = LRUCache(_STREAKS)
        self._weeks: LRUCache[Hashable, tuple[WeekScore, ...]] = LRUCache(_WEEKS, getsizeof=len)

    def forget(self) -> None:
        """Drop remembered streaks and weeks, because somebody was forgotten."""
        self._streaks.clear()
        self._towns.clear()
        self._weeks.clear()

    async def streak(self, player: PlayerId) -> Streak:
        """Return somebody's streak."""
        last_closed, settled = self._over()
        # Lines that are over change no more, so what they came to is remembered.
        last_number, last_streak = self._streaks.get(player, (0, NONE))
        if last_number > settled:
            last_number, last_streak = 0, NONE  # the clock was set back
        results = await self._store.lines.of_player(player, last_number + 1)
        old_results = (result for result in results if result[0] <= settled)
        old_streak = streak_of(old_results, settled + 1, last_streak)
        self._streaks[player] = settled, old_streak
        open_results = (result for result in results if result[0] > settled)
        return streak_of(open_results, last_closed + 1, old_streak)

    async def server_streak(self, guild: int) -> int:
        """Return a server's streak: lines in a row that `TOWN` of its people have finished."""
        today, (last_closed, settled) = timetable.number_at(self._clock.now()), self._over()
        # Lines that are over change no more, so what they came to is remembered.
        last_number, last_streak = self._towns.get(guild, (0, 0))
        if last_number > settled:
            last_number, last_streak = 0, 0  # the clock was set back
        lines = [line async for line in self._town_lines(guild, last_number + 1, today)]
        if all(is_played for number, is_played in lines if settled < number <= last_closed):
            old_lines = [is_played for number, is_played in lines if number <= settled]
            self._towns[guild] = settled, sum(old_lines) + (last_streak if all(old_lines) else 0)
        is_unbroken = all(is_played for number, is_played in lines if number <= last_closed)
        return sum(is_played for _, is_played in lines) + (last_streak if is_unbroken else 0)

    def _over(self) -> tuple[int, int]:
        """Return the newest line that is over, and the newest whose results are all stored."""
        now = self._clock.now()
        return timetable.last_closed(now), timetable.last_closed(now - _SETTLING)

    async def _town_lines(
        self, guild: int, first: int, last: int
    ) -> AsyncIterator[tuple[int, bool]]:
        """Yield lines, the newest first, each with whether a server has played it.

        The first line that is over and was not played is the last one.
        """
        open_from = self._over()[0] + 1
        while True:
            lines = await self._store.lines.played_here(
                guild, (first, last), _STEP, people=TOWN, young=timetable.first_young(first)
            )
            for number, is_played in lines:
                yield number, is_played
                if not is_played and number < open_from:
                    return
            if len(lines) < _STEP:
                return
            last = lines[-1][0] - 1

    async def finishers(self, guild: int, number: int) -> tuple[Finisher, ...]:
        """Return the people of a server who have finished a line, the best first."""
        return (await self._store.lines.finishers(guild, number, number)).get(number, ())

    async def beaten(self, number: int, score: int, player: PlayerId) -> tuple[int, int]:
        """Return the number of others with fewer points on a line, and the number of all others."""
        return await self._store.lines.beaten(number, score, player)

    async def month(self, player: PlayerId, last_number: int) -> tuple[DayResult, ...]:
        """Return the lines of thirty days that count, each with what somebody got on it."""
        return await self._store.runs.month_of(player, last_number - MONTH + 1, last_number)

    async def table(self, guild: int, line: Line, player: PlayerId, most: int) -> LineTable:
        """Return a server's table of a line, as somebody may see it.

        Args:
            guild: id of the server.
            line: the line.
            player: who looks.
            most: people to be named, at most.
        """
        if line.row.void:
            return LineTable((), 0, sees=True)
        return await self._store.lines.table_here(
            guild, line.number, player, most, is_open=not line.is_closed
        )

    async def table_around(
        self, line: Line, person: Person, most: int, gone: FindGone
    ) -> LineTable:
        """Return a line's table of the servers on which somebody has lately played and still is.

        Args:
            line: the line.
            person: who looks, wherever they played this line.
            most: people to be named, at most.
            gone: returns which people have left a server.
        """
        if line.row.void:
            return LineTable((), 0, sees=True)
        player, rows = person.id, dict[int, Finisher]()
        run = await self._store.runs.of(line.number, player)
        if run is not None and run.score is not None:
            rows[player] = Finisher(player, person.name, True, run.id, run.score, run.empty or 0)
        guilds = await self._store.lines.servers_of(player, line.number - MONTH, AROUND)
        for guild in guilds:
            if player not in await gone(guild, (player,)):
                table = await self._store.lines.table_here(
                    guild, line.number, player, MOST_AROUND, is_open=False
                )
                rows |= {row.player: row for row in table.shown}
        sees = line.is_closed or player in rows
        shown = sorted(rows.values(), key=lambda row: (-row.score, row.empty, row.player))
        return LineTable(tuple(shown[:most]), len(shown), sees)

    async def week(self, guild: int, number: int, most: int) -> WeekTable:
        """Return a server's table of the week of a line, the best first.

        Lines that have no par, and those that are still open, count for nobody.

        Args:
            guild: id of the server.
            number: of a line.
            most: people to be named, at most.
        """
        (last_closed, settled), days = self._over(), timetable.week_of(number)
        last = min(days[-1], last_closed)
        rows = await self._store.lines.before(last, len(days))
        par_rows = [row for row in rows if row.par is not None and not row.void]
        rows_by_number = {row.number: row for row in par_rows if row.number in days}
        if not rows_by_number:
            return NO_WEEK
        key = (guild, *((row.number, row.par, row.easy) for row in rows_by_number.values()))
        sums = self._weeks.get(key)
        if sums is None:
            finishers = await self._store.lines.finishers(
                guild, min(rows_by_number), max(rows_by_number)
            )
            # In a thread: the scores of a large server would hold up the event loop.
            sums = await asyncio.to_thread(_sums_of, rows_by_number, finishers)
            with suppress(ValueError):  # too large to be kept
                if last <= settled:
                    self._weeks[key] = sums
        # What was played stays as it was; who has left stands in no table.
        leavers = await self._store.people.gone(guild)
        sums = tuple(score for score in sums if score.player not in leavers)
        return WeekTable(await self._named(sums, most), len(sums))

    async def _named(self, sums: Sequence[WeekScore], most: int) -> tuple[WeekScore, ...]:
        """Return the scores of the first people of a week who let others see how they play."""
        scores = list[WeekScore]()
        for start in range(0, len(sums), most):
            batch = sums[start : start + most]
            names = await self._store.people.listed_names([score.player for score in batch])
            scores += (
                score._replace(name=names[score.player]) for score in batch if score.player in names
            )
            if len(scores) >= most:
                break
        return tuple(scores[:most])


def _sums_of(
    rows: Mapping[int, LineRow], finishers: Mapping[int, Sequence[Finisher]]
) -> tuple[WeekScore, ...]:
    """Return people's sums of a week, over its lines that have a par, the best first."""
    scores = dict[int, dict[int, int]]()
    for number in rows:
        for finisher in finishers.get(number, ()):
            scores.setdefault(finisher.player, {})[number] = finisher.score
    sums = (_week_of(player, rows, own) for player, own in scores.items())
    # Not by names, which change.
    return tuple(sorted(sums, key=lambda score: (-score.against, score.player)))


def _week_of(player: int, rows: Mapping[int, LineRow], scores: Mapping[int, int]) -> WeekScore:
    against, missed = list[int](), list[int]()
    for number, row in rows.items():
        par, score = row.par or 0, scores.get(number)
        if score is not None:
            against.append(score - par)
        elif row.easy is not None:
            missed.append(row.easy - par)
    return WeekScore(player, "", week_sum(against, missed), len(against))
