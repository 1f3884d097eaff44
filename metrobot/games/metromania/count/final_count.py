"""The final count: line points, the seven trips, the winner.

Source: MM §12 to §14.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from metrobot.engine.actors import Seat
from metrobot.engine.outcome import places_of, won_by
from metrobot.games.metromania.city import LETTERS, TRIP_SPOTS, Marker
from metrobot.games.metromania.count import trips
from metrobot.games.metromania.count.trips import Network
from metrobot.games.metromania.geometry import Point
from metrobot.games.metromania.options import cancels_shared_trips, player_among, player_of
from metrobot.games.metromania.result import SUNDAY, CompanyResult, Guilt, Result, TripResult, WonBy
from metrobot.games.metromania.state import Placed, State

OWN_TRIP, OTHER_TRIP, SUNDAY_TRIP, PENALTY = 6, 3, 5, -6


def result_of(state: State) -> Result:
    """Count a game that is over (MM §12 to §14)."""
    assert state.ended_by is not None, "building has not ended"
    seats = [Seat(seat) for seat in range(state.company_count)]
    companies = tuple(_company(state, seat) for seat in seats)
    results = trips_of(state, LETTERS)
    # Scores and places are added below: they follow from the rest.
    result = Result((), (), WonBy.NOTHING, state.ended_by, companies, results)
    # A player has the points of all their companies (MM §3.4, §14).
    scores = [0] * state.rules.players
    for seat in seats:
        scores[player_of(state.rules, seat)] += result.company_points(seat)
    merits = _merits(scores, companies)
    tie_break = won_by(merits, tuple(WonBy))
    return replace(result, scores=tuple(scores), places=places_of(merits), won_by=tie_break)


def trips_of(state: State, letters: Iterable[str]) -> tuple[TripResult, ...]:
    """Count the trips of some letters, then Sunday's, as the lines lie (MM §13).

    Both markers of each letter have a place, or a holder.
    """
    network = trips.network_of(state)
    return (*(_weekday(state, network, letter) for letter in letters), _sunday(state, network))


def kept_points(station_points: int, finished: int) -> int:
    """Return the station points that are kept: all with two lines finished, half with one.

    Source: MM §12.
    """
    return (0, station_points // 2, station_points)[finished]


def _company(state: State, seat: Seat) -> CompanyResult:
    """Count the building of a company (MM §12)."""
    lines = state.lines[2 * seat : 2 * seat + 2]
    finished = sum(line.is_finished for line in lines)
    points = state.station_points[seat]
    return CompanyResult(
        station_points=points,
        line_points=kept_points(points, finished),
        finished=finished,
        tunnels=sum(len(line.cells) for line in lines),
    )


def _ends_of(state: State, letter: str) -> tuple[list[Placed], list[Seat]]:
    """Return a letter's placed markers, in the table's order, and the holders of the others."""
    markers = [Marker(letter, spot) for spot in TRIP_SPOTS[letter]]
    placements = [placement for placement in state.placed if placement.marker in markers]
    hands = enumerate(state.hands)
    holders = [Seat(seat) for seat, hand in hands for marker in hand if marker in markers]
    return sorted(placements, key=lambda placement: markers.index(placement.marker)), holders


def _weekday(state: State, network: Network, letter: str) -> TripResult:
    """Count one trip between the two markers of a letter (MM §13.1 to §13.5)."""
    ends, holders = _ends_of(state, letter)
    places = [state.stations_at(placement.cell) for placement in ends]
    guilt = dict.fromkeys(holders, Guilt.NOT_PLACED)
    # A company that is guilty twice loses only once, so the later reason replaces the first.
    for placement, stations in zip(ends, places, strict=True):
        if not stations:
            guilt[placement.company] = Guilt.NO_STATION
    journey = None if guilt else trips.journey(network, *places)
    if journey is None:
        # Both markers have stations, but no lines join them: those who placed them are to blame.
        guilt = guilt or {placement.company: Guilt.NO_CONNECTION for placement in ends}
        stations_of = {placement.marker: state.stations_at(placement.cell) for placement in ends}
        sides = (stations_of.get(Marker(letter, spot), 0) for spot in TRIP_SPOTS[letter])
        reached = tuple(trips.reached(network, stations) for stations in sides)
        return _impossible(state, letter, guilt, reached)
    return _possible(state, letter, journey, ends, OTHER_TRIP)


def _sunday(state: State, network: Network) -> TripResult:
    """Count the trip from the park to the lake; nobody is guilty of it (MM §13.6)."""
    city = state.built_city
    ends = city.park & state.stations, city.lake & state.stations
    journey = trips.journey(network, *ends)
    if journey is None:
        return _impossible(state, SUNDAY, {}, tuple(trips.reached(network, end) for end in ends))
    return _possible(state, SUNDAY, journey, (), SUNDAY_TRIP)


def _possible(
    state: State, trip: str, journey: trips.Journey, ends: Sequence[Placed], other: int
) -> TripResult:
    """Count a possible trip: each company on a fastest route scores once (MM §13.3, §13.5).

    Args:
        state: at the end of building.
        trip: its letter, or Sunday.
        journey: its fastest routes.
        ends: the markers at its ends; Sunday has none.
        other: points for a company that has placed none of them.
    """
    riding = {section.company for section in journey.sections}
    is_cancelled = cancels_shared_trips(state.rules) and len(riding) == 2
    points, markers = [0] * state.company_count, [tuple[Marker, ...]()] * state.company_count
    for seat in riding if not is_cancelled else ():
        markers[seat] = tuple(end.marker for end in ends if end.company == seat)
        points[seat] = OWN_TRIP if markers[seat] else other
    return TripResult(
        trip=trip,
        minutes=journey.minutes,
        points=tuple(points),
        own=tuple(markers),
        cancelled=is_cancelled,
        sections=journey.sections,
        route=journey.route,
    )


def _impossible(
    state: State, trip: str, guilt: dict[Seat, Guilt], reached: tuple[frozenset[Point], ...]
) -> TripResult:
    """Count an impossible trip: each guilty company loses once (MM §13.4, §13.5)."""
    is_cancelled = cancels_shared_trips(state.rules) and len(guilt) == 2
    points = [0] * state.company_count
    for seat in guilt if not is_cancelled else ():
        points[seat] = PENALTY
    guilty = tuple(sorted(guilt))
    return TripResult(
        trip=trip,
        minutes=None,
        points=tuple(points),
        own=((),) * state.company_count,
        cancelled=is_cancelled,
        guilty=guilty,
        reasons=tuple(guilt[seat] for seat in guilty),
        reached=reached,
    )


def places_in(result: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the players' places from the `result` of a record."""
    return places_of(_merits(result["scores"], [CompanyResult(**c) for c in result["companies"]]))


def _merits(scores: Sequence[int], companies: Sequence[CompanyResult]) -> list[tuple[int, ...]]:
    """Return the merits that decide places: points, then finished lines, then tunnels laid.

    Source: MM §14.
    """
    finished, tunnels = [0] * len(scores), [0] * len(scores)
    for seat, company in enumerate(companies):
        player = player_among(len(scores), seat)
        finished[player] += company.finished
        tunnels[player] += company.tunnels
    return list(zip(scores, finished, tunnels, strict=True))
