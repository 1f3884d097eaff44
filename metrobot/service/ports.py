"""What the service leaves to other processes: choices, hints, reviews, animations."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Protocol

from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.errors import Fact
from metrobot.engine.log import Event
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.sentence import Sentence


class JobKind(StrEnum):
    """What can be left to workers."""

    TURN = "turn"
    """One choice of a computer's turn."""
    REVIEW = "review"
    """What decided a game."""
    FILM = "film"
    """A moving picture of a game."""


@dataclass(frozen=True, slots=True)
class JobId:
    """The id of a job: the same for everybody who asks for the same work.

    Attributes:
        work: what is to be done.
        game: whose board it is about; None: a game that was played elsewhere.
        what: tells it from others of the same game: numbers that everybody may know.
    """

    work: JobKind
    game: int | None
    what: str

    @property
    def key(self) -> str:
        """The id as one text, as the database keeps it."""
        return f"{self.work}.{self.game or 0}.{self.what}"


@dataclass(frozen=True, slots=True)
class JobTimeouts:
    """How long others may take before whoever asks does the job alone.

    Attributes:
        untaken: seconds until a worker has to have begun.
        undone: seconds that it may take from then on.
    """

    untaken: float
    undone: float


class JobBroker(Protocol):
    """Leaves jobs to worker processes and returns their answers."""

    async def request(self, job_id: JobId, body: bytes, patience: JobTimeouts) -> bytes | None:
        """Return what a worker has found; None if none does it, so that it has to be done here.

        Args:
            job_id: which job it is.
            body: all that is needed for it.
            patience: how long to wait.
        """


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """One review that is to be made; with the same job, and time enough, it is the same.

    Attributes:
        title: id of the game title.
        rules: players and options.
        events: all that happened.
        seed: what its dice follow from.
        seconds: of a processor that it may take.
        job_id: which job it is; None: it cannot be left to workers.
        person: who has asked; whoever asks often waits behind others.
    """

    title: str
    rules: Ruleset
    events: tuple[Event, ...] = field(repr=False)
    seed: bytes = field(repr=False)
    seconds: float
    job_id: JobId | None = field(default=None, repr=False)
    person: int = 0


class Reviewer(Protocol):
    """Looks back on games where it is in nobody's way."""

    async def review(self, job: ReviewJob) -> str:
        """Return what decided a game, as it is kept."""


@dataclass(frozen=True, slots=True)
class AnimationJob:
    """One moving picture of a game.

    Attributes:
        stills: its frames as `render` draws them, of what everybody may see; in order.
        most: bytes that it may have.
        job_id: which job it is.
    """

    stills: tuple[Any, ...] = field(repr=False)
    most: int
    job_id: JobId = field(repr=False)


class Animator(Protocol):
    """Makes moving pictures elsewhere."""

    async def animate(self, job: AnimationJob) -> bytes | None:
        """Return the file, empty if it gets too large; None if it has to be made here."""


@dataclass(frozen=True, slots=True)
class ChoiceJob:
    """One choice that a computer is to make; with the same job it makes the same one.

    Attributes:
        title: id of the game title.
        view: what the seat may see, and nothing else; it names the seats that are held.
        legal: what is open to it, in the fixed order; at least one.
        level: how strong the computer is.
        seed: what its dice follow from: secret, so that nobody can foresee a sealed choice.
        seconds: of a processor that it may take; None: what the level is made for.
        job_id: which job it is; None: it cannot be left to workers.
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
    """What a computer chooses, and why.

    Attributes:
        index: of the choice, in the list of what was legal.
        why: the key of the reason.
        facts: values that go with the key.
        steps: how much was tried.
    """

    index: int = field(repr=False)
    why: str = field(repr=False)
    facts: Mapping[str, Fact] = field(default_factory=dict, repr=False)
    steps: int = field(default=0, repr=False)


# Never a table or a state: what goes out is what one seat may see, so that whoever does the job
# can tell no more (docs/decisions/computers-at-the-table.md).
class Thinker(Protocol):
    """Thinks where it is in nobody's way."""

    async def decide(self, job: ChoiceJob) -> ChosenAction:
        """Return what a computer chooses."""


ChoicePath = tuple[int, ...]
"""Choices of a draft, each an index into what is open by then."""


HINT_SECONDS: Final = 1.5
"""So long one hint may take once it is begun; it says the best that was found by then."""


@dataclass(frozen=True, slots=True)
class HintJob:
    """What a hint is asked for.

    Attributes:
        title: id of the game's title.
        view: what the asker may see of the game, without their draft.
        seat: whose turn it is.
        chosen: the draft.
        shown: further choices that were shown already.
        seed: what all draws follow from.
        seconds: that it may take once it is begun.
        person: who asks; whoever asks often waits behind others.
    """

    title: str
    view: Any = field(repr=False)
    seat: Seat
    chosen: ChoicePath = field(repr=False)
    shown: tuple[ChoicePath, ...] = field(repr=False)
    seed: bytes = field(repr=False)
    seconds: float = HINT_SECONDS
    person: int = 0


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint.

    Attributes:
        path: the further choices, to the turn's end.
        reason: why, in one or two sentences.
    """

    path: ChoicePath = field(repr=False)
    reason: tuple[Sentence, ...] = field(repr=False)


class HintFinder(Protocol):
    """Works hints out, off the event loop."""

    def knows(self, title: str) -> bool:
        """Return whether it can give hints in games of a title."""

    async def find_hint(self, job: HintJob) -> Hint | None:
        """Return a hint, or None if all that could be done was shown."""


@dataclass(frozen=True, slots=True)
class ParJob:
    """A line of the day of which it is to be found out what it is worth.

    Attributes:
        number: of the line; the dice of who plays it follow from that.
        map: id of what it is played on.
        key: of its dealing, 32 bytes.
        salt: of its dealing.
    """

    number: int
    map: str
    key: bytes = field(repr=False)
    salt: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Par:
    """What a line is worth.

    Attributes:
        par: what a strong computer got, the median of several games.
        easy: the same of an easy one.
        best: the most that was found with all cards known.
        policy: the version of these computers.
    """

    par: int
    easy: int
    best: int
    policy: int


class LineJudge(Protocol):
    """Finds out what lines are worth, where it is in nobody's way."""

    async def judge(self, job: ParJob) -> Par:
        """Return what a line is worth: with the same job, the same."""


def at_once(_: int) -> AbstractAsyncContextManager[None]:
    """Keep no place: nobody has to wait for one."""
    return nullcontext()


@dataclass(frozen=True, slots=True)
class Helpers:
    """Who works for the service elsewhere; whoever makes them closes them.

    Attributes:
        thinker: decides what computers play; None: they stand still.
        hint_finder: works out hints; None: there are none.
        reviewer: finds out what decided games; None: nobody does.
        animator: puts moving pictures together; None: who draws them does.
        judge: finds out what lines of the day are worth; None: nobody does.
        pause: lets computers take their time.
        turn: keeps a place among those who think for all choices of a game's computers.
    """

    thinker: Thinker | None = None
    hint_finder: HintFinder | None = None
    reviewer: Reviewer | None = None
    animator: Animator | None = None
    judge: LineJudge | None = None
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    turn: Callable[[int], AbstractAsyncContextManager[None]] = at_once


ALONE: Final = Helpers()
"""Nobody: for a service that has no computers, hints and reviews."""
