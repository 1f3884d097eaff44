"""The passenger's trips in words: walks, lines, scores."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from metrobot.games.underground.board import Colour
from metrobot.games.underground.forecast import Visit, likely_trips, sure_legs, visits_to_come
from metrobot.games.underground.trips.passenger import Cost, Route, Target, Trip
from metrobot.games.underground.view import View
from metrobot.ui.underground.names import Names, station

MOST_ROUTES: Final = 4
"""Most ways to one destination that are listed one by one."""


def trip_text(names: Names, trip: Trip) -> str:
    """Return a visit that was made: Goldhawk Road → Oxford Circus: 1 walk, red: Anna +1."""
    return _trip(names, trip, by_colour(names, trip.route.colours))


def trip_briefly(names: Names, trip: Trip) -> str:
    """Return a chosen visit, with the total score of each player."""
    return _trip(names, trip, by_player(names, trip))


def _trip(names: Names, trip: Trip, scores: str) -> str:
    start, end, links = station(trip.start), station(trip.route.to), walks(names, trip.route.cost)
    return names.words.say("ou.trip", start=start, to=end, walks=links, scores=scores)


def walks(names: Names, cost: Cost) -> str:
    """Return the number of links walked."""
    if not cost.walks:
        return names.words.say("ou.no_walks")
    return names.words.count("ou.walks", cost.walks)


def by_colour(names: Names, colours: Sequence[Colour]) -> str:
    """Return the colours ridden, with the owner who scores for each: red: Anna +1."""
    items = (
        names.words.say("ou.pays", colour=names.colour(colour), name=names.owner(colour))
        for colour in colours
    )
    return ", ".join(items) or names.words.say("ou.no_lines")


def by_player(names: Names, trip: Trip) -> str:
    """Return the points of each player for a visit: Anna +2, Ben +1."""
    parts = [
        names.words.say("ou.gets", name=names.players[seat], points=names.words.signed(points))
        for seat, points in trip.pays
    ]
    return ", ".join(parts) or names.words.say("ou.nobody_scores")


def cost_text(names: Names, cost: Cost) -> str:
    """Return walks and lines: walks 1 link, rides 2 lines."""
    words, count = names.words, cost.lines
    lines = words.count("ou.lines", count) if count else words.say("ou.no_line")
    return words.say("ou.cost", walks=walks(names, cost), lines=lines)


def visit_outlook(names: Names, view: View) -> Iterator[str]:
    """Yield the passenger's visits as the lines lie now, one per line of text.

    The picture shows the other open destinations, and the reasons.
    """
    if view.passenger is None:
        yield names.words.say("ou.forecast.gone")
        return
    legs = sure_legs(view)
    if not legs:
        yield names.words.say("ou.forecast.stays", station=station(view.passenger))
    trips = {trip.route: trip for trip in likely_trips(view)}
    for leg in legs:
        yield _visit(names, leg, trips)


def _visit(names: Names, leg: Visit, trips: Mapping[Route, Trip]) -> str:
    """Return one visit to come: its destination and the scores, or the choice that is open."""
    way, *alternatives = leg.choices
    stops = names.words.say("ou.forecast.or").join(station(stop) for stop in leg.stops)
    if alternatives:
        return names.words.say("ou.outlook.choice", to=stops, cost=cost_text(names, way.cost))
    scores = by_player(names, trips[way])
    return names.words.say("ou.outlook.goes", to=stops, walks=walks(names, way.cost), scores=scores)


def forecast(names: Names, view: View) -> Iterator[str]:
    """Yield the passenger's visits as the lines lie now, with reasons (OU §9)."""
    visits = visits_to_come(view)
    if view.passenger is None:
        yield names.words.say("ou.forecast.gone")
    elif not visits:
        yield names.words.say("ou.forecast.stays", station=station(view.passenger))
    key = "ou.forecast.first"
    for leg in visits:
        yield names.words.say(key, start=station(leg.start), kind=names.kind(leg.kind))
        yield from (_target_text(names, leg, target) for target in leg.targets)
        key = "ou.forecast.then" if len(visits) == 2 else "ou.forecast.then_if"


def _target_text(names: Names, leg: Visit, target: Target) -> str:
    """Return a destination with the colours of the ways there, and the scores on each."""
    words = names.words
    route_texts = [by_colour(names, route.colours) for route in target.routes[:MOST_ROUTES]]
    if more := len(target.routes) - len(route_texts):
        route_texts.append(words.count("ou.forecast.more", more))
    ways, cost = words.say("ou.forecast.or").join(route_texts), cost_text(names, target.cost)
    text = words.say("ou.forecast.target", station=station(target.to), cost=cost, ways=ways)
    if not target.is_best:
        return text
    key = "ou.forecast.goes" if len(leg.choices) == 1 else "ou.forecast.choice"
    return words.say(key, target=text)
