"""What a later view shows that an earlier one did not, and where a trip leads."""

from dataclasses import replace
from itertools import pairwise

import pytest

from metrobot.games.underground.board import LINKS, START, Station
from metrobot.games.underground.passenger import choices, targets
from metrobot.games.underground.view import View
from render.underground import Changes, changes
from render.underground.journey import crossings, prospects, stations_of, tracks_of
from tests.render.underground.games import TITLE, states, views


def halves(players: int, seed: int) -> list[View]:
    """Return views of a game's second half."""
    shown = views(players, seed)
    return list(shown[len(shown) // 2 :])


def test_nothing_is_new_in_the_first_view() -> None:
    """Without an earlier view nothing glows."""
    assert changes(None, views(2, 1)[4]) == Changes()


def test_pieces_are_those_laid_since() -> None:
    """What glows is just what the later view has more."""
    before, after = views(3, 3)[8:10]
    old = {(line.colour, link) for line in before.lines for link in line.track}
    now = {(line.colour, link) for line in after.lines for link in line.track}

    assert changes(before, after).pieces == now - old


def test_trips_go_from_stop_to_stop() -> None:
    """The first trip starts where the last visit was, the next where it ended."""
    before, after = views(3, 3)[8:10]
    trips = changes(before, after).trips
    stops = (before.visited[-1], *after.visited[len(before.visited) :])

    assert [trip.start for trip in trips] == list(stops[:-1])
    assert [trip.to for trip in trips] == list(stops[1:])


def test_first_trip_starts_at_euston() -> None:
    """Before any visit the passenger stands where the game starts."""
    before, after = views(3, 3)[:2]

    assert changes(before, after).trips[0].start == START


def test_known_colours_are_taken_as_they_are() -> None:
    """What the log tells is not guessed."""
    before, after = views(3, 3)[18:20]
    told = [(line.colour,) for line in after.lines][: len(after.visited) - len(before.visited)]

    assert [trip.colours for trip in changes(before, after, colours=told).trips] == told


@pytest.mark.parametrize("players", [2, 5])
def test_guessed_colours_explain_the_points(players: int) -> None:
    """Each owner is paid for just the colours that are drawn."""
    shown = views(players, 4)
    for before, after in pairwise(shown):
        owner = {line.colour: line.seat for line in after.lines}
        used = [owner[c] for trip in changes(before, after).trips for c in trip.colours]
        paid = [
            b.points[4] - a.points[4] for a, b in zip(before.players, after.players, strict=True)
        ]

        assert [used.count(player.seat) for player in after.players] == paid


def test_crossings_lead_from_start_to_end_with_the_walks_of_the_route() -> None:
    """Every trip's links join, and as many are walked as the route says."""
    for view in halves(4, 4):
        tracks = tracks_of(view)
        for prospect in prospects(view):
            for route in prospect.routes:
                way = crossings(prospect.start, route.to, frozenset(route.colours), tracks)
                at = prospect.start
                for step in way:
                    site = LINKS[step.link]
                    assert at in (site.a, site.b)
                    at = Station(site.a + site.b - at)

                assert at == route.to
                assert sum(step.is_walk for step in way) == route.cost.walks


def test_prospects_agree_with_the_choices_of_the_rules() -> None:
    """While the passenger may travel, what is called nearest is what may be chosen."""
    travelling = [state for state in states(3, 3) if state.phase == "travel"]
    for state in travelling:
        view = TITLE.view_for(state)
        first = prospects(view)[0]
        near = {p.to for p in prospects(view) if p.is_next and p.start == view.passenger}

        assert first.start == view.passenger
        assert {route.to for route in view.choices} <= near


def test_prospects_of_regular_stations_start_at_a_sure_express_visit() -> None:
    """Two open cards, one of each kind: the second trip starts where the first ends."""
    view = next(
        view
        for view in views(3, 3)
        if len({p.start for p in prospects(view)}) == 2 and view.passenger is not None
    )
    first, *_, last = prospects(view)
    regular = [p.to for p in prospects(view) if p.start == last.start]
    wanted = choices(targets(last.start, regular, stations_of(view)))

    assert last.start != first.start
    assert {p.to for p in prospects(view) if p.is_next and p.start == last.start} == {
        route.to for route in wanted
    }


def test_nobody_travels_once_the_passenger_has_left() -> None:
    """A view without a passenger has no prospects."""
    view = replace(views(3, 3)[5], passenger=None)

    assert prospects(view) == ()
