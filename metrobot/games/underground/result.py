"""The final count of On the Underground.

Source: OU §7.3; the record's `result`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from metrobot.engine.outcome import Outcome, places_of, won_by
from metrobot.games.underground.state import SOURCES, Phase, Source, State

MOST_DIFFERENCES: Final = 2
"""Most sources that are told of those in which players differ."""


class WonBy(StrEnum):
    """Merits that can decide the win (OU §7.3)."""

    POINTS = "points"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Result(Outcome):
    """Result of a game.

    Attributes:
        by_kind: points per player and source, in the order of SOURCES.
        turns: number of turns of all players, including those of building only.
    """

    won_by: WonBy
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


def result_of(state: State) -> Result:
    """Return the result of a game that is over.

    Raises:
        ValueError: it is not.
    """
    if state.phase is not Phase.OVER:
        raise ValueError("the game is not over")
    scores = tuple(sum(row) for row in state.points)
    merits = _merits(scores)
    decided = won_by(merits, tuple(WonBy))
    return Result(scores, places_of(merits), decided, state.points, state.turn)


def places_in(result: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the players' places from the `result` of a record."""
    return places_of(_merits(result["scores"]))


def _merits(scores: Sequence[int]) -> list[tuple[int]]:
    """Return each player's merits: points alone, so a tie is shared (OU §7.3)."""
    return [(score,) for score in scores]


def differences(result: Result) -> tuple[Source, ...]:
    """Return the sources in which the players differ most, the widest apart first."""
    columns = dict(zip(SOURCES, zip(*result.by_kind, strict=True), strict=True))
    spread = {source: max(points) - min(points) for source, points in columns.items()}
    # A stable sort keeps equal ones in the order of the record.
    ranked = sorted(SOURCES, key=lambda source: -spread[source])
    return tuple(source for source in ranked if spread[source])[:MOST_DIFFERENCES]
