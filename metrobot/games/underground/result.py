"""The final count of On the Underground.

Source: OU §7.3; the record's `result`.
"""

from dataclasses import dataclass
from typing import Any

from metrobot.games.underground.state import SOURCES, Phase, State


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: an `Outcome` of the engine.

    Attributes:
        scores: points per player.
        winners: players, rising.
        by_kind: points per player and source, in the order of SOURCES.
        turns: of all players, turns of building only included.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    by_kind: tuple[tuple[int, ...], ...]
    turns: int

    def as_record(self) -> dict[str, Any]:
        """Return the `result` of the record."""
        names = [str(source) for source in SOURCES]
        return {
            "scores": list(self.scores),
            "winners": list(self.winners),
            "by_kind": [dict(zip(names, row, strict=True)) for row in self.by_kind],
            "turns": self.turns,
        }


def result_of(state: State) -> Result | None:
    """Return the result of a game that is over, None before.

    Most points wins; a tie is a shared win.

    Source: OU §7.3.
    """
    if state.phase is not Phase.OVER:
        return None
    scores = tuple(sum(row) for row in state.points)
    winners = tuple(i for i, score in enumerate(scores) if score == max(scores))
    return Result(scores, winners, state.points, state.turn)
