"""Reviews of games that are over: asked for by people, made once, kept with the game."""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import StrEnum
from typing import Any, Final

from metrobot.engine.errors import Refusal
from metrobot.service.model.clock import Clock
from metrobot.service.model.keyed_locks import KeyedLocks
from metrobot.service.model.play import Play, Status
from metrobot.service.people.ledger import REVIEW, Account, Ledger
from metrobot.service.ports import JobId, JobKind, Reviewer, ReviewJob
from metrobot.service.waits.late_answers import LateAnswers
from metrobot.store.statements.finished import ReviewSubject
from metrobot.store.store import Store

log = logging.getLogger(__name__)

SECONDS: Final = 52.0
"""Processor time after which a review begins nothing new; all of it then takes a minute."""

RETRIED_AFTER: Final = timedelta(hours=6)
"""Time after which a review that failed is tried again, unless somebody asks sooner."""

LEFT: Final = timedelta(minutes=10)
"""Time after which a process that makes a review is taken for dead; none takes so long."""


class ReviewKey(StrEnum):
    """Keys of why a game has no review."""

    RUNNING = "review.running"
    """It is still played."""
    CANCELLED = "review.cancelled"
    """It has no result."""
    UNFINISHED = "review.unfinished"
    """A record of a game that is not over, or hides something."""


