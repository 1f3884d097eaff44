"""The contract of playouts: a title's quick way to play a game on to its end."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from metrobot.engine.dice import Dice


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
