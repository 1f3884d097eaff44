"""The data of the board: what must be true of it for the rules to work."""

from itertools import combinations

import networkx as nx
import pytest

from metrobot.games.underground.board import (
    CARDS,
    COLOURS,
    LINK_BETWEEN,
    LINKS,
    LINKS_AT,
    STATIONS,
    LinkSite,
    Station,
    StationKind,
    other_end,
    walks_from,
)

Point = tuple[float, float]


def side(a: Point, b: Point, c: Point) -> float:
    """Return the sign of the side of the line from a to b on which a point lies; 0 is on it."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def ends(link: LinkSite) -> tuple[Point, Point]:
    return STATIONS[link.a].at, STATIONS[link.b].at


def cross(one: LinkSite, other: LinkSite) -> bool:
    """Return whether two links cross; if they only touch, one runs through a station."""
    (a, b), (c, d) = ends(one), ends(other)
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def runs_through(link: LinkSite, station: int) -> bool:
    """Return whether a link passes over a station that is not its own."""
    (a, b), at = ends(link), STATIONS[station].at
    between = (a[0] - at[0]) * (b[0] - at[0]) + (a[1] - at[1]) * (b[1] - at[1]) < 0
    return station not in (link.a, link.b) and abs(side(a, b, at)) < 1e-6 and between


def test_the_network_is_connected() -> None:
    graph: nx.Graph[Station] = nx.Graph((link.a, link.b) for link in LINKS)

    assert len(graph) == len(STATIONS) == 100
    assert nx.is_connected(graph)


def test_no_two_links_cross() -> None:
    """Drawn straight between their stations: so a loop has an inside."""
    assert [pair for pair in combinations(LINKS, 2) if cross(*pair)] == []


def test_no_link_runs_through_a_station() -> None:
    found = [(link, at) for link in LINKS for at in range(len(STATIONS)) if runs_through(link, at)]

    assert found == []


def test_a_link_stands_there_once() -> None:
    assert len(LINK_BETWEEN) == len(LINKS) == 137
    assert all(link.a != link.b for link in LINKS)


def test_stations_have_places_of_their_own() -> None:
    assert len({site.at for site in STATIONS}) == 100
    assert len({site.id for site in STATIONS}) == len({site.name for site in STATIONS}) == 100
    assert all(0 <= site.at[0] <= 1000 and 0 <= site.at[1] <= 700 for site in STATIONS)


def test_there_are_55_cards() -> None:
    printed = {
        Station(number)
        for number, site in enumerate(STATIONS)
        if site.kind in (StationKind.EXPRESS, StationKind.REGULAR)
    }

    assert len(CARDS) == 55
    assert set(CARDS) == printed


def test_there_are_190_pieces() -> None:
    assert sum(colour.pieces for colour in COLOURS) == 190
    assert len({colour.code for colour in COLOURS}) == len(COLOURS) == 11


def test_links_know_their_stations() -> None:
    found = {
        (at, other_end(link, Station(at))) for at, links in enumerate(LINKS_AT) for link in links
    }

    assert found == {ends for link in LINKS for ends in ((link.a, link.b), (link.b, link.a))}


@pytest.mark.parametrize("station", [0, 35, 99])
def test_walks_are_shortest_paths(station: int) -> None:
    """Links crossed, 0 to where one stands."""
    graph: nx.Graph[int] = nx.Graph((link.a, link.b) for link in LINKS)
    expected = dict(nx.single_source_shortest_path_length(graph, station))

    assert walks_from(Station(station)) == tuple(expected[n] for n in range(100))
