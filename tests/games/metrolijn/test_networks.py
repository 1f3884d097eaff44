"""The networks of seven lines: what must be true of each (ML §13)."""

from collections import Counter

import pytest

from metrobot.games.metrolijn.board import MAP_IDS, WHOLE_IDS, Map, Station, map_named

NETWORK_IDS = tuple(id_ for id_ in MAP_IDS if id_ not in WHOLE_IDS)
NETWORKS = [map_named(id_) for id_ in NETWORK_IDS]
each_network = pytest.mark.parametrize("network", NETWORKS, ids=NETWORK_IDS)


def whole(network: Map) -> Map:
    """Return the map that a network is of."""
    return map_named(network.id.split("-")[0])


def letters(map_: Map) -> str:
    return "".join(line.letter for line in map_.lines)


def test_every_map_has_five_networks() -> None:
    """With the whole maps they are one fewer than a menu holds; no two run the same lines."""
    assert Counter(whole(each).id for each in NETWORKS) == dict.fromkeys(WHOLE_IDS, 5)
    assert len(MAP_IDS) <= 25
    assert len({(whole(each).id, letters(each)) for each in NETWORKS}) == len(NETWORKS)
    assert len({map_named(id_).name for id_ in MAP_IDS}) == len(MAP_IDS)


@each_network
def test_a_network_has_seven_lines_in_the_order_of_its_map(network: Map) -> None:
    site = {line.letter: line for line in whole(network).lines}

    assert len(network.lines) == 7
    assert letters(network) == "".join(sorted(letters(network)))
    for line in network.lines:
        own = site[line.letter]
        names = [network.stations[station].name for station in line.stations]
        assert names == [whole(network).stations[station].name for station in own.stations]
        assert (line.windows, line.first_points, line.later_points, line.track) == (
            own.windows, own.first_points, own.later_points, own.track,
        )  # fmt: skip


@each_network
def test_a_network_has_the_stations_of_its_lines_alone(network: Map) -> None:
    """At 51 to 55 stations it has a window for about three."""
    counts = Counter(station for line in network.lines for station in line.stations)

    assert set(counts) == set(map(Station, range(len(network.stations))))
    assert [site.lines for site in network.stations] == [counts[s] for s in sorted(counts)]
    assert 51 <= len(network.stations) <= 55
    assert network.windows in (16, 17)
    assert abs(network.windows - len(network.stations) // 3) <= 1


@each_network
def test_every_line_of_a_network_meets_the_others(network: Map) -> None:
    near, reached = [network.lines[0]], set[str]()
    while near:
        line = near.pop()
        reached.add(line.letter)
        others = [other for other in network.lines if other.letter not in reached]
        near += [other for other in others if set(other.stations) & set(line.stations)]

    assert reached == set(letters(network))


@each_network
def test_a_network_has_special_stations(network: Map) -> None:
    """So that the option makes a difference."""
    assert sum(site.is_special for site in network.stations) >= 2


@each_network
def test_tracks_lie_side_by_side_only_with_lines_that_run(network: Map) -> None:
    """No track keeps room for a line that does not."""
    bundles = {bundle.ends: bundle for bundle in network.bundles}
    for old in whole(network).bundles:
        running = [letters(whole(network))[line] for line in old.lines]
        running = [letter for letter in running if letter in letters(network)]
        new = bundles.pop(old.ends, None)
        found = [] if new is None else [letters(network)[line] for line in new.lines]

        assert found == (running if len(running) > 1 else [])
    assert not bundles
