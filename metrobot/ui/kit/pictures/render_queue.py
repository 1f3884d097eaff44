"""The order in which pictures are drawn: what all see first, then one person after another.

Few draw, so pictures wait for each other. Whoever asks for sixty boards
must not keep anybody else waiting, and what several ask for is drawn once.
What else is done beside the event loop takes milliseconds and waits for no
picture: it has a line of its own, one thing after the other.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar, cast

from cachetools import LRUCache

from metrobot.engine.errors import Refusal
from metrobot.ui.words.refusals import FrameKey
from metrobot.vitals.listener import UNHEARD, Vitals

T = TypeVar("T")

MOST_WAITING: Final = 2
"""So many pictures for one person may wait; the one that is being drawn does not."""
ROOM: Final = 2_000_000
"""Bytes of finished pictures that are kept for whoever asks for the same."""

Do = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Has something done elsewhere, such as in a thread; returns a future."""


class SupersededError(Exception):
    """The same message is to show something newer: this picture is not needed any more."""


@dataclass(eq=False, slots=True)
class Ask:
    """One request for pictures: by whom, for which message.

    Attributes:
        person: who alone waits for them; None: everybody does.
        place: the message that they go into, if it may show something newer soon.
        is_limited: whether it is refused where too many of theirs wait already.
        is_old: whether the message is to show something newer by now.
    """

    person: int | None = None
    place: int | None = None
    is_limited: bool = False
    is_old: bool = False


FOR_ALL: Final = Ask()
"""Of what stands in a channel by itself, such as a board after a turn."""


@dataclass(eq=False, slots=True)
class _Ticket:
    """One waiter for a job, with its request."""

    ask: Ask
    answer: asyncio.Future[Any]


@dataclass(eq=False, slots=True)
class _Job:
    """A picture or other work, done once for all waiters.

    Attributes:
        do: does it.
        same: equal for equal pictures; None where nothing is known of that.
        is_picture: whether a picture comes of it.
        is_begun: whether it is being done.
        tickets: of those who wait for it.
    """

    do: Callable[[], Any]
    same: Hashable | None = None
    is_picture: bool = False
    is_begun: bool = False
    tickets: list[_Ticket] = field(default_factory=list)


class _Lane:
    """The jobs of one priority, in their order.

    Args:
        do: does one of them elsewhere.
        hands: how many of them are done at the same time.

    Attributes:
        do: as given.
        idle: how many more could be done now.
    """

    def __init__(self, do: Do, hands: int) -> None:
        self.do = do
        self.idle = hands
        self._for_all = deque[_Job]()
        # Round robin: each person has a queue, and each in turn gives one job.
        self._for_people = OrderedDict[int, deque[_Job]]()

    def add(self, person: int | None, job: _Job) -> None:
        """Queue a job for a request; None where everybody waits for it."""
        whose = self._for_all if person is None else self._for_people.setdefault(person, deque())
        whose.append(job)

    def next(self) -> _Job | None:
        """Return the next job that still has a waiter."""
        while self._for_all or self._for_people:
            job = self._first()
            # A job is in the queue once for each request, even if it has begun or they have gone.
            if job.tickets and not job.is_begun:
                return job
        return None

    def _first(self) -> _Job:
        if self._for_all:
            return self._for_all.popleft()
        person, queue = self._for_people.popitem(last=False)
        job = queue.popleft()
        if queue:
            self._for_people[person] = queue
        return job