@dataclass(eq=False)
class Reviews:
    """Has reviews made, each once, and finds those that a restart has interrupted.

    Attributes:
        store: keeps them.
        clock: tells the time.
        table_of: returns the game that a review is of.
        ledger: counts what they cost.
        reviewer: makes them; None: they are only stored as asked for.
        late: who waits for one.
    """

    store: Store
    clock: Clock
    table_of: Callable[[ReviewSubject], Awaitable[Play]]
    ledger: Ledger
    reviewer: Reviewer | None
    _making: dict[tuple[ReviewSubject, bool], asyncio.Task[None]] = field(
        default_factory=dict, init=False
    )
    _failed: dict[ReviewSubject, float] = field(default_factory=dict, init=False)
    _paid: dict[ReviewSubject, int] = field(default_factory=dict, init=False)
    _going_on: set[ReviewSubject] = field(default_factory=set, init=False)
    _asking: KeyedLocks = field(default_factory=KeyedLocks, init=False)
    late: LateAnswers[ReviewSubject] = field(init=False)

    def __post_init__(self) -> None:
        """Let people wait for reviews."""
        self.late = LateAnswers(self.clock, self._is_made)

    async def _is_made(self, subject: ReviewSubject) -> bool:
        is_going_on = self.is_going_on(subject)
        return not is_going_on and await self.store.finished.review(subject) is not None

    def is_going_on(self, subject: ReviewSubject) -> bool:
        """Return whether a review that can be shown is gone on with."""
        return subject in self._going_on

    async def of(
        self,
        table: Play,
        person: int,
        *,
        is_replay: bool,
        is_current: Callable[[str], bool],
        is_short: Callable[[str], bool] = lambda _: False,
    ) -> str | None:
        """Return the review of a game; None: it is being made, ask again.

        Args:
            table: the game.
            person: who asks.
            is_replay: whether it was played elsewhere.
            is_current: tells whether a stored review can be read; if not, it is made anew.
            is_short: tells whether its time ran out; if so, it is gone on with for nothing, while
                this one can be shown.

        Raises:
            Refusal: the game has no review, or the person has used up their time.
        """
        check_has_review(table, is_replay=is_replay)
        subject = ReviewSubject(table.id, is_replay)
        if (body := await self._kept(subject, is_current)) is not None:
            # What has failed would fail at each look.
            if is_short(body) and subject not in self._failed:
                self._begin(subject, self.reviewer, person, body)
            return body
        # Of several who ask at once, in whatever process, only one pays.
        async with self._asking.of(subject), self.store.advisory_lock(f"review {subject}"):
            # Looked up first: it may be finished while the store is read.
            is_making = (subject, False) in self._making
            body = await self._kept(subject, is_current)
            if body is None and not is_making:
                await self._request(subject, person)
        return body

    async def made(
        self, table: Play, *, is_replay: bool, is_current: Callable[[str], bool]
    ) -> str | None:
        """Return the review of a game if there is one that can be read; none is asked for."""
        return await self._kept(ReviewSubject(table.id, is_replay), is_current)

    async def _kept(self, subject: ReviewSubject, is_current: Callable[[str], bool]) -> str | None:
        body = await self.store.finished.review(subject)
        return body if body is not None and is_current(body) else None

    async def _request(self, subject: ReviewSubject, person: int) -> None:
        """Have a review made; the first to ask pays for it.

        Raises:
            TableError: they have used up their time.
        """
        # Somebody wants it now, so it need not wait until a failed one is tried again.
        self._failed.pop(subject, None)
        now = self.clock.now()
        # One that was promised is never refused, even if it failed.
        if subject not in await self.store.finished.requested_reviews(now):
            pay = self.ledger.charged(person, Account.SECONDS, REVIEW, game=subject.number)
            async with pay as self._paid[subject]:
                await self.store.finished.request_review(subject, now)
        self._begin(subject, self.reviewer, person)

    async def sweep(self, reviewer: Reviewer | None = None) -> None:
        """Begin all reviews that were asked for and are not made.

        Args:
            reviewer: who makes them; None: the usual reviewer.
        """
        # Another process may have made one of them.
        await self.late.tell()
        reviewer = reviewer or self.reviewer
        if reviewer is None:
            return
        now = self.clock.monotonic()
        # Another process may be making it.
        head_start = LEFT if self.store.is_shared else timedelta()
        for subject in await self.store.finished.requested_reviews(self.clock.now() - head_start):
            failed_at = self._failed.get(subject)
            if failed_at is None or now - failed_at >= RETRIED_AFTER.total_seconds():
                self._begin(subject, reviewer, 0)

    async def finished(self) -> None:
        """Wait until everything that was begun is done."""
        # Reviews may be begun while this waits for others.
        while self._making:
            await asyncio.gather(*self._making.values(), return_exceptions=True)

    async def close(self) -> None:
        """Cancel all that is under way; the next start begins it again."""
        tasks = tuple(self._making.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(
        self, subject: ReviewSubject, reviewer: Reviewer | None, person: int, earlier: str = ""
    ) -> None:
        """Begin to make a review, unless it is being made or there is no reviewer."""
        making = subject, bool(earlier)
        if making not in self._making and reviewer is not None:
            if earlier:
                self._going_on.add(subject)
            make = self._make(subject, reviewer, person, earlier)
            self._making[making] = asyncio.get_running_loop().create_task(make)
            self._making[making].add_done_callback(lambda _: self._making.pop(making, None))

    async def _make(
        self, subject: ReviewSubject, reviewer: Reviewer, person: int, earlier: str
    ) -> None:
        try:
            table = await self.table_of(subject)
            job = replace(review_job(table, subject, earlier), person=person)
            body = await reviewer.review(job)
            await self.store.finished.store_review(subject, body)
            self._paid.pop(subject, None)
            # Before the telling, or those who wait for more would go on waiting.
            self._going_on.discard(subject)
            await self.late.tell(subject)
        except Exception:
            # Tried again much later: what fails once mostly fails again, and costs a minute of a
            # processor.
            self._failed[subject] = self.clock.monotonic()
            self._going_on.discard(subject)
            if subject in self._paid:
                await self.ledger.refund(self._paid.pop(subject))
            kind = "replay" if subject.is_replay else "game"
            log.exception("the review of %s %d failed", kind, subject.number)


def check_has_review(table: Play, *, is_replay: bool) -> None:
    """Refuse a game that has no review.

    Raises:
        Refusal: it is not over.
    """
    if table.status is Status.OVER:
        return
    if is_replay:
        raise Refusal(ReviewKey.UNFINISHED)
    is_cancelled = table.status is Status.CANCELLED
    raise Refusal(ReviewKey.CANCELLED if is_cancelled else ReviewKey.RUNNING)


def dice_seed(table: Play) -> bytes:
    """Return the seed of the dice with which a game is judged."""
    # From public facts: a review made anew rolls the same dice, and shows nothing of the key.
    return hashlib.sha256(f"{table.title.id}:{table.commitment}:review".encode()).digest()


def review_job(table: Play, subject: ReviewSubject, earlier: str = "") -> ReviewJob:
    """Return the job that makes the review of a game."""
    title: Any = table.title
    # The number of an import is not that of a game.
    game, what = (None, str(subject.number)) if subject.is_replay else (subject.number, "")
    return ReviewJob(
        title=title.id,
        rules=table.rules,
        events=tuple(logged.event for logged in table.log),
        seed=dice_seed(table),
        seconds=SECONDS,
        # Else a worker's answer to the first job would answer the second.
        job_id=JobId(JobKind.REVIEW, game, f"{what}+" if earlier else what),
        earlier=earlier,
    )
