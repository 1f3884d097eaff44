"""Values that make up a review: seats and numbers, never a person."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

FEW: Final = 60
"""Least number of games before a position counts as known well."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over games played on, with its interval of 95 %.

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
        """The distance from the mean to the farther end of the interval."""
        return max(self.value - self.low, self.high - self.value)


@dataclass(frozen=True, slots=True)
class Position:
    """The chances of all players at one moment, as everybody who watched could know.

    Attributes:
        turn: number of the turn that had just ended; None: before the first
            turn, or after the players have ended the game.
        worths: each player's chance to win, from 0 to 1; in a game alone, the
            expected score.
        games: played on from it; None if its worths are certain, or it was not kept.
    """

    turn: int | None
    worths: tuple[Estimate, ...]
    games: int | None = None


@dataclass(frozen=True, slots=True)
class RecordedChoice:
    """One choice, as in the record.

    Attributes:
        kind: the kind of action.
        fields: its other fields in the record.
    """

    kind: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Advantage:
    """One reason for which a turn is better than another.

    Attributes:
        part: a part of the final count, as the title names it; `rivals` for the best
            score among the others.
        points: difference of the means; above 0 it is good for the mover.
    """

    part: str
    points: float


@dataclass(frozen=True, slots=True)
class Better:
    """A better way to play a turn, as far as the mover could know.

    Attributes:
        deeds: the choices instead, in order.
        gain: added chance to win; in a game alone, added points.
        points: the difference in the mover's mean score.
        whys: reasons for the difference, most important first; may be empty.
    """

    deeds: tuple[RecordedChoice, ...]
    gain: Estimate
    points: float
    whys: tuple[Advantage, ...]


@dataclass(frozen=True, slots=True)
class Turning:
    """A turn that changed the chances much.

    Attributes:
        turn: its number.
        seat: who moved.
        player: the player who holds that seat.
        before: for each player the worth right before it, as `Position.worths`.
        after: the same right after it, before anything is drawn.
        better: a better way to play it; None if none was found that surely is better.
        found: number of other ways that were tried out.
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
        """The largest change of any player's worth, with its sign."""
        return max(
            (after.value - before.value for before, after in self.pairs), key=abs, default=0.0
        )

    @property
    def weight(self) -> float:
        """The size of its largest change, or in a game alone of its missed gain if larger."""
        missed = self.better.gain.value if self.better and len(self.before) == 1 else 0.0
        return max(abs(self.shift), missed)

    @property
    def pairs(self) -> tuple[tuple[Estimate, Estimate], ...]:
        """Each player's worth before and after it."""
        return tuple(zip(self.before, self.after, strict=True))


@dataclass(frozen=True, slots=True)
class Review:
    """A review of a game: its chances over the turns, and the turns that decided it.

    Attributes:
        is_alone: whether one player played, so that worths are scores, not chances.
        positions: from the first turn's beginning to the end.
        turnings: the turns that moved most, the first one first.
        is_cut: whether the players ended the game before its end.
        has_gone_on: whether it was gone on with, so that it is as sure as it gets.
    """

    is_alone: bool
    positions: tuple[Position, ...]
    turnings: tuple[Turning, ...]
    is_cut: bool
    has_gone_on: bool = False

    @property
    def games(self) -> int | None:
        """Least number of games played on from a position; None if it was not kept."""
        return min((p.games for p in self.positions if p.games is not None), default=None)

    @property
    def is_short(self) -> bool:
        """Whether time ran out before all positions were known well."""
        return self.games is not None and self.games < FEW
