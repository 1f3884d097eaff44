"""Branches: games that are over, played on by one person from a turn, for fun.

Only what is done after that turn is stored; all before it is the game's.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final

from cachetools import LRUCache

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft
from metrobot.engine.errors import Refusal, RuleError
from metrobot.service.finished.forks import (
    GHOSTS,
    OVER,
    BranchKey,
    Fork,
    Source,
    dealing_of,
    fork_of,
    levels_of,
    play_in,
    prefix_of,
    with_deeds,
)
from metrobot.service.finished.record_faults import RecordFaultError
from metrobot.service.model import sealed_choices
from metrobot.service.model.clock import Clock
from metrobot.service.model.computers import LEVELS
from metrobot.service.model.drafts import Drafts
from metrobot.service.model.errors import TableError
from metrobot.service.model.guards import check_fresh, check_running, seat_to_act
from metrobot.service.model.history import History
from metrobot.service.model.keyed_locks import KeyedLocks
from metrobot.service.model.play import Person, Play, PlayerId, Status
from metrobot.service.model.table import Table
from metrobot.service.people.ledger import Account, Ledger
from metrobot.service.play import acts
from metrobot.service.play.bot_turns import chosen_turn
from metrobot.service.ports import QUICK, Helpers
from metrobot.store.statements.daily.runs import RunRow
from metrobot.store.store import Store

_REMEMBERED: Final = 64
"""Most branches that are kept in memory."""
KEPT: Final = timedelta(days=7)
"""Time for which a branch is kept after it was last played."""
CLEARED_EVERY: Final = timedelta(hours=1)


Load = Callable[[Source, int, int], Awaitable[Play]]
"""Function that returns a game by its kind, its number, and who wants to play on."""


@dataclass(frozen=True, slots=True)
class Branch:
    """Somebody's game that goes on from another one.

    Attributes:
        row: as it is kept.
        origin: the game from which it goes on.
        play: the game as it stands, the key of new cards hidden until it is over.
    """

    row: RunRow
    origin: Play
    play: Play

    @property
    def is_over(self) -> bool:
        """Whether it is finished."""
        return self.row.status == OVER

    @property
    def place(self) -> int:
        """The place of its person in the order of play."""
        return self.play.player_of[self.row.seat or 0]

    @property
    def former_score(self) -> int | None:
        """The points of its seat at the end of the game; None if no end is known."""
        if self.origin.status is not Status.OVER:
            return None
        return self.origin.title.outcome(self.origin.state).scores[self.place]


@dataclass(eq=False)
class Branches:
    """All branches and runs of deals.

    Attributes:
        store: keeps them.
        clock: tells the time.
        ledger: counts how many are begun.
        helpers: decide for computers.
        entropy: returns 32 random bytes.
        load: returns the games from which they go on.
    """

    store: Store
    clock: Clock
    ledger: Ledger
    helpers: Helpers
    entropy: Callable[[], bytes]
    load: Load
    _cleared: datetime | None = field(default=None, init=False)
    _locks: KeyedLocks = field(default_factory=KeyedLocks, init=False)
    _drafts: Drafts = field(default_factory=Drafts, init=False)
    _histories: LRUCache[tuple[int, int], History] = field(
        default_factory=lambda: LRUCache(_REMEMBERED), init=False
    )

    def forget(self) -> None:
        """Drop all caches: another database has taken the place of the old one."""
        self._histories.clear()
        self._drafts = Drafts()

    async def origin(self, fork: Fork, person: Person, *, is_deal: bool = False) -> Play:
        """Return the game from which somebody wants to play on.

        Of a game alone in private nobody else is told, unless its player has handed it on.

        Raises:
            Refusal: it is not over, or nobody chose anything there.
        """
        play = await self._ended(fork, person.id)
        is_private = isinstance(play, Table) and play.place.private and not is_deal
        if is_private and not play.has(person.id):
            raise Refusal(BranchKey.GONE)
        first = play.turns_played[:1]
        seats = {each.event.actor for each in play.log if each.turn == fork.turn}
        if fork.seat not in seats and not (fork.turn in first and fork.seat < len(play.player_of)):
            raise Refusal(BranchKey.GONE)
        return play

    async def _ended(self, fork: Fork, player: int) -> Play:
        """Return a game that has ended; an imported one may stop at what it hides."""
        play = await self.load(fork.source, fork.number, player)
        if play.status is not Status.OVER and fork.source is not Source.RECORD:
            raise Refusal(BranchKey.NOT_OVER)
        return play

    async def check(
        self, fork: Fork, person: Person, level: str | None, *, is_deal: bool = False
    ) -> Play:
        """Return the game from which somebody wants to play on against others.

        Raises:
            Refusal: it is not over, or others cannot be played so.
        """
        origin = await self.origin(fork, person, is_deal=is_deal)
        if level not in levels_of(origin):
            raise Refusal(BranchKey.GONE)
        if level in LEVELS and self.helpers.thinker is None:
            raise Refusal(BranchKey.NO_COMPUTERS)
        return origin

    async def begin(
        self,
        fork: Fork,
        person: Person,
        level: str | None,
        *,
        is_fresh: bool = False,
        guild: int = 0,
        kind: str = "branch",
    ) -> Branch:
        """Begin a branch: others play until its person is awaited.

        Args:
            fork: from where.
            person: who plays.
            level: of the computers in the other seats, or GHOSTS; None: there are no others.
            is_fresh: whether new cards come instead of the same.
            guild: the server where they are.
            kind: of the run: a branch or a deal.

        Raises:
            Refusal: the game is not over, or others cannot be played so.
            TableError: they have begun many lately.
        """
        origin = await self.check(fork, person, level, is_deal=kind == "deal")
        number = {fork.source: fork.number}
        new = RunRow(
            kind=kind,
            of=number.get(Source.LINE, 0),
            player=person.id,
            begun_at=self.clock.now(),
            game=number.get(Source.GAME),
            record=number.get(Source.RECORD),
            turn=fork.turn,
            seat=fork.seat,
            level=level,
            key=self.entropy().hex() if is_fresh else None,
        )
        async with self.ledger.charged(person.id, Account.BRANCHES, guild=guild or None):
            start = prefix_of(origin, fork.turn)
            history = await self._onward(new, origin, start)
            row = await self.store.runs.begin_branch(
                with_deeds(new, origin, start, history, new.begun_at), person.name
            )
        return await self._branch(row, origin, person.name)

    async def by_id(self, number: int, person: Person) -> Branch:
        """Return a branch of a person.

        Raises:
            Refusal: there is none, or it is somebody else's, or its game cannot be read any more.
        """
        row = await self.store.runs.by_id(number)
        if row is None or row.player != person.id or row.turn is None:
            raise Refusal(BranchKey.GONE)
        return await self.of_row(row, person.name)

    async def of_row(self, row: RunRow, name: str) -> Branch:
        """Return the branch of a row.

        Raises:
            Refusal: its game cannot be read any more.
        """
        fork = fork_of(row)
        origin = await self._ended(fork, row.player)
        # The number of an imported record that was removed may be that of a later one.
        if fork.source is Source.RECORD and origin.turn_since > row.begun_at:
            raise Refusal(BranchKey.GONE)
        return await self._branch(row, origin, name)

    async def unfinished(self, person: Person) -> tuple[Branch, ...]:
        """Return somebody's branches that are not finished, the last played first."""
        branches = list[Branch]()
        for row in await self.store.runs.open_branches(person.id):
            # One whose game is gone cannot be played on.
            with suppress(Refusal, RecordFaultError):
                branches.append(await self.of_row(row, person.name))
        return tuple(branches)

    async def read_draft(
        self, number: int, person: Person, revision: int, code: str
    ) -> tuple[Branch, Draft[Any, Any]]:
        """Return a branch and the draft in it that a code stands for.

        Raises:
            Refusal: it is not theirs.
            TableError: it is over, or has moved on since.
        """
        branch = await self.by_id(number, person)
        check_running(branch.play)
        check_fresh(branch.play, revision)
        return branch, self._drafts.read(branch.play, seat_to_act(branch.play, person.id), code)

    def keep_draft(self, branch: Branch, draft: Draft[Any, Any]) -> Draft[Any, Any]:
        """Remember a draft that is shown to its player; return it as it was remembered before."""
        return self._drafts.put(branch.play, draft)

    async def play_draft(self, number: int, person: Person, revision: int, code: str) -> Branch:
        """Play a whole draft, then the others until the person is awaited again.

        Raises:
            Refusal: it is not theirs.
            TableError: it is over or has moved on, or the draft is not a whole turn.
        """
        async with self._locks.of(number):
            branch, draft = await self.read_draft(number, person, revision, code)
            row, origin, now = branch.row, branch.origin, self.clock.now()
            old = branch.play.played
            new = acts.history_after_draft(old, draft, now)
            if new.title.is_simultaneous:
                own = sealed_choices.actions_chosen(old, new, draft.seat)
                new = await self._onward(row, origin, old, {draft.seat: own})
            else:
                new = await self._onward(row, origin, new)
            row = with_deeds(replace(row, turns=row.turns + 1), origin, old, new, now)
            await acts.refuse_stale(self.store.runs.save(row))
            self._histories[row.id, row.turns] = new
            return await self._branch(row, origin, person.name)

    async def clear(self) -> None:
        """Remove branches that nobody plays on, and deals whose tables are closed."""
        now = self.clock.now()
        if self._cleared is not None and now - self._cleared < CLEARED_EVERY:
            return
        self._cleared = now
        await self.store.runs.clear_branches(now - KEPT, now)

    # --- within ---

    async def _branch(self, row: RunRow, origin: Play, name: str) -> Branch:
        history = self._histories.get((row.id, row.turns))
        if history is None:
            dealing, moment = dealing_of(row, origin), row.begun_at
            # A long game takes a while.
            history = await asyncio.to_thread(prefix_of, origin, row.turn or 0)
            for deed in row.deeds or ():
                history = history.followed(deed, dealing, moment)
            history = self._histories[row.id, row.turns] = history.settled(dealing, moment)
        return Branch(row, origin, play_in(row, origin, history, name))

    async def _onward(
        self,
        row: RunRow,
        origin: Play,
        history: History,
        given: Mapping[Seat, tuple[Action, ...]] | None = None,
    ) -> History:
        """Return the history up to the next choice of the person; for others somebody chooses.

        Args:
            row: the branch.
            origin: from which it goes on.
            history: of the branch so far.
            given: what the person has chosen, where all choose at once.
        """
        dealing, now = dealing_of(row, origin), self.clock.now()
        async with self.helpers.turn(-row.id):
            while True:
                history = history.settled(dealing, now)
                play = play_in(row, origin, history, "")
                own = play.seats_of(PlayerId(row.player))
                seats = play.seats_choosing
                if not seats or (given is None and own.intersection(seats)):
                    return history
                if not history.title.is_simultaneous:
                    history = acts.history_after_draft(
                        history, await self._draft(row, origin, play, seats[0]), now
                    )
                    continue
                choices = dict(given or {})
                for seat in seats:
                    if seat not in choices:
                        choices[seat] = await self._chosen(row, origin, play, seat)
                given = None
                result = sealed_choices.history_after_round(history, choices, dealing, now)
                assert result is not None  # all have chosen
                history = result

    async def _chosen(
        self, row: RunRow, origin: Play, play: Play, seat: Seat
    ) -> tuple[Action, ...]:
        """Return the actions of a seat in a round: as it played then, or as a computer does."""
        old, turn = play.played, play.title.turn_number(play.state)
        if row.level == GHOSTS:
            # What it did then may not be possible now, or it took no part in this round.
            with suppress(RuleError, TableError):
                events = (each.event for each in origin.log if each.turn == turn)
                actions = [event.action for event in events if event.actor == seat]
                new = acts.history_after(old, seat, actions, row.begun_at)
                return sealed_choices.actions_chosen(old, new, seat)
        draft = await self._draft(row, origin, play, seat)
        new = acts.history_after_draft(old, draft, row.begun_at)
        return sealed_choices.actions_chosen(old, new, seat)

    async def _draft(self, row: RunRow, origin: Play, play: Play, seat: Seat) -> Draft[Any, Any]:
        """Return the whole turn of a computer."""
        level = QUICK if row.level in (GHOSTS, None) else row.level
        key = dealing_of(row, origin).key
        return await chosen_turn(self.helpers.thinker, play, seat, key, level)
