"""Ports to other processes and to Discord: what is thought out there, films, members."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.errors import Fact
from metrobot.engine.log import Event
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.sentence import Sentence

ChoicePath = tuple[int, ...]
"""Choices of a draft, each an index into the choices open at its step."""
HINT_SECONDS: Final = 1.5
"""Seconds for one hint once it is begun; it gives the best turn found by then."""
QUICK: Final = "fair"
"""Level whose turns take milliseconds, and stand in for hints."""
FindGone: TypeAlias = Callable[[int, Iterable[int]], Awaitable[frozenset[int]]]
"""Function that returns which of some people have left a server, by their ids.

Whoever it cannot tell of is taken to be there, and so are computers.
"""
FindUnable: TypeAlias = Callable[
    [int, int, Iterable[int]], Awaitable[Mapping[int, datetime | None]]
]
"""Function that returns which of some people cannot act in a channel of a server, by their ids.

Each with the end of their time-out, which may be over; None: the channel is closed to them.
Whoever it cannot tell of is taken to be able to.
"""


class JobKind(StrEnum):
    """Kinds of jobs that workers do."""

    TURN = "turn"
    """One choice of a computer's turn."""
    REVIEW = "review"
    """Review of a game."""
    FILM = "film"
    """Film of a game."""
    COMPARE = "compare"
    """Comparison of two ways to play a turn."""


@dataclass(frozen=True, slots=True)
class JobId:
    """Id of a job: the same for everybody who asks for the same work.

    Attributes:
        work: kind of the job.
        game: number of the game; None: an imported one.
        what: distinguishes jobs of the same kind and game; public.
    """

    work: JobKind
    game: int | None
    what: str

    @property
    def key(self) -> str:
        """Id as a text, as the database keeps it."""
        return f"{self.work}.{self.game or 0}.{self.what}"


@dataclass(frozen=True, slots=True)
class JobTimeouts:
    """Seconds to wait for workers before whoever asks does the job alone.

    Attributes:
        untaken: seconds until a worker has to have begun.
        undone: seconds from then on until it has to be done.
    """

    untaken: float
    undone: float


class JobBroker(Protocol):
    """Leaves jobs to worker processes and returns their answers."""

    async def request(self, job_id: JobId, body: bytes, patience: JobTimeouts) -> bytes | None:
        """Return the answer of a worker; None if the job has to be done here."""


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """Job of a review; the same job, with enough time, gives the same review.

    Attributes:
        title: id of the game title.
        rules: players and options.
        events: all events, in order.
        seed: of its dice.
        seconds: most seconds of a processor.
        job_id: id of the job; None: it cannot be left to workers.
        person: id of whoever asked; those who ask often wait behind others.
        earlier: the review to go on with; empty: none.
    """

    title: str
    rules: Ruleset
    events: tuple[Event, ...] = field(repr=False)
    seed: bytes = field(repr=False)
    seconds: float
    job_id: JobId | None = field(default=None, repr=False)
    person: int = 0
    earlier: str = field(default="", repr=False)


class Reviewer(Protocol):
    """Reviews games in the background."""

    async def review(self, job: ReviewJob) -> str:
        """Return the review of a game, as it is stored."""


@dataclass(frozen=True, slots=True)
class AnimationJob:
    """Job of a film of a game, or of the strip of its page.

    Attributes:
        stills: public frames as `render` draws them, in order.
        most: largest size in bytes, for a film.
        job_id: id of the job.
        is_strip: whether a strip is wanted (`render.film.strip`).
    """

    stills: tuple[Any, ...] = field(repr=False)
    most: int
    job_id: JobId = field(repr=False)
    is_strip: bool = False


class Animator(Protocol):
    """Makes films in other processes."""

    async def animate(self, job: AnimationJob) -> bytes | None:
        """Return the file, empty if it gets too large; None if it has to be made here."""


@dataclass(frozen=True, slots=True)
class ChoiceJob:
    """Job of one choice of a computer; the same job gives the same choice.

    Attributes:
        title: id of the game title.
        view: view of the seat, which names the seats that are held.
        legal: open choices in the fixed order; at least one.
        level: of the computer.
        seed: of its dice: secret, so that nobody can foresee a sealed choice.
        seconds: most seconds of a processor; None: as the level is made for.
        job_id: id of the job; None: it cannot be left to workers.
    """

    title: str
    view: Any = field(repr=False)
    legal: tuple[Action, ...] = field(repr=False)
    level: str
    seed: bytes = field(repr=False)
    seconds: float | None = None
    job_id: JobId | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ChosenAction:
    """Choice of a computer, with its reason.

    Attributes:
        index: of the choice among the legal ones.
        why: key of the reason.
        facts: values that go with the key.
        steps: number of continuations tried.
    """

    index: int = field(repr=False)
    why: str = field(repr=False)
    facts: Mapping[str, Fact] = field(default_factory=dict, repr=False)
    steps: int = field(default=0, repr=False)


# Never a table or a state: what goes out is what one seat may see, so that whoever does the job
# can tell no more (docs/decisions/computers-at-the-table.md).
class Thinker(Protocol):
    """Decides for computers in the background."""

    async def decide(self, job: ChoiceJob) -> ChosenAction:
        """Return a computer's choice."""


