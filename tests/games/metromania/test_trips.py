"""Fastest routes beside a search of all routes there are."""

from collections.abc import Iterator
from itertools import combinations, pairwise

from metrobot.games.metromania.count.trips import Journey, Stop, journey, network_of
from metrobot.games.metromania.result import Section
from metrobot.games.metromania.state import State, points_in
from tests.games.metromania.boards import TITLE, board, mask
from tests.games.metromania.play import games

Ride = tuple[Stop, Stop]


def links(state: State) -> dict[Stop, list[tuple[Stop, int]]]:
    """Return the stops next to each stop, with the minutes to each."""
    found: dict[Stop, list[tuple[Stop, int]]] = {}
    for ix, line in enumerate(state.lines):
        stations = [at for at in line.points if state.stations >> at & 1]
        for at in stations:
            found[at, ix] = []
        for a, b in pairwise(stations):
            found[a, ix].append(((b, ix), 1))
            found[b, ix].append(((a, ix), 1))
    for s, t in combinations(list(found), 2):
        if s[0] == t[0]:
            found[s].append((t, 3))
            found[t].append((s, 3))
    return found


def routes(
    ways: dict[Stop, list[tuple[Stop, int]]], way: list[Stop], goal: int
) -> Iterator[list[Stop]]:
    if way[-1][0] == goal:
        yield way
    for to, _ in ways[way[-1]]:
        if to not in way:
            yield from routes(ways, [*way, to], goal)


def brute(state: State, origin: int, goal: int) -> tuple[int, set[frozenset[int]]] | None:
    """Return the minutes of the best of all routes, and the edges ridden on any of them."""
    ways = links(state)
    best: dict[int, set[tuple[int, int, int]]] = {}
    for first in [stop for stop in ways if stop[0] == origin]:
        for way in routes(ways, [first], goal):
            steps = list(pairwise(way))
            minutes = sum(dict(ways[a])[b] for a, b in steps)
            ridden = {(a[1], a[0], b[0]) for a, b in steps if a[1] == b[1]}
            best.setdefault(minutes, set()).update(ridden)
    if not best:
        return None
    return min(best), {frozenset(ride) for ride in best[min(best)]}


def small_networks() -> list[State]:
    """Return positions of random games with a few stations and lines that share them."""
    found = []
    for game in games(("anything", "curl"), 2):
        fitting = [s for s in game.states if 3 <= s.stations.bit_count() <= 7]
        found += fitting[-1:]
    return found


def seen(found: Journey | None) -> tuple[int, set[frozenset[int]]] | None:
    """Return a journey in the words of the search."""
    if found is None:
        return None
    rides = {
        frozenset((2 * ride.company + (ride.line == "striped"), ride.start, ride.end))
        for ride in found.sections
    }
    return found.minutes, rides


def test_all_fastest_routes_and_no_others() -> None:
    for state in small_networks():
        network = network_of(state)
        for a, b in combinations(points_in(state.stations), 2):
            assert seen(journey(network, 1 << a, 1 << b)) == brute(state, a, b)


def test_the_route_shown_is_one_of_them() -> None:
    for state in small_networks():
        network = network_of(state)
        for a, b in combinations(points_in(state.stations), 2):
            found = journey(network, 1 << a, 1 << b)
            if found is not None:
                assert takes(found.route) == found.minutes
                assert (found.route[0].start, found.route[-1].end) == (a, b)
                assert set(found.route) <= set(found.sections)


def takes(route: tuple[Section, ...]) -> int:
    """Return the minutes of a route whose sections join."""
    joints = list(pairwise(route))
    assert all(a.end == b.start for a, b in joints)
    changes = sum((a.company, a.line) != (b.company, b.line) for a, b in joints)
    return len(route) + 3 * changes


def test_no_route_without_a_station() -> None:
    state = board("0 solid: F4 F5 F6", stations="F4 F6")
    network = network_of(state)

    assert journey(network, 0, mask("F6")) is None
    assert journey(network, mask("F4"), 0) is None
    assert journey(network, mask("F4"), mask("F6")) is not None


def test_a_part_of_the_origin_that_leads_nowhere_does_not_matter() -> None:
    """Of two stations at the origin one may lie on a network of its own."""
    state = board("0 solid: F4 F5 F6", "1 solid: H4 H5 H6", stations="F4 F6 H4 H6")
    found = journey(network_of(state), mask("F4 H4"), mask("F6"))

    assert found is not None
    assert [ride.company for ride in found.sections] == [0]
    assert TITLE.awaiting(state) == (0,)
