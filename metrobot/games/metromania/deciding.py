"""What decided a finished game, in the few numbers that tell it best.

Source: MM §12 to §14.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from metrobot.games.metromania.result import Result, TripResult


@dataclass(frozen=True, slots=True)
class Deciding:
    """Where the players of a finished game parted.

    Attributes:
        built: station points per player, as scored while building.
        kept: what each kept of them.
        trips: what all trips together brought to each.
        swing: the trip on which they differ most, None where they never do.
        swung: what that trip brought to each.
    """

    built: tuple[int, ...]
    kept: tuple[int, ...]
    trips: tuple[int, ...]
    swing: TripResult | None
    swung: tuple[int, ...]


def deciding(result: Result, player_of: Sequence[int]) -> Deciding:
    """Return where the players of a finished game parted.

    Args:
        result: of the game.
        player_of: for each company its player's place in the turn order.
    """
    trips = [_per_player(trip.points, player_of) for trip in result.trips]
    spreads = [max(points) - min(points) for points in trips]
    widest = spreads.index(max(spreads))
    differs = spreads[widest] > 0
    return Deciding(
        built=_per_player([company.station_points for company in result.companies], player_of),
        kept=_per_player([company.line_points for company in result.companies], player_of),
        trips=tuple(sum(points) for points in zip(*trips, strict=True)),
        swing=result.trips[widest] if differs else None,
        swung=trips[widest] if differs else (),
    )


def _per_player(points: Sequence[int], player_of: Sequence[int]) -> tuple[int, ...]:
    """Return the points of companies put together by their players."""
    owned = list(zip(points, player_of, strict=True))
    return tuple(
        sum(each for each, owner in owned if owner == player)
        for player in range(max(player_of) + 1)
    )
