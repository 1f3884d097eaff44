"""The chances over the turns of a game: each position played on as everybody knew it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

from metrobot.engine.dice import Dice
from metrobot.engine.title import AnyTitle
from metrobot.players.analysis.course import Course
from metrobot.players.analysis.facts import FEW, Estimate, Position
from metrobot.players.contract import Lens, PlayoutEnd

BATCH: Final = 10
"""Games played from one position before it is the next one's turn."""

PRIOR: Final = 200
"""Games that the fair shares of equal seats before the first turn count for."""

NEAR_CHANCE, NEAR_POINTS = 0.03, 0.3
"""Widest margin at which a chance, or a score in a game alone, counts as known well."""

Z: Final = 1.96
"""Half the width of an interval of 95 %, in standard errors."""

RULE_OF_THREE: Final = 3.0
"""Upper bound of events not seen in n games is 3 / n with 95 % certainty."""

DiceOf = Callable[[str], Dice]
"""Returns the dice of a name; the same name gives the same rolls."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Bounds on the games that are played on.

    Attributes:
        playouts: games for each position, or each way to play a turn, at most.
        until: the share of the time after which no more are played.
    """

    playouts: int
    until: float


@dataclass(frozen=True, slots=True)
class Means:
    """The things that a review is made with.

    Attributes:
        title: the rules.
        lens: plays games on.
        dice: makes dice.
        used: returns the share of the time that is used up; 1 or more: all of it.
    """

    title: AnyTitle
    lens: Lens
    dice: DiceOf
    used: Callable[[], float]


@dataclass(slots=True)
class RunningMean:
    """Count, sum and sum of squares of some numbers.

    Attributes:
        count: how many there are.
        total: their sum.
        squares: the sum of their squares.
    """

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Add one number."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """Their mean; 0 while there are none."""
        return self.total / self.count if self.count else 0.0

    def estimate(self) -> Estimate:
        """Return the mean of numbers of any size, with its interval."""
        # One number has no spread, so nothing is known of its interval.
        if self.count < 2:
            return Estimate(self.mean, float("-inf"), float("inf"))
        # Of equal numbers rounding may leave a little less than nothing, which has no root.
        spread = max(0.0, self.squares - self.total * self.mean) / (self.count - 1)
        half = Z * sqrt(spread / self.count)
        return Estimate(self.mean, self.mean - half, self.mean + half)

    def difference(self) -> Estimate:
        """Return the mean of differences between shares of a win, from -1 to 1."""
        # Equal differences would give an interval of width 0; an outcome that never came up
        # in n games may still come up in 3 of n (the rule of three).
        estimate, least = self.estimate(), RULE_OF_THREE / max(1, self.count)
        low, high = min(estimate.low, self.mean - least), max(estimate.high, self.mean + least)
        return Estimate(self.mean, max(-1.0, low), min(1.0, high))

    def chance(self) -> Estimate:
        """Return the mean of shares of a win, with Wilson's interval."""
        count, share = self.count, self.mean
        if not count:
            return Estimate(0.0, 0.0, 1.0)
        # Wilson's interval stays between 0 and 1; the usual one does not near the ends.
        square = Z * Z / count
        middle = (share + square / 2) / (1 + square)
        # Parts of shared wins may add up to slightly more than 1.
        half = Z * sqrt(max(0.0, share * (1 - share)) / count + square / (4 * count)) / (1 + square)
        return Estimate(
            share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))
        )


def sure(value: float) -> Estimate:
    """Return a value that is certain, as an interval of width 0."""
    return Estimate(value, value, value)


@dataclass(slots=True)
class Trace:
    """One position while it is played on.

    Attributes:
        name: name of its dice.
        view: the view of a spectator.
        players: number of players.
        tallies: running means of the worths, one for each player.
    """

    name: str
    view: Any
    players: int
    tallies: list[RunningMean] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tallies = [RunningMean() for _ in range(self.players)]

    @property
    def count(self) -> int:
        """Number of games played on from it."""
        return self.tallies[0].count

    @property
    def is_sure(self) -> bool:
        """Whether more games would hardly change its estimates."""
        near = NEAR_POINTS if self.players == 1 else NEAR_CHANCE
        return self.count >= FEW and all(estimate.margin <= near for estimate in self.estimates())

    def play(self, means: Means, count: int) -> None:
        """Play some more games on from imagined states."""
        for _ in range(count):
            dice = means.dice(f"{self.name}:{self.count}")
            # A spectator does not know hidden things, so each game has another imagined state.
            ending = means.lens(means.title.imagined(self.view, dice), dice)
            for tally, worth in zip(self.tallies, worths_of(ending), strict=True):
                tally.add(worth)

    def estimates(self) -> tuple[Estimate, ...]:
        """Return each player's worth, with its interval."""
        is_alone = self.players == 1
        return tuple(tally.estimate() if is_alone else tally.chance() for tally in self.tallies)


