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
        places: per player, 1 for who won; shared by those whom nothing parts (MM §14).
    """

    built: tuple[int, ...]
    kept: tuple[int, ...]
    trips: tuple[int, ...]
    swing: TripResult | None
    swung: tuple[int, ...]
    places: tuple[int, ...]


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
        places=_places(result, player_of),
    )


def _places(result: Result, player_of: Sequence[int]) -> tuple[int, ...]:
    """Return each player's place by points, finished lines and tunnels (MM §14)."""
    finished = _per_player([company.finished for company in result.companies], player_of)
    tunnels = _per_player([company.tunnels for company in result.companies], player_of)
    ranks = list(zip(result.scores, finished, tunnels, strict=True))
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)


def _lead(result: Result, points: Sequence[int]) -> tuple[int, int]:
    """Return what a winner gained on who came next, then how far all are apart."""
    winner = result.winners[0]
    others = [player for player in range(len(points)) if player not in result.winners]
    apart = max(points) - min(points)
    if not others:
        return apart, apart
    rival = max(others, key=lambda player: result.scores[player])
    return points[winner] - points[rival], apart


def _per_player(points: Sequence[int], player_of: Sequence[int]) -> tuple[int, ...]:
    """Return the points of companies put together by their players."""
    owned = list(zip(points, player_of, strict=True))
    return tuple(
        sum(each for each, owner in owned if owner == player)
        for player in range(max(player_of) + 1)
    )
