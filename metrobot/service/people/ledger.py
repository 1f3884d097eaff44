"""Ledger of the messages, pings and work that each person has lately caused, with limits."""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from enum import StrEnum
from math import ceil
from typing import Final, NamedTuple

from cachetools import LRUCache, TTLCache

from metrobot.service.model.clock import Clock
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import PlayerId
from metrobot.service.people.quotas import Quotas
from metrobot.store.statements.charges import Charge, Charged, blocking
from metrobot.store.store import Store

KEPT: Final = timedelta(days=8)
"""Time for which charges are kept; joins of a lobby, and what happens once a game, count longer."""
FREE_HINTS: Final = 60
"""Most hints in the first game of a title that cost nothing."""
BRANCHES: Final = 3
"""Most branches begun, and most deals handed on, by one person in an hour."""
CALLS: Final = 3
"""Most calls of one host in a day."""
SERVER_CALLS: Final = 12
"""Most calls on one server in a day."""
CALLS_SPARED: Final = 2
"""Calls of a server that are left, each day, to hosts who have had nobody called."""
CALL_PAUSE: Final = timedelta(minutes=15)
ONCE: Final = timedelta(days=36_500)
"""Longer than any game is kept."""
ASKS: Final = 10
"""Most people whom one person asks by name in a day, and most times that one person is asked."""
TOLD: Final = 200
"""Most messages in a day to one person about games that they follow."""
# Seconds of a processor that are charged, near what `make bench` measures.
HINT: Final = 2.0
FILM: Final = 6.0
PAGE: Final = 6.0
REVIEW: Final = 40.0
COMPARE: Final = 5.0
IMPORT: Final = 1.0
_REMEMBERED: Final = 1_000
"""Most people of whom it is remembered what they may do."""
_FOR_SECONDS: Final = 20.0
"""Seconds for which it is remembered that there are hints: another process may charge, too."""


class Account(StrEnum):
    """Things that people cause and that are counted."""

    POSTS = "posts"
    """Messages other than turns: replays and leaderboards for all, and in games of others."""
    SERVER_POSTS = "server_posts"
    """The same of all people of a server together, whose id takes the place of the person's."""
    ASKED = "asked"
    """Messages that somebody asks for in a game in which they play, game by game."""
    GAME_POSTS = "game_posts"
    """All messages that are asked for in a game, whose id takes the place of the person's."""
    PINGS = "pings"
    """People who are mentioned by such messages."""
    SECONDS = "seconds"
    """Seconds of a processor: hints, films, pages, reviews, imports, comparisons."""
    FREE_HINTS = "free_hints"
    """Hints in the first game of a title, instead of seconds."""
    OPENINGS = "openings"
    """Lobbies that are opened."""
    IMPORTS = "imports"
    """Records that are imported."""
    CLAIMS = "claims"
    """Requests for a vacant seat that were taken back."""
    REQUESTS = "requests"
    """Questions to Discord about channels, for lists of games."""
    JOINS = "joins"
    """Lobbies that were joined, each once."""
    SHOWN_OFF = "shown_off"
    """The end of a game that was shown off, whose id takes the place of the person's: once."""
    BRANCHES = "branches"
    """Games that are over and that somebody begins to play on."""
    DEALS = "deals"
    """Seats of games that are over and that somebody hands on to all."""
    WATCHED = "watched"
    """The replay of a game that somebody has opened here, once."""
    CALLS = "calls"
    """Calls of people who look out for lobbies, caused by a lobby's host."""
    SERVER_CALLS = "server_calls"
    """The same of all hosts of a server together, whose id takes the place of the person's."""
    ASKS = "asks"
    """People who are asked by name to join a lobby."""
    TOLD = "told"
    """Messages to somebody about games that they follow."""
    CALL_PAUSE = "call_pause"
    """The same again: between two calls of a server there is a pause."""


_CAUSED_BY: Final = {
    Account.SERVER_POSTS: Account.POSTS,
    Account.ASKED: Account.POSTS,
    Account.GAME_POSTS: Account.POSTS,
    Account.SHOWN_OFF: Account.POSTS,
    Account.SERVER_CALLS: Account.CALLS,
    Account.CALL_PAUSE: Account.CALLS,
}
"""Accounts of servers and games, each with that of the person, which handlers declare."""


class _Limit(NamedTuple):
    """Limit for one person on one account.

    Attributes:
        most: largest amount.
        span: time within which it is counted.
        key: of the refusal.
    """

    most: float
    span: timedelta
    key: TableKey


class TooMuchError(TableError):
    """Something is too much until a charge is old enough.

    Attributes:
        until: when it is.
    """

    def __init__(self, limit: _Limit, charged_at: datetime) -> None:
        self.until = charged_at + limit.span
        again = int(self.until.timestamp()) + 1
        super().__init__(limit.key, most=int(limit.most), again=f"<t:{again}:R>")