def play_all(traces: Sequence[Trace], means: Means, limit: Limit) -> None:
    """Play positions on in turn, until all are known well or the time is over.

    With a long game or little time all intervals get wider, none much wider than the
    others.

    Args:
        traces: the positions.
        means: rules, dice and clock of the review.
        limit: games to play, and the time for them.
    """
    for _ in range(0, limit.playouts, BATCH):
        for trace in traces:
            # Each position gets one batch even when the time is up: its chart needs a value.
            if trace.count and (means.used() >= limit.until or trace.is_sure):
                continue
            trace.play(means, min(BATCH, limit.playouts))


def worths_of(ending: PlayoutEnd) -> tuple[float, ...]:
    """Return each player's share of the win, or the score of a game alone."""
    return ending.scores if len(ending.scores) == 1 else ending.shares


class Traces:
    """All positions of a game that are played on.

    Attributes:
        course: the game.
        players: number of players.
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
            # A position that ended the game has nothing to play on: its worths are certain.
            if not course.title.is_over(turn.after)
        }

    def _trace(self, name: str, state: Any) -> Trace:
        """Return the trace of a state as a spectator saw it."""
        return Trace(name, self.course.title.view_for(state), self.players)

    def before(self, number: int) -> Trace:
        """Return the position right before the first choice of a turn.

        This is the position after the previous turn, unless something was drawn in between.
        """
        place = next(n for n, turn in enumerate(self.course.turns) if turn.number == number)
        if not place:
            return self.at_start
        turn, earlier = self.course.turns[place], self.course.turns[place - 1]
        # Without a draw in between the games played on from the earlier position serve here too.
        if turn.before == earlier.after:
            return self.after[earlier.number]
        return self._trace(f"before:{number}", turn.before)

    def worths_after(self, number: int) -> tuple[Estimate, ...]:
        """Return each player's worth after a turn; it is certain if the turn ended the game."""
        trace = self.after.get(number)
        return self.ends() if trace is None else trace.estimates()

    def ends(self) -> tuple[Estimate, ...]:
        """Return each player's share of the win at the end, or the score of a game alone."""
        outcome = self.course.title.outcome(self.course.end)
        return tuple(map(sure, outcome.scores if self.players == 1 else outcome.shares))

    def positions(self) -> tuple[Position, ...]:
        """Return the positions before the first turn, after each turn, and at an early end."""
        traces, numbers = [self.at_start, *self.after.values()], (None, *self.after)
        worths = [t.estimates() for t in traces] if self.players == 1 else _together(traces)
        positions = [
            Position(number, worth, trace.count)
            for number, worth, trace in zip(numbers, worths, traces, strict=True)
        ]
        # If the last turn did not end the game, the players did.
        last = self.course.turns[-1].number
        return *positions, Position(None if last in self.after else last, self.ends())


def _together(traces: Sequence[Trace]) -> list[tuple[Estimate, ...]]:
    """Return the chances at each position, with what those before it tell of them.

    Chances go from fair shares to one win in as many steps as there are turns, which says how far
    one step goes. Later positions tell nothing here: nobody knew them then.
    """
    players, estimates = traces[0].players, list[tuple[Estimate, ...]]()
    shares, whole = [1 / players] * players, 1 - 1 / players
    step, doubt = whole / len(traces), whole / PRIOR
    for trace in traces:
        means = [tally.mean for tally in trace.tallies]
        # Few games that all ended alike look more certain than they are.
        spread = max(_spread(shares), _spread(means), 1 / trace.count)
        weight = doubt / (doubt + spread / trace.count)
        shares = [
            share + weight * (mean - share) for share, mean in zip(shares, means, strict=True)
        ]
        doubt *= 1 - weight
        # As sure as the mean of so many games.
        count = max(1, round(spread / doubt))
        estimates.append(tuple(RunningMean(count, share * count).chance() for share in shares))
        doubt += step
    return estimates


def _spread(shares: Sequence[float]) -> float:
    """Return the variance of a game's result, summed over its players."""
    return sum(share * (1 - share) for share in shares)
