"""What if: another way to play a turn of a game that is over, compared with what was played."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from math import ceil
from typing import Any, Final, TypeAlias

from cachetools import LRUCache

from metrobot.engine.actors import Seat
from metrobot.engine.draft import Draft, new_draft
from metrobot.engine.errors import Refusal
from metrobot.service import ports
from metrobot.service.finished.forks import Source
from metrobot.service.finished.reviews import dice_seed
from metrobot.service.model.clock import Clock
from metrobot.service.model.drafts import Drafts
from metrobot.service.model.errors import TableError, TableKey
from metrobot.service.model.play import GameId, Play, Status
from metrobot.service.model.snapshots import finished_turns, snapshot_before
from metrobot.service.people.ledger import COMPARE, HINT, Account, Ledger
from metrobot.service.play.hints import LONGEST, followed

KEPT: Final = 256
"""Most turns and answers that are remembered, so that looking again costs nothing."""
MOST_WAITING: Final = 50
"""Most people whose questions are under way."""
FREE_AFTER: Final = 60.0
"""Seconds after which an answer has come too late to be charged."""


class WhatIfKey(StrEnum):
    """Keys of refusals of **What if**."""

    UNFINISHED = "whatif.unfinished"
    """The game is not over, or was given up."""
    NO_CHOICE = "whatif.no_choice"
    """There is no such turn, or nothing was to be chosen in it."""
    NOBODY = "whatif.nobody"
    """Nobody compares here."""
    UNDER_WAY = "whatif.under_way"
    """Their last question is still being answered."""
    MANY = "whatif.many"
    """minutes: until those who wait have been answered."""


@dataclass(frozen=True)
class Moment:
    """A turn as its mover saw it.

    Attributes:
        source: where the game is kept.
        game: the whole game.
        turn: number of the turn.
        seat: the seat that moved.
        play: the game before the turn.
    """

    source: str
    game: Play
    turn: int
    seat: Seat
    play: Play

    @property
    def start(self) -> Draft[Any, Any]:
        """The draft with nothing chosen."""
        return new_draft(self.play.title, self.play.state, self.seat)

    @property
    def game_here(self) -> GameId | None:
        """The number of a game that was played here; None of a record."""
        return self.play.id if self.source == Source.GAME else None

    @cached_property
    def seats(self) -> frozenset[Seat]:
        """All seats of the mover."""
        return self.play.seats_at(self.play.player_of[self.seat])

    @cached_property
    def view(self) -> Any:
        """The mover's view."""
        return self.play.title.view_for(self.play.state, self.seats)

    @cached_property
    def has_choice(self) -> bool:
        """Whether anything was to be chosen."""
        draft = self.start
        while not draft.is_turn_over and len(draft.open_choices) == 1:
            draft = draft.then(0)
        return not draft.is_turn_over

    def job(self, draft: Draft[Any, Any], person: int) -> ports.CompareJob:
        """Return the job that compares a whole turn with what was played."""
        events = [logged.event for logged in self.game.log if logged.turn == self.turn]
        what = self.digest(*draft.choices).hex()
        return ports.CompareJob(
            title=self.play.title.id,
            view=self.view,
            seat=self.seat,
            turn=self.turn,
            played=tuple(event.action for event in events if event.actor == self.seat),
            other=draft.actions,
            seed=dice_seed(self.play),
            job_id=ports.JobId(ports.JobKind.COMPARE, self.game_here, what),
            person=person,
        )

    def digest(self, *question: object) -> bytes:
        """Return the digest of a question about this turn."""
        game = (self.source, self.game.id, self.game.commitment, str(self.game.turn_since))
        return hashlib.sha256(repr((*game, self.turn, self.seat, question)).encode()).digest()


Offers: TypeAlias = Callable[[str, Play, int], tuple[Moment, ...]]
"""Function that returns the ways to look at a turn for each seat that had a choice."""


def _has_ended(source: str, game: Play) -> bool:
    return game.status is Status.OVER or source == Source.RECORD


def moments_of(source: str, game: Play, turn: int) -> tuple[Moment, ...]:
    """Return a turn as each of its movers saw it who had a choice; none in a game that runs."""
    # A turn under way, up to which a record shows a game, has no end to compare with.
    if not _has_ended(source, game) or turn not in finished_turns(game):
        return ()
    actors = {logged.event.actor for logged in game.log if logged.turn == turn}
    seats = sorted(Seat(actor) for actor in actors if isinstance(actor, int))
    ways = (Moment(source, game, turn, s, snapshot_before(game, turn, s)) for s in seats)
    vacant = game.title.vacant
    return tuple(w for w in ways if w.seat not in vacant(w.play.state) and w.has_choice)


