"""The chances over the turns of a game: each position played on as everybody knew it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from metrobot.engine.dice import Dice
from metrobot.engine.title import AnyTitle
from metrobot.players.analysis.course import Course
from metrobot.players.analysis.facts import Estimate, Position
from metrobot.players.analysis.means import RunningMean, sure
from metrobot.players.playout import Lens, PlayoutEnd

BATCH: Final = 20
"""Games that are played on from one position before the next one's turn comes."""

FEW: Final = 60
"""So many games at least, before a position counts as known well."""

NEAR_CHANCE, NEAR_POINTS = 0.03, 0.3
"""How narrow an interval is then."""

DiceOf = Callable[[str], Dice]
"""Makes dice of a name; the same name makes dice that fall the same way."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How much is played on.

    Attributes:
        playouts: games for each position, or each way to play a turn, at most.
        until: the share of the time after which no more are played.
    """

    playouts: int
    until: float


@dataclass(frozen=True, slots=True)
class Means:
    """With what a review is made.

    Attributes:
        title: the rules.
        lens: plays games on.
        dice: makes dice.
        used: which share of the time is used up, from 0 on; 1 and more: all of it.
    """

    title: AnyTitle
    lens: Lens
    dice: DiceOf
    used: Callable[[], float]


@dataclass(slots=True)
class Trace:
    """One position while it is played on.

    Attributes:
        name: of its dice.
        view: what everybody may know of it.
        players: how many.
        tallies: of the worths, one a player.
    """

    name: str
    view: Any
    players: int
    tallies: list[RunningMean] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tallies = [RunningMean() for _ in range(self.players)]

    @property
    def count(self) -> int:
        """How many games were played on from it."""
        return self.tallies[0].count

    @property
    def is_sure(self) -> bool:
        """Whether more games would hardly tell more."""
        near = NEAR_POINTS if self.players == 1 else NEAR_CHANCE
        return self.count >= FEW and all(each.margin <= near for each in self.estimates())

    def play(self, means: Means, count: int) -> None:
        """Play so many games on from states that could be true."""
        for _ in range(count):
            dice = means.dice(f"{self.name}:{self.count}")
            ending = means.lens(means.title.imagined(self.view, dice), dice)
            for tally, worth in zip(self.tallies, worths_of(ending), strict=True):
                tally.add(worth)

    def estimates(self) -> tuple[Estimate, ...]:
        """Return the worths as far as they are known."""
        is_alone = self.players == 1
        return tuple(each.estimate() if is_alone else each.chance() for each in self.tallies)


def play_all(traces: Sequence[Trace], means: Means, limit: Limit) -> None:
    """Play positions on in turn, until all are known well or the time is over.

    So a game that is long, or time that is short, makes all intervals wider,
    and none much wider than others. What is nearly certain is left alone.

    Args:
        traces: the positions.
        means: with what.
        limit: how much.
    """
    for _ in range(0, limit.playouts, BATCH):
        for trace in traces:
            if trace.count and (means.used() >= limit.until or trace.is_sure):
                continue
            trace.play(means, min(BATCH, limit.playouts))


def worths_of(ending: PlayoutEnd) -> tuple[float, ...]:
    """Return what an ending is worth to each: a share of the win; alone the score."""
    return ending.scores if len(ending.scores) == 1 else ending.shares


class Traces:
    """All positions of a game, to be played on.

    Attributes:
        course: the game.
        players: how many.
        at_start: the position before the first turn.
        after: those after turns that did not end the game, by the turns' numbers.
    """

    def __init__(self, course: Course) -> None:
        self.course = course
        self.players = len(course.title.outcome(course.end).scores)
        self.at_start = self._trace("start", course.turns[0].before)
        self.after = {
            turn.number: self._trace(f"after:{turn.number}", turn.after)
            for turn in course.turns
            if not course.title.is_over(turn.after)
        }

    def _trace(self, name: str, state: Any) -> Trace:
        """Return one position as everybody knew it."""
        return Trace(name, self.course.title.view_for(state), self.players)

    @property
    def every(self) -> tuple[Trace, ...]:
        """All positions, in order."""
        return (self.at_start, *self.after.values())

    def before(self, number: int) -> Trace:
        """Return the position right before what was done in a turn.

        It is the one after the turn before, unless something was drawn in between.
        """
        place = next(n for n, turn in enumerate(self.course.turns) if turn.number == number)
        if not place:
            return self.at_start
        turn, earlier = self.course.turns[place], self.course.turns[place - 1]
        if turn.before == earlier.after:
            return self.after[earlier.number]
        return self._trace(f"before:{number}", turn.before)

    def worths_after(self, number: int) -> tuple[Estimate, ...]:
        """Return what the position after a turn is worth; certain where it ended the game."""
        trace = self.after.get(number)
        return self.ends() if trace is None else trace.estimates()

    def ends(self) -> tuple[Estimate, ...]:
        """Return what everybody had in the end: of the win, or alone the score."""
        outcome = self.course.title.outcome(self.course.end)
        return tuple(map(sure, outcome.scores if self.players == 1 else outcome.shares))

    def positions(self) -> tuple[Position, ...]:
        """Return how the game stood before its first turn, after each, and at its end."""
        found = [Position(None, self.at_start.estimates())]
        found += [
            Position(turn.number, self.worths_after(turn.number)) for turn in self.course.turns
        ]
        if self.course.turns[-1].number in self.after:  # the game went on, and was ended
            found.append(Position(None, self.ends()))
        return tuple(found)
