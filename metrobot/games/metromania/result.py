"""The final count of MetrOmania, so that players can check it by hand.

Source: MM §12 to §14; the record's `result`.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any, Final

from metrobot.engine.actors import Seat
from metrobot.engine.outcome import Outcome
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.city import Marker
from metrobot.games.metromania.geometry import Point

SUNDAY: Final = "S"
"""Letter of the Sunday trip, which has no letter of its own (MM §13.6)."""
MINUTES_PER_SECTION: Final = 1
MINUTES_PER_CHANGE: Final = 3


class EndedBy(StrEnum):
    """Causes of the end of building (MM §11.1, §11.4, §17.4)."""

    TWO_LINES = "two_lines"
    STATIONS = "stations"
    LINES = "lines"
    PASSES = "passes"
    VOTE = "vote"


class Guilt(StrEnum):
    """Causes of a company's guilt in an impossible trip (MM §13.4)."""

    NOT_PLACED = "not_placed"
    NO_STATION = "no_station"
    NO_CONNECTION = "no_connection"


class WonBy(StrEnum):
    """Merits that can decide the win (MM §14)."""

    POINTS = "points"
    LINES = "lines"
    TUNNELS = "tunnels"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Section:
    """A line between two consecutive stations of it, as a trip rides it (MM §13.2).

    Attributes:
        company: owner of the line.
        line: solid or striped.
        start: the station where the ride enters.
        end: the station where it leaves.
    """

    company: Seat
    line: LineName
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class RouteRide:
    """A part of a route on one line, without a change (MM §13.2).

    Attributes:
        company: owner of the line.
        line: solid or striped.
        stations: from boarding to leaving.
    """

    company: Seat
    line: LineName
    stations: tuple[Point, ...]

    @property
    def minutes(self) -> int:
        """Duration of the ride."""
        return MINUTES_PER_SECTION * (len(self.stations) - 1)


@dataclass(frozen=True, slots=True)
class CompanyResult:
    """Result of one company's building (MM §12).

    Attributes:
        station_points: as scored while building.
        line_points: the part of them that is kept.
        finished: number of finished lines, 0 to 2.
        tunnels: number laid on both lines.
    """

    station_points: int
    line_points: int
    finished: int
    tunnels: int


@dataclass(frozen=True, slots=True)
class TripResult:
    """One test trip (MM §13).

    Attributes:
        trip: "A" to "F", or "S" for Sunday.
        minutes: of a fastest route; None if the trip is impossible.
        points: per company.
        own: per company, its own markers of the trip, for which it scores more;
            empty if it scores nothing, or only for its line.
        guilty: companies in ascending order, including those spared by the
            two-player rule.
        reasons: the guilt of each of `guilty`, in the same order.
        sections: every section on any fastest route, in a fixed order.
        route: one of the fastest routes, section by section, from the trip's
            first end to its second.
        cancelled: whether nobody scores because both players share the routes
            (MM §13.5), or nobody loses because both are guilty.
        reached: for an impossible trip, the stations within reach of each end, in
            the order of the ends; empty for an end without a station.
    """

    trip: str
    minutes: int | None
    points: tuple[int, ...]
    own: tuple[tuple[Marker, ...], ...]
    cancelled: bool
    guilty: tuple[Seat, ...] = ()
    reasons: tuple[Guilt, ...] = ()
    sections: tuple[Section, ...] = ()
    route: tuple[Section, ...] = ()
    reached: tuple[frozenset[Point], ...] = ()

    @property
    def rides(self) -> tuple[RouteRide, ...]:
        """The route line by line, with a change between any two rides."""
        parts = [list(ride) for _, ride in groupby(self.route, lambda s: (s.company, s.line))]
        return tuple(
            RouteRide(ride[0].company, ride[0].line, (ride[0].start, *(s.end for s in ride)))
            for ride in parts
        )


@dataclass(frozen=True, slots=True)
class Result(Outcome):
    """Result of a game.

    Attributes:
        ended_by: cause of the end of building.
        companies: one result per company.
        trips: Monday's A to Saturday's F, then Sunday's S.
    """

    won_by: WonBy
    ended_by: EndedBy
    companies: tuple[CompanyResult, ...]
    trips: tuple[TripResult, ...]

    def trip_points(self, seat: Seat) -> int:
        """Return a company's points from all trips together (MM §13)."""
        return sum(trip.points[seat] for trip in self.trips)

    def company_points(self, seat: Seat) -> int:
        """Return all points of a company (MM §12, §13)."""
        return self.companies[seat].line_points + self.trip_points(seat)

    def as_record(self) -> dict[str, Any]:
        """Return the `result` of the record."""
        return {
            "scores": list(self.scores),
            "winners": list(self.winners),
            "ended_by": str(self.ended_by),
            "companies": [asdict(company) for company in self.companies],
            "trips": [
                {
                    "trip": trip.trip,
                    "minutes": trip.minutes,
                    "points": list(trip.points),
                    "guilty": list(trip.guilty),
                }
                for trip in self.trips
            ],
        }


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
    trips = [of_players(trip.points, player_of) for trip in result.trips]
    leads = [_lead(result, points) for points in trips]
    first = leads.index(max(leads))
    differs = leads[first][0] > 0
    return Differences(
        built=of_players([company.station_points for company in result.companies], player_of),
        kept=of_players([company.line_points for company in result.companies], player_of),
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


def of_players(points: Sequence[int], player_of: Sequence[int]) -> tuple[int, ...]:
    """Return the points of each player, given those of companies and who owns each."""
    owned = list(zip(points, player_of, strict=True))
    return tuple(
        sum(share for share, owner in owned if owner == player)
        for player in range(max(player_of) + 1)
    )