@dataclass(eq=False)
class WhatIfs:
    """Worth of other turns in games that are over; nothing is stored of it.

    Attributes:
        clock: tells the time.
        ledger: charges for answers.
        comparer: compares; None: nobody does.
        finder: knows what a strong player would do; None: nobody does.
    """

    clock: Clock
    ledger: Ledger
    comparer: ports.Comparer | None
    finder: ports.HintFinder | None
    _kept: LRUCache[Hashable, Any] = field(default_factory=lambda: LRUCache(KEPT), init=False)
    _drafts: dict[str, Drafts] = field(default_factory=dict, init=False)
    _asking: set[int] = field(default_factory=set, init=False)

    def moments(self, source: str, game: Play, turn: int) -> tuple[Moment, ...]:
        """Return `moments_of`, made once."""
        # A game that is over stays as it is; a record's number may be given to a later one, and
        # its players have names in the reader's language.
        names = tuple(person.name for person in game.people)
        key = (source, game.id, game.turn_since, game.status, len(game.log), names, turn)
        if key not in self._kept:
            self._kept[key] = moments_of(source, game, turn)
        moments: tuple[Moment, ...] = self._kept[key]
        return moments

    def moment(self, source: str, game: Play, turn: int, seat: int) -> Moment:
        """Return a turn as its mover saw it.

        Raises:
            Refusal: the game did not end, or nothing was to be chosen in the turn.
        """
        if not _has_ended(source, game):
            raise Refusal(WhatIfKey.UNFINISHED)
        for moment in self.moments(source, game, turn):
            if moment.seat == seat:
                return moment
        raise Refusal(WhatIfKey.NO_CHOICE)

    def drafts(self, moment: Moment) -> Drafts:
        """Return the drafts of games that are kept where this one is."""
        return self._drafts.setdefault(moment.source, Drafts())

    async def compare(
        self, moment: Moment, draft: Draft[Any, Any], person: int
    ) -> ports.Comparison:
        """Return the comparison of a whole turn with what was played.

        Raises:
            TableError: it is no whole turn, or they have used up their time.
            Refusal: nobody compares, their last question is open, or many wait.
        """
        if not draft.is_turn_over:
            raise TableError(TableKey.STALE)
        if self.comparer is None:
            raise Refusal(WhatIfKey.NOBODY)
        job = moment.job(draft, person)
        if job.job_id not in self._kept:
            async with self._paid(person, COMPARE, moment):
                self._kept[job.job_id] = await self.comparer.compare(job)
        answer: ports.Comparison = self._kept[job.job_id]
        return answer

    async def strong(self, moment: Moment, person: int) -> tuple[Draft[Any, Any], ports.Hint]:
        """Return the turn of a strong player, and why.

        Raises:
            TableError: it came too late, or they have used up their time.
            Refusal: nobody knows, their last question is open, or many wait.
        """
        if self.finder is None or not self.finder.knows(moment.play.title.id):
            raise Refusal(WhatIfKey.NOBODY)
        seed = moment.digest("strong")
        if seed not in self._kept:
            question = (moment.play.title.id, moment.view, moment.seat, (), (), seed)
            async with self._paid(person, HINT, moment):
                finding = self.finder.find_hint(ports.HintJob(*question, person=person))
                try:
                    self._kept[seed] = await asyncio.wait_for(finding, LONGEST)
                except TimeoutError as error:
                    raise TableError(TableKey.HINT_LATE) from error
        hint: ports.Hint = self._kept[seed]
        return followed(moment.start, hint.path), hint

    @asynccontextmanager
    async def _paid(self, person: int, seconds: float, moment: Moment) -> AsyncIterator[None]:
        """Charge for an answer that is worked out in the block, unless it fails or is late."""
        if person in self._asking:
            raise Refusal(WhatIfKey.UNDER_WAY)
        if len(self._asking) >= MOST_WAITING:
            minutes = ceil(len(self._asking) * COMPARE / 60)
            raise Refusal(WhatIfKey.MANY, minutes=minutes)
        self._asking.add(person)
        try:
            start, game = self.clock.monotonic(), moment.game_here
            async with self.ledger.charged(person, Account.SECONDS, seconds, game=game) as charge:
                yield
            if self.clock.monotonic() - start > FREE_AFTER:
                await self.ledger.refund(charge)
        finally:
            self._asking.discard(person)
