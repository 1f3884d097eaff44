"""The keys of lines: made, kept, and proved."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from metrobot.service.daily import timetable
from metrobot.service.daily.chain import Chain, chain_for, chain_of, dump_chains, load_chains
from metrobot.service.daily.line import Line
from metrobot.service.daily.line_clock import LineClock
from metrobot.service.model.chance import BY_DRAW, Dealing
from metrobot.service.model.clock import Clock
from metrobot.service.model.play import PlayerId
from metrobot.store.statements.daily.lines import LineRow
from metrobot.store.store import Store

_AT_ONCE: Final = 2
"""Most lines that are open: today's, and for some hours yesterday's."""
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


class Keys:
    """The keys of all lines.

    Args:
        store: keeps them.
        clock: tells which day it is.
        entropy: returns 32 random bytes, of which the keys come.

    Attributes:
        clock: the same, as lines read it.
    """

    def __init__(self, store: Store, clock: Clock, entropy: Callable[[], bytes]) -> None:
        self._store = store
        self.clock = LineClock(store, clock)
        self._entropy = entropy
        self._chains: tuple[Chain, ...] = ()
        self._read_on = 0
        self._former = 0

    def forget(self) -> None:
        """Drop all caches: another database has taken the place of the old one."""
        self._chains, self._read_on = (), 0

    async def chains(self) -> tuple[Chain, ...]:
        """Return the chains of keys; the first call ever makes the first chain."""
        # Read again each day: another process may have begun a chain, which counts from the next
        # day on.
        today = timetable.number_at(await self.clock.now())
        if self._read_on != today:
            await self.read()
            self._read_on = today
        return self._chains

    async def read(self) -> tuple[Chain, ...]:
        """Return the chains as they are stored now."""
        text = await self._store.people.memo(CHAINS)
        if text is None:
            text = await self._store.people.memo_once(CHAINS, dump_chains([Chain(self._entropy())]))
        own_chains, chains = {chain: chain for chain in self._chains}, load_chains(text)
        for chain in chains:
            if chain not in own_chains:
                # 40,000 hashes would hold up the event loop for some ten milliseconds.
                await asyncio.to_thread(chain.prepare)
        self._chains = tuple(own_chains.get(chain, chain) for chain in chains)
        return self._chains

    async def chain_of(self, row: LineRow) -> Chain:
        """Return the chain that the key of a line comes from, even if a newer one has begun."""
        line_key = (row.number, row.commitment)
        chain = chain_of(await self.chains(), *line_key)
        if chain is None:
            # Another process may have begun a chain since ours were read.
            chain = chain_of(await self.read(), *line_key)
        assert chain is not None  # none is ever given up
        return chain

    async def renew(self) -> Chain:
        """Begin another chain from tomorrow's line on, in case the present secret is known.

        Raises:
            Refusal: there are no lines at the time that the clock shows.
        """
        new = Chain(self._entropy(), timetable.number_at(await self.clock.now()) + 1)
        await self._store.people.set_memo(CHAINS, dump_chains([*await self.read(), new]))
        await self.read()
        return new

    async def dealing(self, line: Line) -> Dealing:
        """Return the dealing of a line that was begun: secret until the line is over."""
        assert line.row.salt is not None  # set by whoever began it
        chain = await self.chain_of(line.row)
        return Dealing(chain.key(line.number), salt_of(line.row), BY_DRAW)

    async def seal(self) -> Seal:
        """Return the anchor and commitments that prove today's key and the next seven."""
        now, chains = await self.clock.now(), await self.read()
        today, last_closed = timetable.number_at(now), timetable.last_closed(now)
        numbers = range(today, today + timetable.AHEAD + 1)
        rows = await self._store.lines.before(numbers[-1], _AT_ONCE + timetable.AHEAD)
        noted = {row.number: row for row in rows if row.number > last_closed}
        # The last first: from there it is one step to each of the others.
        commitments = {n: chain_for(chains, n).commitment(n) for n in reversed(numbers)}
        # Lines that are noted keep the commitments that were published for them.
        commitments |= {n: row.commitment for n, row in noted.items()}
        chain = chain_for(chains, numbers[-1])
        # A secret that is shown opens every line of its chain, so all of them must be over.
        used = [await self.chain_of(row) for row in noted.values()]
        are_over = chain.since <= last_closed + 1 and self.clock.is_steady
        if are_over and 1 < chain.since != self._former:
            # From now on they stay closed, even if the clock was ahead.
            await self._store.lines.close(chain.since - 1, and_before=True)
            self._former = chain.since
        former = [
            old_chain
            for old_chain in chains
            if old_chain.since < chain.since and old_chain not in used
        ]
        return Seal(
            anchor=chain.anchor,
            since=chain.since,
            commitments={number: commitments[number] for number in numbers},
            former=[(old_chain.since, old_chain.secret.hex()) for old_chain in former if are_over],
        )

    async def marks(self, player: PlayerId) -> tuple[tuple[int, str], ...]:
        """Return the number and the mark of somebody for each line that is open."""
        now = await self.clock.now()
        # Soon after the clock was set, lines may be open that are over by it.
        last_closed = timetable.last_closed(now) if self.clock.is_steady else 0
        rows = await self._store.lines.before(timetable.number_at(now), _AT_ONCE)
        still = [row for row in reversed(rows) if row.number > last_closed]
        line_chains = [(row.number, await self.chain_of(row)) for row in still]
        return tuple((number, chain.mark(number, player)) for number, chain in line_chains)


def salt_of(row: LineRow) -> tuple[str, ...]:
    """Return the salt of a line: its number, and the first press of its day; empty before it."""
    return () if row.salt is None else (str(row.number), row.salt)
