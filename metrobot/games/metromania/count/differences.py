"""The few numbers that best explain a finished game.

Source: MM §12 to §14.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from metrobot.games.metromania.result import Result, TripResult


@dataclass(frozen=True, slots=True)
class Differences:
    """The differences between the players of a finished game.

    Attributes:
        built: station points per player, as scored while building.
        kept: the part of them that each player kept.
        trips: points of each player from all trips together.
        swing: the trip on which the winner gained most on the next player; None
            if the winner gained on no trip.
        swung: points of each player from that trip.
    """

    built: tuple[int, ...]
    kept: tuple[int, ...]
    trips: tuple[int, ...]
    swing: TripResult | None
    swung: tuple[int, ...]


def differences(result: Result, player_of: Sequence[int]) -> Differences:
    """Return the differences between the players of a finished game.

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
    """Return a winner's gain on the next player, then the widest gap between any two."""
    others = result.order[len(result.winners) :]
    apart = max(points) - min(points)
    # Everybody shares the win, so nobody gained on anybody.
    if not others:
        return apart, apart
    return points[result.winners[0]] - points[others[0]], apart


def _per_player(points: Sequence[int], player_of: Sequence[int]) -> tuple[int, ...]:
    """Return the points of companies summed by player."""
    owned = list(zip(points, player_of, strict=True))
    return tuple(
        sum(each for each, owner in owned if owner == player)
        for player in range(max(player_of) + 1)
    )
