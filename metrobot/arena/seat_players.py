"""Who sits at a table of the arena: a computer player, or a program from outside."""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from metrobot.arena.external_program import Program
from metrobot.engine.actions import Action
from metrobot.engine.actors import Seat
from metrobot.engine.outcome import Outcome
from metrobot.engine.record import RecordedEvent
from metrobot.engine.ruleset import Ruleset
from metrobot.engine.title import Title
from metrobot.players.contract import Budget, Player
from metrobot.players.levels import FIRST, PLAYERS

OUTSIDE: Final = "exec:"
"""Before the command of a program from outside."""


def label_of(kind: str) -> str:
    """Return what a record calls a kind of player."""
    if kind == FIRST:
        return "fair"  # as it was called then
    return "exec" if kind.startswith(OUTSIDE) else kind


class Sitter(Protocol):
    """Whoever holds one seat through one game."""

    def choose(self, seen: Sequence[RecordedEvent], view: Any, legal: Sequence[Action]) -> int:
        """Return the index of a legal action.

        Args:
            seen: all events so far, as all see them.
            view: what the seat may see.
            legal: at least two.

        Raises:
            FoulError: it did not.
        """

    def end(self, seen: Sequence[RecordedEvent], outcome: Outcome | None) -> None:
        """Hear how the game ended; None: it was broken off."""


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

    def choose(self, seen: Sequence[RecordedEvent], view: Any, legal: Sequence[Action]) -> int:
        """Return what the player decides."""
        del seen
        return self.player(view, legal, self._budget(), self.dice).index

    def _budget(self) -> Budget:
        """Return how long it may think from now on."""
        if self.seconds is None:
            return Budget()
        end = time.process_time() + self.seconds
        return Budget(is_over=lambda: time.process_time() >= end)

    def end(self, seen: Sequence[RecordedEvent], outcome: Outcome | None) -> None:
        """Do nothing: it keeps nothing."""


def sitter_of(
    kind: str,
    title: Title[Any, Any],
    rules: Ruleset,
    seat: Seat,
    *,
    luck: str,
    seconds: float | None,
) -> Sitter:
    """Return who sits at a seat.

    Args:
        kind: a level, or a command after `exec:`.
        title: the rules.
        rules: what is fixed before play.
        seat: which.
        luck: the seed of its dice.
        seconds: for a decision, None for what the kind is made for.
    """
    if kind.startswith(OUTSIDE):
        return Program(kind.removeprefix(OUTSIDE), title, rules, seat, seconds=seconds)
    return BuiltInPlayer(PLAYERS[title.id][kind], random.Random(luck), seconds)
