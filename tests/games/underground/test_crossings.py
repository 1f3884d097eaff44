"""Which links a visit crosses."""

from metrobot.games.underground.board import Station, other_end
from metrobot.games.underground.forecast import visits_to_come
from metrobot.games.underground.trips.passenger import Crossing, Route, trip_by
from metrobot.games.underground.view import View
from tests.games.underground.positions import TITLE, game


def way_of(view: View, start: Station, route: Route) -> tuple[Crossing, ...]:
    """Return the links that a visit would cross."""
    return trip_by(start, route, (), lambda colour: view.line(colour).track).way


def test_crossings_lead_from_start_to_end_with_the_walks_of_the_route() -> None:
    seen = 0
    for state in game(4, 4).states[60::20]:
        view = TITLE.view_for(state)
        for leg in visits_to_come(view):
            for route in (route for target in leg.targets for route in target.routes):
                way = way_of(view, leg.start, route)
                at: Station = leg.start
                for step in way:
                    at = other_end(step.link, at)

                assert at == route.to
                assert sum(step.is_walk for step in way) == route.cost.walks
                seen += 1
    assert seen > 20


def test_crossings_ride_every_line_of_the_route() -> None:
    for state in game(4, 4).states[60::20]:
        view = TITLE.view_for(state)
        tracks = {line.colour: line.track for line in view.lines}
        for leg in visits_to_come(view):
            for route in (route for target in leg.targets for route in target.routes):
                way = way_of(view, leg.start, route)
                ridden = {step.link for step in way if not step.is_walk}

                assert all(tracks[colour] & ridden for colour in route.colours)
                assert ridden <= set().union(*(tracks[colour] for colour in route.colours))