@dataclass(frozen=True, slots=True)
class HintJob:
    """Job of a hint.

    Attributes:
        title: id of the game's title.
        view: view of the asker, without their draft.
        seat: the seat that chooses.
        choices: those of the draft.
        shown_paths: choices of hints that were shown.
        seed: of all draws.
        seconds: to take once it is begun.
        person: id of the asker; those who ask often wait behind others.
        is_quick: whether the turn of the level `QUICK` is wanted instead, without a reason.
    """

    title: str
    view: Any = field(repr=False)
    seat: Seat
    choices: ChoicePath = field(repr=False)
    shown_paths: tuple[ChoicePath, ...] = field(repr=False)
    seed: bytes = field(repr=False)
    seconds: float = HINT_SECONDS
    person: int = 0
    is_quick: bool = False


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint.

    Attributes:
        path: further choices, to the turn's end.
        reason: why, in one or two sentences.
    """

    path: ChoicePath = field(repr=False)
    reason: tuple[Sentence, ...] = field(repr=False)


class HintFinder(Protocol):
    """Finds hints off the event loop."""

    def knows(self, title: str) -> bool:
        """Return whether it can give hints in games of a title."""

    async def find_hint(self, job: HintJob) -> Hint | None:
        """Return a hint, or None if all were shown."""


@dataclass(frozen=True, slots=True)
class CompareJob:
    """Job of comparing two ways to play a turn; the same job gives the same answer.

    Attributes:
        title: id of the game's title.
        view: view of whoever moved, before the turn.
        seat: the seat that moved.
        turn: number of the turn.
        played: choices that were made.
        other: choices instead.
        seed: of all dice; public.
        job_id: id of the job; None: it cannot be left to workers.
        person: id of the asker; those who ask often wait behind others.
    """

    title: str
    view: Any = field(repr=False)
    seat: Seat
    turn: int
    played: tuple[Action, ...]
    other: tuple[Action, ...]
    seed: bytes
    job_id: JobId | None = None
    person: int = 0


class Interval(NamedTuple):
    """Mean over games played on, with its interval of 95 %."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Comparison of two ways to play a turn, in shares of the win; in a game alone, in points.

    Attributes:
        played: worth of what was played.
        other: worth of the other way.
        gain: worth of the other way, less that of what was played.
        reasons: differences in parts of the final count, the largest first.
        games: number of games played on for each way.
    """

    played: Interval
    other: Interval
    gain: Interval
    reasons: tuple[tuple[str, float], ...]
    games: int

    @property
    def verdict(self) -> int:
        """1: the other way is surely better, -1: surely worse, 0: that cannot be told."""
        return (self.gain.low > 0) - (self.gain.high < 0)


class Comparer(Protocol):
    """Compares ways to play a turn in the background."""

    async def compare(self, job: CompareJob) -> Comparison:
        """Return the comparison of two ways to play a turn."""


@dataclass(frozen=True, slots=True)
class ParJob:
    """Job of finding the par of a line of the day.

    Attributes:
        number: of the line, from which the dice follow.
        map: id of the network or map.
        key: of its dealing, 32 bytes.
        salt: of its dealing.
    """

    number: int
    map: str
    key: bytes = field(repr=False)
    salt: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Par:
    """Scores of computers on a line.

    Attributes:
        par: of a strong computer, the median of several games.
        easy: of an easy computer, likewise.
        best: the highest that was found with all cards known.
        policy: version of these computers.
        fair: score of a fair computer, likewise; None: an older worker has found them.
    """

    par: int
    easy: int
    best: int
    policy: int
    fair: int | None = None


class LineJudge(Protocol):
    """Finds the pars of lines in the background."""

    async def judge(self, job: ParJob) -> Par:
        """Return the par of a line; the same job gives the same par."""


async def nobody_gone(_: int, __: Iterable[int]) -> frozenset[int]:
    """Assume that everybody is still on their server (no Discord to ask)."""
    return frozenset()


async def nobody_unable(_: int, __: int, ___: Iterable[int]) -> Mapping[int, datetime | None]:
    """Assume that everybody can act in every channel (no Discord to ask)."""
    return {}


def at_once(_: int) -> AbstractAsyncContextManager[None]:
    """Return a place at once, for thinkers that need none."""
    return nullcontext()


@dataclass(frozen=True, slots=True)
class Helpers:
    """Ports to other processes; whoever makes them closes them.

    Attributes:
        thinker: decides for computers; None: they stand still.
        hint_finder: finds hints; None: there are none.
        reviewer: reviews games; None: nobody does.
        animator: makes films; None: they are made where they are drawn.
        judge: finds pars of lines of the day; None: nobody does.
        comparer: compares ways to play a turn; None: nobody does.
        pause: lets a computer wait for some seconds.
        turn: keeps a place among the thinkers for all choices of a game's computers.
    """

    thinker: Thinker | None = None
    hint_finder: HintFinder | None = None
    reviewer: Reviewer | None = None
    animator: Animator | None = None
    judge: LineJudge | None = None
    comparer: Comparer | None = None
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    turn: Callable[[int], AbstractAsyncContextManager[None]] = at_once


ALONE: Final = Helpers()
"""No helpers: for a service without computers, hints and reviews."""
