"""The lines of the day: which there are, their dealing, and how people stand in them."""

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from cachetools import LRUCache

from metrobot.engine.errors import Refusal
from metrobot.service.daily import timetable
from metrobot.service.daily.chain import Chain, chain_for, chain_of, dump_chains, load_chains
from metrobot.service.daily.line import Line, LineKey, line_at
from metrobot.service.daily.streaks import (
    NO_WEEK,
    NONE,
    Streak,
    WeekScore,
    WeekSum,
    WeekTable,
    streak_of,
    week_sum,
)
from metrobot.service.model.chance import BY_DRAW, Dealing
from metrobot.service.model.clock import Clock
from metrobot.service.model.play import PlayerId
from metrobot.store.statements.daily.lines import Finisher, LineRow, LineTable
from metrobot.store.store import Store

SHOWN_AHEAD: Final = 7
"""Number of future lines whose commitments are public."""
TOWN: Final = 2
"""People of a server who have to finish a line for the server's own streak."""
_STREAKS: Final = 4096
"""Most people, and most servers, whose streaks are remembered."""
_WEEKS: Final = 20_000
"""Most people whose sums of a week are remembered."""
_AT_ONCE: Final = 2
"""Most lines that are open: today's, and for some hours yesterday's."""
_STEP: Final = 60
"""Lines read at a time while a server's streak is counted."""
CHAINS: Final = "line_chains"
"""Name of the note that keeps the secrets of the chains."""


class Seal(NamedTuple):
    """Anchor and commitments that prove the keys of lines to come.

    Attributes:
        anchor: the link before the first, in hexadecimal.
        since: the first line of its chain.
        commitments: by the numbers of the lines, today's first.
        former: chains that were given up, each its first line and its secret in hexadecimal.
    """

    anchor: str
    since: int
    commitments: Mapping[int, str]
    former: Sequence[tuple[int, str]]


