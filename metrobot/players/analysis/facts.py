"""What a review says: places and numbers, never a person."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of games played on, and between what it lies with 95 % certainty.

    Attributes:
        value: the mean.
        low: lower end of the interval.
        high: upper end of it.
    """

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """How far the interval reaches to either side, at most."""
        return max(self.value - self.low, self.high - self.value)


@dataclass(frozen=True, slots=True)
class Position:
    """How a game stood for everybody who watched it.

    Attributes:
        turn: number of the turn that had just ended; None: before the first
            turn, or after the players have ended the game.
        worths: for each player the chance to win, from 0 to 1; of a game alone
            the score to be expected.
    """

    turn: int | None
    worths: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class RecordedChoice:
    """One choice, as in the record.

    Attributes:
        kind: of the action.
        fields: the others of the record.
    """

    kind: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Advantage:
    """Why one turn is better than another.

    Attributes:
        part: of the final count, as the title names it; `rivals` for the best
            score among the others.
        points: by how much the mean differs: more than 0 is good for whoever moved.
    """

    part: str
    points: float


@dataclass(frozen=True, slots=True)
class Better:
    """What would have been better, as far as whoever moved could know.

    Attributes:
        deeds: the choices instead, in order.
        gain: in chance to win; of a game alone in points.
        points: the difference in the mover's mean score.
        whys: what makes the difference, most important first; may be empty.
    """

    deeds: tuple[RecordedChoice, ...]
    gain: Estimate
    points: float
    whys: tuple[Advantage, ...]


@dataclass(frozen=True, slots=True)
class Turning:
    """A turn that moved much.

    Attributes:
        turn: its number.
        seat: who moved.
        player: whose seat that is.
        before: for each player the worth right before it, as `Position.worths`.
        after: the same right after it, before anything is drawn.
        better: what would have been better; None where nothing was found that surely is.
        found: how many other ways to play the turn were tried out.
    """

    turn: int
    seat: int
    player: int
    before: tuple[Estimate, ...]
    after: tuple[Estimate, ...]
    better: Better | None
    found: int

    @property
    def shift(self) -> float:
        """How much it moved whoever was moved most."""
        return max(
            (after.value - before.value for before, after in self.pairs), key=abs, default=0.0
        )

    @property
    def weight(self) -> float:
        """How much it counts: what it moved, or alone what it missed, if that is more."""
        missed = self.better.gain.value if self.better and len(self.before) == 1 else 0.0
        return max(abs(self.shift), missed)

    @property
    def pairs(self) -> tuple[tuple[Estimate, Estimate], ...]:
        """For each player the worth before and after it."""
        return tuple(zip(self.before, self.after, strict=True))


@dataclass(frozen=True, slots=True)
class Review:
    """What decided a game.

    Attributes:
        is_alone: worths are scores, not chances.
        positions: from the first turn's beginning to the end.
        turnings: the turns that moved most, the first one first.
        is_cut: whether the players ended the game before its end.
    """

    is_alone: bool
    positions: tuple[Position, ...]
    turnings: tuple[Turning, ...]
    is_cut: bool