_DECLARED: ContextVar[Collection[Account] | None] = ContextVar("declared", default=None)


def declare(causes: Collection[Account]) -> None:
    """Set the accounts that the handler in the present task has declared."""
    _DECLARED.set(causes)


# Why each press is charged where it causes something: docs/decisions/a-ledger.md.
class Ledger:
    """Counts whatever people cause that costs others, and refuses too much of it.

    Args:
        store: keeps the charges, for all processes and across restarts.
        clock: tells the time.
        quotas: limits for one person.
        titles: number of titles, of each of which a first game has free hints.
    """

    def __init__(self, store: Store, clock: Clock, quotas: Quotas, titles: int = 1) -> None:
        self._store = store
        self._clock = clock
        self._firsts: LRUCache[tuple[PlayerId, int], bool] = LRUCache(_REMEMBERED)
        self._blocked: TTLCache[int, datetime | None] = TTLCache(_REMEMBERED, _FOR_SECONDS)
        hour, day = timedelta(hours=1), timedelta(days=1)
        self._limits = {
            Account.POSTS: _Limit(quotas.posts, hour, TableKey.POSTED_OFTEN),
            Account.SERVER_POSTS: _Limit(quotas.server_posts, hour, TableKey.SERVER_POSTED_OFTEN),
            Account.ASKED: _Limit(quotas.posts, hour, TableKey.POSTED_OFTEN),
            Account.GAME_POSTS: _Limit(quotas.game_posts, hour, TableKey.GAME_POSTED_OFTEN),
            Account.PINGS: _Limit(quotas.pings, hour, TableKey.POSTED_OFTEN),
            Account.SECONDS: _Limit(quotas.seconds, hour, TableKey.THOUGHT_LONG),
            Account.FREE_HINTS: _Limit(FREE_HINTS * titles, KEPT, TableKey.THOUGHT_LONG),
            Account.OPENINGS: _Limit(quotas.openings, timedelta(minutes=10), TableKey.OPENED_OFTEN),
            Account.IMPORTS: _Limit(quotas.imports, hour, TableKey.IMPORTED_OFTEN),
            Account.REQUESTS: _Limit(quotas.requests, hour, TableKey.POSTED_OFTEN),
            Account.SHOWN_OFF: _Limit(1, ONCE, TableKey.SHOWN_OFF),
            Account.BRANCHES: _Limit(BRANCHES, hour, TableKey.BRANCHED_OFTEN),
            Account.DEALS: _Limit(BRANCHES, hour, TableKey.BRANCHED_OFTEN),
            Account.CLAIMS: _Limit(quotas.claims, day, TableKey.CLAIMED_TODAY),
            Account.CALLS: _Limit(CALLS, day, TableKey.CALLED_OFTEN),
            Account.SERVER_CALLS: _Limit(SERVER_CALLS, day, TableKey.SERVER_CALLED_OFTEN),
            Account.ASKS: _Limit(ASKS, day, TableKey.ASKED_OFTEN),
            Account.TOLD: _Limit(TOLD, day, TableKey.POSTED_OFTEN),
            Account.CALL_PAUSE: _Limit(1, CALL_PAUSE, TableKey.SERVER_CALLED_OFTEN),
        }

    @asynccontextmanager
    async def charged(
        self,
        person: PlayerId | int,
        account: Account,
        amount: float = 1,
        *,
        game: int | None = None,
        guild: int | None = None,
        spared: float = 0.0,
    ) -> AsyncIterator[int]:
        """Charge somebody for the work inside the block; if it fails, take the charge back.

        So much of the limit is left for others.

        Yields:
            The id of the charge.

        Raises:
            TableError: they have caused as much as they may; it says when they may again.
        """
        charges = [self._of(person, account, amount, game, guild)]
        if account is Account.POSTS and guild is not None:
            charges.append(self._of(guild, Account.SERVER_POSTS, amount, None, None))
        async with self._paid(*charges, spared=spared) as number:
            yield number

    @asynccontextmanager
    async def asking(
        self,
        person: PlayerId,
        game: int,
        posts: int = 1,
        *,
        plays: bool = True,
        waits: bool = False,
    ) -> AsyncIterator[datetime | None]:
        """Charge a game, and never its server, for messages that somebody asks for there.

        Args:
            person: who asks.
            game: id of the game.
            posts: number of messages.
            plays: whether they play in it; what others ask for counts as their posts, too.
            waits: whether what is too much is told later instead of being refused.

        Yields:
            None; or the moment until which it waits for the next message of the game.

        Raises:
            TableError: as for `charged`, unless it waits.
        """
        own = (Account.ASKED,) if plays else (Account.POSTS, Account.ASKED)
        purses = [*((person, account) for account in own), (game, Account.GAME_POSTS)]
        held_until = None
        charges = [self._of(*purse, posts, game, None) for purse in purses]
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(self._paid(*charges))
            except TooMuchError as error:
                if not waits:
                    raise
                held_until = error.until
            yield held_until

    @asynccontextmanager
    async def _paid(self, *charges: Charge, spared: float = 0.0) -> AsyncIterator[int]:
        """Make charges for the block, each within its limit, and yield the id of the first."""
        numbers = list[int]()
        try:
            for charge in charges:
                numbers.append(await self._pay(charge, spared))
            yield numbers[0]
        # Also what is cancelled is not charged.
        except BaseException:
            for number in numbers:
                await self.refund(number)
            raise

    async def _pay(self, charge: Charge, spared: float) -> int:
        limit, pay = self._limits[Account(charge.account)], self._store.charges.charge
        result = await pay(charge, limit.most - spared, charge.at - limit.span)
        if result.id is None:
            raise TooMuchError(limit, result.blocked_by or charge.at)
        return result.id

    async def refund(self, charge: int) -> None:
        """Take a charge back, as nothing came of it."""
        await self._store.charges.uncharge(charge)

    async def note(self, person: PlayerId, account: Account, amount: float, game: int) -> None:
        """Charge somebody for something that is never refused."""
        await self._store.charges.note(self._of(person, account, amount, game, None))

    @asynccontextmanager
    async def pinging(
        self, person: PlayerId | int, people: Sequence[PlayerId], game: int
    ) -> AsyncIterator[Sequence[PlayerId]]:
        """Yield the first of some people, up to the limit of pings, who are called in the block.

        They are charged for; if the block fails, the charge is taken back.
        """
        if not people:
            yield people
            return
        share = await self.part(person, Account.PINGS, len(people), game)
        try:
            yield people[: share.amount]
        except BaseException:
            if share.id is not None:
                await self.refund(share.id)
            raise

    async def part(
        self, person: PlayerId | int, account: Account, amount: int, game: int | None = None
    ) -> Charged:
        """Charge somebody for as much of a whole amount as is left to them."""
        charge, limit = self._of(person, account, amount, game, None), self._limits[account]
        # In one transaction: of several at one moment each would find all left.
        start = charge.at - limit.span
        return await self._store.charges.charge(charge, limit.most, start, partly=True)

    async def check_claim(self, person: PlayerId, game: int) -> None:
        """Refuse somebody who took back a request for a seat in the same game within a day.

        Raises:
            TableError: they have; it says when they may ask again.
        """
        limit = self._limits[Account.CLAIMS]
        claims = await self._made(person, Account.CLAIMS, limit.span, game)
        if len(claims) >= limit.most:
            raise TooMuchError(limit, claims[-1][0])

    async def is_first_game(self, person: PlayerId, game: int) -> bool:
        """Return whether a game is somebody's first one of its title, as far as is known."""
        if (person, game) not in self._firsts:
            first = self._store.charges.is_first_game(person, game, Account.FREE_HINTS)
            self._firsts[person, game] = await first
        return self._firsts[person, game]

    async def minutes_to_hint(self, person: PlayerId) -> int:
        """Return the minutes until somebody can be charged for a hint; 0: they can be now."""
        limit = self._limits[Account.SECONDS]
        # Asked for with each look at a planner.
        if person not in self._blocked:
            charges = await self._made(person, Account.SECONDS, limit.span)
            self._blocked[person] = blocking(charges, limit.most - HINT)
        if (blocked_by := self._blocked[person]) is None:
            return 0
        return max(0, ceil((blocked_by + limit.span - self._clock.now()).total_seconds() / 60))

    async def first_join(self, person: PlayerId, game: int) -> Charge | None:
        """Return the charge for somebody's first join of a lobby; None if they joined it before."""
        if await self._store.charges.has(person, Account.JOINS, game):
            return None
        return self._of(person, Account.JOINS, 1, game, None)

    async def clear(self) -> None:
        """Remove charges that no longer count."""
        await self._store.charges.clear(self._clock.now() - KEPT)

    async def _made(
        self, person: int, account: Account, span: timedelta, game: int | None = None
    ) -> Sequence[tuple[datetime, float]]:
        """Return the times and amounts of the latest charges, the oldest first."""
        now = self._clock.now()
        return await self._store.charges.within(person, account, (now - span, now), game)

    def _of(
        self, person: int, account: Account, amount: float, game: int | None, guild: int | None
    ) -> Charge:
        """Return a charge as of now."""
        self._blocked.pop(person, None)
        # A handler that causes something undeclared is a fault of ours; outside of handlers
        # nothing is declared.
        declared = _DECLARED.get()
        caused = _CAUSED_BY.get(account, account)
        if declared is not None and caused not in declared:
            raise RuntimeError(f"undeclared: {account}")
        return Charge(int(person), account, self._clock.now(), amount, game, guild)
