"""What a review needs of a title: a quick way to play a game on to its end."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from metrobot.engine.dice import Dice


@dataclass(frozen=True, slots=True)
class PlayoutEnd:
    """How a game ended, or could end.

    Attributes:
        shares: of the win, one a player.
        scores: one a player.
        parts: of each score, by names of the title's own.
    """

    shares: tuple[float, ...]
    scores: tuple[float, ...]
    parts: tuple[Mapping[str, float], ...]


Lens: TypeAlias = Callable[[Any, Dice], PlayoutEnd]
"""How the games of a title are played on: it returns the end to which a game comes.

Args:
    state: one that could be true, at any moment, a turn or a round under way too.
    dice: all that is drawn; with equal ones the same luck.
"""
