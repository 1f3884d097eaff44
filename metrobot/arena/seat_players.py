"""Who sits at a table of the arena: a computer player, or a program from outside."""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from metrobot.arena.external_program import Program
from metrobot.engine.actions import Action
from metrobot.engine.outcome import Outcome
from metrobot.engine.record import SITTERS, RecordedEvent
from metrobot.players.contract import Budget, Player
from metrobot.players.levels import FIRST

OUTSIDE: Final = "exec:"
"""Prefix of the command of a program from outside."""


def label_of(kind: str) -> str:
    """Return the label of a kind in records; a rival counts as a program from outside."""
    if kind == FIRST:
        # Records keep the name that this player had when they were first written.
        return "fair"
    return kind if kind in SITTERS else "exec"


@dataclass(frozen=True, slots=True)
class BuiltInPlayer:
    """One of the project's own players.

    Attributes:
        player: decides.
        dice: its own.
        seconds: of CPU that it has for a decision, None for as long as it likes.
    """

    player: Player
    dice: random.Random
    seconds: float | None

    def choose(self, events: Sequence[RecordedEvent], view: Any, legal: Sequence[Action]) -> int:
        """Return the index of the legal action that the player decides on.

        Args:
            events: all events so far, as all see them.
            view: what the seat may see.
            legal: at least two.
        """
        del events
        return self.player(view, legal, self._budget(), self.dice).index

    def _budget(self) -> Budget:
        if self.seconds is None:
            return Budget()
        end = time.process_time() + self.seconds
        return Budget(is_over=lambda: time.process_time() >= end)

    def end(self, events: Sequence[RecordedEvent], outcome: Outcome | None) -> None:
        """Keep nothing of a game that has ended."""


Sitter: TypeAlias = BuiltInPlayer | Program
"""Holder of one seat through one game."""
