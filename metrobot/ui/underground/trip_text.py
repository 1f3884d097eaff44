"""The passenger's trips in words: walks, lines, scores."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from metrobot.games.underground.board import Colour
from metrobot.games.underground.forecast import Visit, sure_legs, sure_trips, visits_to_come
from metrobot.games.underground.trips.passenger import Cost, Route, Target, Trip
from metrobot.games.underground.view import View
from metrobot.ui.underground.names import KIND_WORDS, Names, station

MOST_ROUTES: Final = 4
"""Most ways to one destination that are listed one by one."""


def trip_text(names: Names, trip: Trip) -> str:
    """Return a visit that was made: Goldhawk Road → Oxford Circus: 1 walk, red: Anna +1."""
    return names.words.say(
        "ou.trip",
        start=station(trip.start),
        to=station(trip.route.to),
        walks=walks(names, trip.route.cost),
        scores=by_colour(names, trip.route.colours),
    )


def trip_briefly(names: Names, trip: Trip) -> str:
    """Return a chosen visit, with the total score of each player."""
    return names.words.say(
        "ou.trip",
        start=station(trip.start),
        to=station(trip.route.to),
        walks=walks(names, trip.route.cost),
        scores=by_player(names, trip),
    )


def walks(names: Names, cost: Cost) -> str:
    """Return the number of links walked."""
    if not cost.walks:
        return names.words.say("ou.no_walks")
    return names.words.count("ou.walks", cost.walks)


def by_colour(names: Names, colours: Sequence[Colour]) -> str:
    """Return the colours ridden, with the owner who scores for each: red: Anna +1."""
    if not colours:
        return names.words.say("ou.no_lines")
    items = [
        names.words.say("ou.pays", colour=names.colour(colour), name=names.owner(colour))
        for colour in colours
    ]
    return ", ".join(items)


def by_player(names: Names, trip: Trip) -> str:
    """Return the points of each player for a visit: Anna +2, Ben +1."""
    found = [
        names.words.say("ou.gets", name=names.name(seat), points=names.words.signed(points))
        for seat, points in trip.pays
    ]
    return ", ".join(found) or names.words.say("ou.nobody_scores")


def cost_text(names: Names, cost: Cost) -> str:
    """Return walks and lines: walks 1 link, rides 2 lines."""
    lines = lines_ridden(names, cost.lines)
    return names.words.say("ou.cost", walks=walks(names, cost), lines=lines)


def lines_ridden(names: Names, count: int) -> str:
    """Return the number of lines ridden."""
    return names.words.count("ou.lines", count) if count else names.words.say("ou.no_line")


def visit_outlook(names: Names, view: View) -> Iterator[str]:
    """Yield the passenger's visits as the lines lie now, one per line of text.

    The picture shows the other open destinations, and the reasons.
    """
    if view.passenger is None:
        yield names.words.say("ou.forecast.gone")
        return
    found = sure_legs(view)
    if not found:
        yield names.words.say("ou.forecast.stays", station=station(view.passenger))
    trips = {trip.route: trip for trip in sure_trips(view)}
    for leg in found:
        yield _visit(names, leg, trips)


def _visit(names: Names, leg: Visit, trips: Mapping[Route, Trip]) -> str:
    """Return one visit to come: its destination and the scores, or the choice that is open."""
    way, *others = leg.choices
    to = names.words.say("ou.forecast.or").join(station(stop) for stop in leg.stops)
    if others:
        return names.words.say("ou.outlook.choice", to=to, cost=cost_text(names, way.cost))
    scores = by_player(names, trips[way])
    return names.words.say("ou.outlook.goes", to=to, walks=walks(names, way.cost), scores=scores)


def forecast(names: Names, view: View, most: int = MOST_ROUTES) -> Iterator[str]:
    """Yield the passenger's visits as the lines lie now, with reasons (OU §9).

    Args:
        names: the people.
        view: of the draft.
        most: most ways to one destination that are listed one by one.
    """
    found = visits_to_come(view)
    if view.passenger is None:
        yield names.words.say("ou.forecast.gone")
    elif not found:
        yield names.words.say("ou.forecast.stays", station=station(view.passenger))
    for number, leg in enumerate(found):
        yield _leg_title(names, found, number)
        yield from (_target_text(names, leg, target, most) for target in leg.targets)


def _leg_title(names: Names, found: Sequence[Visit], number: int) -> str:
    leg = found[number]
    if number == 0:
        key = "ou.forecast.first"
    else:
        key = "ou.forecast.then" if len(found) == 2 else "ou.forecast.then_if"
    kind = names.words.say(KIND_WORDS[leg.kind])
    return names.words.say(key, start=station(leg.start), kind=kind)


def _target_text(names: Names, leg: Visit, target: Target, most: int) -> str:
    text = names.words.say(
        "ou.forecast.target",
        station=station(target.to),
        cost=cost_text(names, target.cost),
        ways=visit_ways(names, target, most),
    )
    if not target.is_best:
        return text
    key = "ou.forecast.goes" if len(leg.choices) == 1 else "ou.forecast.choice"
    return names.words.say(key, target=text)


def visit_ways(names: Names, target: Target, most: int) -> str:
    """Return the colours of the ways to a destination, with the scores on each."""
    told = [by_colour(names, route.colours) for route in target.routes[:most]]
    more = len(target.routes) - len(told)
    if more:
        told.append(names.words.count("ou.forecast.more", more))
    return names.words.say("ou.forecast.or").join(told)
