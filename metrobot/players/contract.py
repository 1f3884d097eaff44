"""What every computer player is: a function from what its seat may see to one choice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Protocol, TypeAlias

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.engine.errors import Fact


class ReasonKey(StrEnum):
    """Keys of why a choice was made; the facts of each stand after it."""

    ONLY = "why.only"
    """There was no other."""
    LUCK = "why.luck"
    """It was drawn."""
    POINTS = "why.points"  # points
    """It makes the most points at once."""
    LOOKS = "why.looks"  # worth
    """It looks best at a glance."""
    COUNT = "why.count"  # lead
    """It leads to the best count, if the game ended now: so far ahead of the best of the others."""
    PLAN = "why.plan"  # worth
    """It begins the best turn that was found: so much better than now."""
    TRIED = "why.tried"  # tries, lead
    """Of so many games played on from here those with this choice ended best, by so much."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a player does, and why.

    Attributes:
        index: of the choice, in the list of legal ones.
        why: the key of the reason.
        facts: values that go with the key.
        steps: how much was tried; by this alone may time differ.
    """

    index: int
    why: ReasonKey
    facts: Mapping[str, Fact] = field(default_factory=dict)
    steps: int = 0


def _never() -> bool:
    """Return that there is time left."""
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a player may think.

    Attributes:
        playouts: how much to try at most; None for what the level is made for.
        is_over: whether the time is up; asked between tries.
    """

    playouts: int | None = None
    is_over: Callable[[], bool] = _never

    @property
    def is_bound(self) -> bool:
        """Whether it may end a search early."""
        return self.playouts is not None or self.is_over is not _never

    def after(self, tries: int) -> "Budget":
        """Return what is left of it, so much having been tried."""
        playouts = None if self.playouts is None else max(0, self.playouts - tries)
        return Budget(playouts, self.is_over)

    def ends_after(self, tries: int) -> bool:
        """Return whether nothing more is to be tried, so much having been tried."""
        return (self.playouts is not None and tries >= self.playouts) or self.is_over()


UNBOUND: Final = Budget()
"""As long as the level is made for."""


Way: TypeAlias = tuple[Action, ...]
"""What to do next, and after that, in one's own turn; at least one choice."""


class Player(Protocol):
    """One level of one title.

    With the same view, choices and dice, and as much time, it decides the same.
    """

    def __call__(
        self, view: Any, legal: Sequence[Action], budget: Budget, dice: Dice, /
    ) -> Decision:
        """Return what to do.

        Args:
            view: what the seat may see; `view.seats` are those that it holds.
            legal: what is open to it, in the fixed order; at least one.
            budget: how long to think.
            dice: draws what is drawn.
        """


RankingPlayer: TypeAlias = Callable[[Any, Sequence[Action], Budget, Dice], Sequence[Way]]
"""A level that has more than one choice to offer.

It returns ways to go on, the best first; what is asked for is the same as of a player.
"""
