"""The contracts of computer players and of playouts.

A player is a function from a seat's view to one choice. A playout is a title's quick way
to play a game on to its end.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Protocol, TypeAlias

from metrobot.engine.actions import Action
from metrobot.engine.dice import Dice
from metrobot.engine.errors import Fact

Way: TypeAlias = tuple[Action, ...]
"""The next choices of one turn, in order; at least one."""


class ReasonKey(StrEnum):
    """Keys of the reasons for a choice; the facts of each stand in the comment after it."""

    ONLY = "why.only"
    """The only legal choice."""
    LUCK = "why.luck"
    """Chosen at random."""
    POINTS = "why.points"  # points
    """Makes the most points at once."""
    LOOKS = "why.looks"  # worth
    """Looks best at a glance."""
    COUNT = "why.count"  # lead
    """Gives the best lead over the others if the game were counted now."""
    PLAN = "why.plan"  # worth
    """Begins the best turn that was found; `worth` is its gain."""
    TRIED = "why.tried"  # tries, lead
    """Ended best, by `lead`, in `tries` games played on from here."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A player's choice, with its reason.

    Attributes:
        index: place of the choice in the list of legal ones.
        why: the key of the reason.
        facts: values that go with the key.
        steps: number of tries; the only value that may depend on time.
    """

    index: int
    why: ReasonKey
    facts: Mapping[str, Fact] = field(default_factory=dict)
    steps: int = 0


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits on the thinking of a player.

    Attributes:
        playouts: most tries; None: as many as the level is made for.
        is_over: returns whether the time is up; called between tries.
    """

    playouts: int | None = None
    is_over: Callable[[], bool] = _never

    @property
    def is_bound(self) -> bool:
        """Whether it may end a search early."""
        return self.playouts is not None or self.is_over is not _never

    def after(self, tries: int) -> "Budget":
        """Return the budget that is left after some tries."""
        playouts = None if self.playouts is None else max(0, self.playouts - tries)
        return Budget(playouts, self.is_over)

    def ends_after(self, tries: int) -> bool:
        """Return whether a search ends after this number of tries."""
        return (self.playouts is not None and tries >= self.playouts) or self.is_over()


UNBOUND: Final = Budget()
"""Budget without limits beyond the level's own."""


class Player(Protocol):
    """One level of one title.

    With the same view, choices and dice, and as much time, it decides the same.
    """

    def __call__(
        self, view: Any, legal: Sequence[Action], budget: Budget, dice: Dice, /
    ) -> Decision:
        """Return the choice of the seat on turn.

        Args:
            view: what the seat may see; `view.seats` are those that it holds.
            legal: its legal choices, in the fixed order; at least one.
            budget: limits on its thinking.
            dice: source of all randomness.
        """


RankingPlayer: TypeAlias = Callable[[Any, Sequence[Action], Budget, Dice], Sequence[Way]]
"""A level that ranks several ways to go on, the best first; its arguments are a player's."""


@dataclass(frozen=True, slots=True)
class PlayoutEnd:
    """The end of a game, real or played out.

    Attributes:
        shares: each player's share of the win.
        scores: each player's score.
        parts: the parts of each score, by the title's own names.
    """

    shares: tuple[float, ...]
    scores: tuple[float, ...]
    parts: tuple[Mapping[str, float], ...]


Lens: TypeAlias = Callable[[Any, Dice], PlayoutEnd]
"""A title's function that plays a game on to an end, and returns it.

Args:
    state: an imagined state at any moment, even within a turn or a round.
    dice: source of all randomness; equal dice give equal luck.
"""