# Whoever asks for sixty boards keeps nobody else waiting: docs/decisions/pictures-in-threads.md.
class RenderQueue:
    """Has pictures drawn, and all else that is done beside the event loop.

    Args:
        do: does one thing elsewhere.
        room: bytes of finished pictures that are kept.
        hands: how many pictures are drawn at the same time.
        vitals: is told of each picture.
    """

    def __init__(self, do: Do, room: int = ROOM, hands: int = 1, vitals: Vitals = UNHEARD) -> None:
        self._vitals = vitals
        self._pictures, self._works = _Lane(do, hands), _Lane(do, 1)
        self._open: dict[Hashable, _Job] = {}  # by what they show, else by themselves
        self._waiting: dict[int, int] = {}
        self._newest: dict[int, Ask] = {}
        self._finished: LRUCache[Hashable, bytes] = LRUCache(room, getsizeof=len)

    # --- asking ---

    def ask(self, person: int, place: int | None = None, *, is_limited: bool = True) -> Ask:
        """Return the request of a person who has pressed or typed.

        What was still to be drawn for the same message is not needed any more.

        Args:
            person: who.
            place: the message that is to show something else, if it is one.
            is_limited: whether it is refused where too many of theirs wait already.
        """
        ask = Ask(person, place, is_limited)
        if place is not None:
            self._supersede(place)
            self._newest[place] = ask
        return ask

    def done(self, ask: Ask) -> None:
        """Forget a request whose message shows its pictures."""
        if ask.place is not None and self._newest.get(ask.place) is ask:
            del self._newest[ask.place]

    async def picture(self, same: Hashable | None, draw: Callable[[], bytes], ask: Ask) -> bytes:
        """Return a picture, drawn once for all who ask for the same.

        Args:
            same: equal for equal pictures; None where nothing is known of that.
            draw: draws it.
            ask: for whom.

        Raises:
            Refusal: too many pictures for this person wait already.
            SupersededError: the message is to show something newer.
        """
        if ask.is_old:
            raise SupersededError
        png = None if same is None else self._finished.get(same)
        if png is not None:
            return png
        person = ask.person
        if ask.is_limited and person is not None and self._waiting.get(person, 0) >= MOST_WAITING:
            raise Refusal(FrameKey.PICTURES_WAIT)
        # Others may be waiting for the same one already.
        job = (None if same is None else self._open.get(same)) or _Job(draw, same, is_picture=True)
        return cast("bytes", await self._wait(job, ask))

    async def work(self, do: Callable[[], T], person: int | None) -> T:
        """Return the result of other work that should not block the event loop.

        One such thing is done at a time.

        Args:
            do: does it.
            person: who waits for it; None: everybody does.
        """
        return cast("T", await self._wait(_Job(do), Ask(person)))

    @property
    def waiting(self) -> int:
        """Number of pictures and other jobs that wait."""
        return sum(not job.is_begun for job in self._open.values())

    def close(self) -> None:
        """Cancel all waiters."""
        for lane in (self._pictures, self._works):
            while (job := lane.next()) is not None:
                for ticket in job.tickets:
                    ticket.answer.cancel()

    # --- within ---

    async def _wait(self, job: _Job, ask: Ask) -> Any:
        ticket = _Ticket(ask, asyncio.get_running_loop().create_future())
        job.tickets.append(ticket)
        self._open[_key(job)] = job
        if not job.is_begun:
            # Each further request may move it forward.
            self._lane(job).add(ask.person, job)
            if job.is_picture and ask.person is not None:
                self._waiting[ask.person] = self._waiting.get(ask.person, 0) + 1
        self._go_on()
        try:
            return await ticket.answer
        finally:
            self._leave(job, ticket)

    def _lane(self, job: _Job) -> _Lane:
        return self._pictures if job.is_picture else self._works

    def _leave(self, job: _Job, ticket: _Ticket) -> None:
        """Remove a waiter; a job without waiters is not done."""
        # A request for an older picture has been removed already.
        if ticket not in job.tickets:
            return
        job.tickets.remove(ticket)
        if job.is_begun:
            return
        self._wait_less(job, ticket)
        if not job.tickets:
            del self._open[_key(job)]

    def _wait_less(self, job: _Job, ticket: _Ticket) -> None:
        person = ticket.ask.person
        if person is None or not job.is_picture:
            return
        if count := self._waiting[person] - 1:
            self._waiting[person] = count
        else:
            del self._waiting[person]

    def _supersede(self, place: int) -> None:
        if (old := self._newest.pop(place, None)) is None:
            return
        old.is_old = True
        for job in tuple(self._open.values()):
            for ticket in [ticket for ticket in job.tickets if ticket.ask is old]:
                self._leave(job, ticket)
                ticket.answer.set_exception(SupersededError())
                ticket.answer.exception()  # nobody need hear of it twice

    def _go_on(self) -> None:
        """Start the next jobs, as many as there are free threads."""
        for lane in (self._works, self._pictures):
            while lane.idle and (job := lane.next()) is not None:
                lane.idle -= 1
                self._begin(job)

    def _begin(self, job: _Job) -> None:
        for ticket in job.tickets:
            self._wait_less(job, ticket)
        job.is_begun = True
        task = asyncio.create_task(self._done(job))
        task.add_done_callback(lambda future: self._end(job, future))

    async def _done(self, job: _Job) -> Any:
        """Await a job's work; return its result or its error."""
        start = time.perf_counter()
        result = await self._lane(job).do(job.do)
        if job.is_picture:
            self._vitals.drawn(time.perf_counter() - start)
        return result

    def _end(self, job: _Job, future: asyncio.Future[Any]) -> None:
        self._lane(job).idle += 1
        del self._open[_key(job)]
        if job.same is not None and not future.cancelled() and future.exception() is None:
            png: bytes = future.result()
            # cachetools raises an error for a value that is larger than the whole cache.
            if len(png) <= self._finished.maxsize:
                self._finished[job.same] = png
        for ticket in job.tickets:
            _answer(ticket.answer, future)
        self._go_on()


def _key(job: _Job) -> Hashable:
    return job if job.same is None else job.same


def _answer(answer: asyncio.Future[Any], future: asyncio.Future[Any]) -> None:
    # Whoever waited may be gone: cancelled, or waiting for a newer picture.
    if answer.done():
        return
    if future.cancelled():
        answer.cancel()
    elif (error := future.exception()) is not None:
        answer.set_exception(error)
    else:
        answer.set_result(future.result())
