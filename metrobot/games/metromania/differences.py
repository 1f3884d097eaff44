"""What decided a finished game, in the few numbers that tell it best.

Source: MM §12 to §14.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from metrobot.games.metromania.result import Result, TripResult


@dataclass(frozen=True, slots=True)
class Differences:
    """Where the players of a finished game parted.

    Attributes:
        built: station points per player, as scored while building.
        kept: what each kept of them.
        trips: what all trips together brought to each.
        swing: the trip on which who won gained most on who came next, None where
            no trip did.
        swung: what that trip brought to each.
    """

    built: tuple[int, ...]
    kept: tuple[int, ...]
    trips: tuple[int, ...]
    swing: TripResult | None
    swung: tuple[int, ...]


def differences(result: Result, player_of: Sequence[int]) -> Differences:
    """Return where the players of a finished game parted.

    Args:
        result: of the game.
        player_of: for each company its player's place in the turn order.
    """
    trips = [_per_player(trip.points, player_of) for trip in result.trips]
    leads = [_lead(result, points) for points in trips]
    first = leads.index(max(leads))
    differs = leads[first][0] > 0
    return Differences(
        built=_per_player([company.station_points for company in result.companies], player_of),
        kept=_per_player([company.line_points for company in result.companies], player_of),
        trips=tuple(sum(points) for points in zip(*trips, strict=True)),
        swing=result.trips[first] if differs else None,
        swung=trips[first] if differs else (),
    )


def _lead(result: Result, points: Sequence[int]) -> tuple[int, int]:
    """Return what a winner gained on who came next, then how far all are apart."""
    others = result.order[len(result.winners) :]
    apart = max(points) - min(points)
    if not others:
        return apart, apart
    return points[result.winners[0]] - points[others[0]], apart


def _per_player(points: Sequence[int], player_of: Sequence[int]) -> tuple[int, ...]:
    """Return the points of companies put together by their players."""
    owned = list(zip(points, player_of, strict=True))
    return tuple(
        sum(each for each, owner in owned if owner == player)
        for player in range(max(player_of) + 1)
    )