class Lines:
    """All lines.

    Args:
        store: keeps them.
        clock: tells which day it is.
        entropy: returns 32 random bytes, of which the keys come.
    """

    def __init__(self, store: Store, clock: Clock, entropy: Callable[[], bytes]) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._chains: tuple[Chain, ...] = ()
        self._read_on = 0
        self._noted: LineRow | None = None
        self._closed = 0
        self._streaks: LRUCache[PlayerId, tuple[int, Streak]] = LRUCache(_STREAKS)
        self._towns: LRUCache[int, tuple[int, int]] = LRUCache(_STREAKS)
        self._weeks: LRUCache[Hashable, tuple[WeekSum, ...]] = LRUCache(_WEEKS, getsizeof=len)

    def forget(self) -> None:
        """Drop all caches: another database has taken the place of the old one."""
        self._chains, self._read_on, self._noted, self._closed = (), 0, None, 0
        self.forget_sums()

    def forget_sums(self) -> None:
        """Drop remembered streaks and weeks, because somebody was forgotten."""
        self._streaks.clear()
        self._towns.clear()
        self._weeks.clear()

    async def chains(self) -> tuple[Chain, ...]:
        """Return the chains of keys; the first call ever makes the first chain."""
        # Read again each day: another process may have begun a chain, which counts from the next
        # day on.
        today = timetable.number_at(self._clock.now())
        if self._read_on != today:
            await self._read_chains()
            self._read_on = today
        return self._chains

    async def _read_chains(self) -> tuple[Chain, ...]:
        kept = await self._store.memo(CHAINS)
        if kept is None:
            kept = await self._store.memo_once(CHAINS, dump_chains([Chain(self._entropy())]))
        known, found = {each: each for each in self._chains}, load_chains(kept)
        for each in found:
            if each not in known:
                # 40,000 hashes would hold up the event loop for some ten milliseconds.
                await asyncio.to_thread(each.prepare)
        self._chains = tuple(known.get(each, each) for each in found)
        return self._chains

    async def _chain_of(self, row: LineRow) -> Chain:
        """Return the chain that the key of a line comes from, even if a newer one has begun."""
        about = (row.number, row.commitment)
        found = chain_of(await self.chains(), *about)
        if found is None:
            # Another process may have begun a chain since ours were read.
            found = chain_of(await self._read_chains(), *about)
        assert found is not None  # none is ever given up
        return found

    async def renew(self) -> Chain:
        """Begin another chain from tomorrow's line on, in case the present secret is known."""
        new = Chain(self._entropy(), timetable.number_at(self._clock.now()) + 1)
        await self._store.set_memo(CHAINS, dump_chains([*await self._read_chains(), new]))
        await self._read_chains()
        return new

    async def today(self) -> Line:
        """Return today's line, and store it if nobody has yet."""
        now = self._clock.now()
        number = timetable.number_at(now)
        if self._noted is None or self._noted.number != number:
            # Not the chains in memory: every process has to publish the same commitment for a
            # line.
            chain = chain_for(await self._read_chains(), number)
            row = LineRow(number, timetable.map_of(number), chain.commitment(number))
            self._noted = await self._store.note_line(row)
        return line_at(await self._store.line(number) or self._noted, now)

    async def line(self, number: int) -> Line:
        """Return a line whose day has come.

        Raises:
            Refusal: there is none of this number.
        """
        now = self._clock.now()
        today = timetable.number_at(now)
        if number == today:
            return await self.today()
        if number > today:
            raise Refusal(LineKey.NOT_YET, number=str(number), last=str(today))
        row = await self._store.line(number)
        if row is None:
            first = await self._store.first_line() or today
            raise Refusal(LineKey.NO_SUCH, first=str(first), last=str(today))
        return line_at(row, now)

    async def closed_line(self, number: int) -> Line:
        """Return a line that is over.

        Raises:
            Refusal: it is still open, or there is none.
        """
        line = await self.line(number)
        if not line.is_closed:
            raise Refusal(LineKey.STILL_OPEN, until=f"<t:{int(line.closes_at.timestamp())}:R>")
        return line

    async def past(self, most: int) -> tuple[Line, ...]:
        """Return the latest lines that are over, the newest first."""
        now = self._clock.now()
        rows = await self._store.lines_before(timetable.last_closed(now), most)
        return tuple(line_at(row, now) for row in rows)

    async def dealing(self, line: Line) -> Dealing:
        """Return the dealing of a line that was begun: secret until the line is over."""
        assert line.row.salt is not None  # set by whoever began it
        chain = await self._chain_of(line.row)
        return Dealing(chain.key(line.number), salt_of(line.row), BY_DRAW)

    async def link(self, line: Line) -> str:
        """Return the link of a line that is over, in hexadecimal.

        Raises:
            Refusal: it is still open.
        """
        closed = await self.closed_line(line.number)
        return (await self._chain_of(closed.row)).link(closed.number).hex()

    async def seal(self) -> Seal:
        """Return the anchor and commitments that prove today's key and the next seven."""
        now, chains = self._clock.now(), await self._read_chains()
        today, last_closed = timetable.number_at(now), timetable.last_closed(now)
        numbers = range(today, today + SHOWN_AHEAD + 1)
        rows = await self._store.lines_before(numbers[-1], _AT_ONCE + SHOWN_AHEAD)
        noted = {row.number: row for row in rows if row.number > last_closed}
        # The last first: from there it is one step to each of the others.
        made = {n: chain_for(chains, n).commitment(n) for n in reversed(numbers)}
        # Lines that are noted keep the commitments that were published for them.
        made |= {n: row.commitment for n, row in noted.items()}
        chain = chain_for(chains, numbers[-1])
        # A secret that is shown opens every line of its chain, so all of them must be over.
        used = [await self._chain_of(row) for row in noted.values()]
        are_over = chain.since <= last_closed + 1
        former = [each for each in chains if each.since < chain.since and each not in used]
        return Seal(
            anchor=chain.anchor,
            since=chain.since,
            commitments={number: made[number] for number in numbers},
            former=[(each.since, each.secret.hex()) for each in former if are_over],
        )

    async def marks(self, player: PlayerId) -> tuple[tuple[int, str], ...]:
        """Return the number and the mark of somebody for each line that is open."""
        now = self._clock.now()
        last_closed = timetable.last_closed(now)
        rows = await self._store.lines_before(timetable.number_at(now), _AT_ONCE)
        still = [row for row in reversed(rows) if row.number > last_closed]
        found = [(row.number, await self._chain_of(row)) for row in still]
        return tuple((number, chain.mark(number, player)) for number, chain in found)

    async def streak(self, player: PlayerId) -> Streak:
        """Return somebody's streak."""
        last_closed = timetable.last_closed(self._clock.now())
        # Lines that are over change no more, so what they came to is remembered.
        since, before = self._streaks.get(player, (0, NONE))
        if since > last_closed:
            since, before = 0, NONE  # the clock was set back
        found = await self._store.lines_of_player(player, since + 1)
        over = (each for each in found if each[0] <= last_closed)
        closed = streak_of(over, last_closed + 1, before)
        self._streaks[player] = last_closed, closed
        still = (each for each in found if each[0] > last_closed)
        return streak_of(still, last_closed + 1, closed)

    async def server_streak(self, guild: int) -> int:
        """Return a server's streak: lines in a row that `TOWN` of its people have finished."""
        now = self._clock.now()
        today, last_closed = timetable.number_at(now), timetable.last_closed(now)
        # Lines that are over change no more, so what they came to is remembered.
        since, before = self._towns.get(guild, (0, 0))
        if since > last_closed:
            since, before = 0, 0  # the clock was set back
        played = [each async for each in self._town_lines(guild, since + 1, today)]
        over = [is_played for number, is_played in played if number <= last_closed]
        closed = sum(over) + (before if all(over) else 0)
        self._towns[guild] = last_closed, closed
        return closed + sum(is_played for number, is_played in played if number > last_closed)

    async def _town_lines(
        self, guild: int, first: int, last: int
    ) -> AsyncIterator[tuple[int, bool]]:
        """Yield lines, the newest first, each with whether a server has played it.

        The first line that is over and was not played is the last one.
        """
        open_from = timetable.last_closed(self._clock.now()) + 1
        while True:
            found = await self._store.lines_played_here(guild, (first, last), _STEP, TOWN)
            for number, is_played in found:
                yield number, is_played
                if not is_played and number < open_from:
                    return
            if len(found) < _STEP:
                return
            last = found[-1][0] - 1

    async def finishers(self, guild: int, number: int) -> tuple[Finisher, ...]:
        """Return the people of a server who have finished a line, the best first."""
        return (await self._store.finishers(guild, number, number)).get(number, ())

    async def share(self, guild: int, number: int, player: int) -> None:
        """Record that somebody's strip is posted on a server.

        Raises:
            Refusal: it was posted there before.
        """
        if not await self._store.share_once(guild, number, player):
            raise Refusal(LineKey.SHARED)

    async def unshare(self, guild: int, number: int, player: int) -> None:
        """Record that somebody's strip could not be posted after all."""
        await self._store.unshare(guild, number, player)

    async def beaten(self, number: int, score: int, player: PlayerId) -> tuple[int, int]:
        """Return the number of others with fewer points on a line, and the number of all others."""
        return await self._store.beaten(number, score, player)

    async def table(self, guild: int, line: Line, player: PlayerId, most: int) -> LineTable:
        """Return a server's table of a line, as somebody may see it.

        Args:
            guild: id of the server.
            line: the line.
            player: who looks.
            most: people to be named, at most.
        """
        return await self._store.table_here(
            guild, line.number, player, most, is_open=not line.is_closed
        )

    async def week(self, guild: int, number: int, most: int) -> WeekTable:
        """Return a server's table of the week of a line, the best first.

        Lines that have no par, and those that are still open, count for nobody.

        Args:
            guild: id of the server.
            number: of a line.
            most: people to be named, at most.
        """
        now, days = self._clock.now(), timetable.week_of(number)
        last = min(days[-1], timetable.last_closed(now))
        rows = await self._store.lines_before(last, len(days))
        known = {row.number: row for row in rows if row.number in days and row.par is not None}
        if not known:
            return NO_WEEK
        key = (guild, *((row.number, row.par, row.easy) for row in known.values()))
        sums = self._weeks.get(key)
        if sums is None:
            found = await self._store.finishers(guild, min(known), max(known))
            # In a thread: the scores of a large server would hold up the event loop.
            sums = await asyncio.to_thread(_sums_of, known, found)
            with suppress(ValueError):  # too large to be kept
                self._weeks[key] = sums
        return WeekTable(await self._named(sums, most), len(sums))

    async def _named(self, sums: Sequence[WeekSum], most: int) -> tuple[WeekScore, ...]:
        """Return the scores of the first people of a week who let others see how they play."""
        shown = list[WeekScore]()
        for at in range(0, len(sums), most):
            some = sums[at : at + most]
            names = await self._store.listed_names([each.player for each in some])
            shown += (
                WeekScore(each.player, names[each.player], each.against, each.played)
                for each in some
                if each.player in names
            )
            if len(shown) >= most:
                break
        return tuple(shown[:most])

    async def close(self) -> None:
        """Close the lines that are over, and store today's."""
        await self.today()
        until = timetable.last_closed(self._clock.now())
        if until > self._closed:
            await self._store.close_lines(until)
            self._closed = until


def salt_of(row: LineRow) -> tuple[str, ...]:
    """Return the salt of a line: its number, and the first press of its day; empty before it."""
    return () if row.salt is None else (str(row.number), row.salt)


def _sums_of(
    known: Mapping[int, LineRow], found: Mapping[int, Sequence[Finisher]]
) -> tuple[WeekSum, ...]:
    """Return people's sums of a week, over its lines that have a par, the best first."""
    scores, names = dict[int, dict[int, int]](), dict[int, str]()
    for number in known:
        for each in found.get(number, ()):
            scores.setdefault(each.player, {})[number] = each.score
            names[each.player] = each.name
    sums = (_week_of(player, known, own) for player, own in scores.items())
    return tuple(sorted(sums, key=lambda each: (-each.against, names[each.player], each.player)))


def _week_of(player: int, known: Mapping[int, LineRow], scores: Mapping[int, int]) -> WeekSum:
    against, missed = list[int](), list[int]()
    for number, row in known.items():
        par, score = row.par or 0, scores.get(number)
        if score is not None:
            against.append(score - par)
        elif row.easy is not None:
            missed.append(row.easy - par)
    return WeekSum(player, week_sum(against, missed), len(against))
