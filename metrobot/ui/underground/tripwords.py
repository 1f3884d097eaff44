"""Ways of the passenger in words: walks, lines, who scores."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from metrobot.games.underground.board import Colour
from metrobot.games.underground.forecast import Leg, legs, sure_legs, sure_trips
from metrobot.games.underground.passenger import Cost, Route, Target, Trip
from metrobot.games.underground.view import View
from metrobot.ui.underground.cast import KIND_WORDS, Cast, station

MOST_ROUTES: Final = 4
"""So many ways to one destination are told one by one."""


def trip_text(cast: Cast, trip: Trip) -> str:
    """Return a visit that was made: Goldhawk Road → Oxford Circus: 1 walk, red: Anna +1."""
    return cast.words.say(
        "ou.trip",
        start=station(trip.start),
        to=station(trip.route.to),
        walks=walks(cast, trip.route.cost),
        scores=by_colour(cast, trip.route.colours),
    )


def trip_briefly(cast: Cast, trip: Trip) -> str:
    """Return a visit that was chosen, with who scores how much in all."""
    return cast.words.say(
        "ou.trip",
        start=station(trip.start),
        to=station(trip.route.to),
        walks=walks(cast, trip.route.cost),
        scores=by_player(cast, trip),
    )


def walks(cast: Cast, cost: Cost) -> str:
    """Return how many links are walked."""
    if not cost.walks:
        return cast.words.say("ou.no_walks")
    return cast.words.count("ou.walks", cost.walks)


def by_colour(cast: Cast, colours: Sequence[Colour]) -> str:
    """Return which colours are ridden and who scores for each: red: Anna +1."""
    if not colours:
        return cast.words.say("ou.no_lines")
    items = [
        cast.words.say("ou.pays", colour=cast.colour(colour), name=cast.owner(colour))
        for colour in colours
    ]
    return ", ".join(items)


def by_player(cast: Cast, trip: Trip) -> str:
    """Return who scores how much for a visit: Anna +2, Ben +1."""
    found = [
        cast.words.say("ou.gets", name=cast.name(seat), points=cast.words.signed(points))
        for seat, points in trip.pays
    ]
    return ", ".join(found) or cast.words.say("ou.nobody_scores")


def cost_text(cast: Cast, cost: Cost) -> str:
    """Return walks and lines: walks 1 link, rides 2 lines."""
    lines = lines_ridden(cast, cost.lines)
    return cast.words.say("ou.cost", walks=walks(cast, cost), lines=lines)


def lines_ridden(cast: Cast, count: int) -> str:
    """Return how many lines are ridden."""
    return cast.words.count("ou.lines", count) if count else cast.words.say("ou.no_line")


def outlook(cast: Cast, view: View) -> Iterator[str]:
    """Yield where the passenger will go as the lines lie now, a line for each visit.

    The picture shows what else was open, and why.
    """
    if view.passenger is None:
        yield cast.words.say("ou.forecast.gone")
        return
    found = sure_legs(view)
    if not found:
        yield cast.words.say("ou.forecast.stays", station=station(view.passenger))
    trips = {trip.route: trip for trip in sure_trips(view)}
    for leg in found:
        yield _visit(cast, leg, trips)


def _visit(cast: Cast, leg: Leg, trips: Mapping[Route, Trip]) -> str:
    """Return one visit that is to come: its destination and who scores, or that one chooses."""
    way, *others = leg.choices
    to = cast.words.say("ou.forecast.or").join(station(stop) for stop in leg.stops)
    if others:
        return cast.words.say("ou.outlook.choice", to=to, cost=cost_text(cast, way.cost))
    scores = by_player(cast, trips[way])
    return cast.words.say("ou.outlook.goes", to=to, walks=walks(cast, way.cost), scores=scores)


def forecast(cast: Cast, view: View, most: int = MOST_ROUTES) -> Iterator[str]:
    """Yield where the passenger will go as the lines lie now, and why (OU §9).

    Args:
        cast: the people.
        view: of the draft.
        most: so many ways to one destination are told one by one.
    """
    found = legs(view)
    if view.passenger is None:
        yield cast.words.say("ou.forecast.gone")
    elif not found:
        yield cast.words.say("ou.forecast.stays", station=station(view.passenger))
    for number, leg in enumerate(found):
        yield _leg_title(cast, found, number)
        yield from (_target_text(cast, leg, target, most) for target in leg.targets)


def _leg_title(cast: Cast, found: Sequence[Leg], number: int) -> str:
    """Return where one visit sets out, and to what kind of destination."""
    leg = found[number]
    if number == 0:
        key = "ou.forecast.first"
    else:
        key = "ou.forecast.then" if len(found) == 2 else "ou.forecast.then_if"
    kind = cast.words.say(KIND_WORDS[leg.kind])
    return cast.words.say(key, start=station(leg.start), kind=kind)


def _target_text(cast: Cast, leg: Leg, target: Target, most: int) -> str:
    """Return one open destination with walks, lines and who would score."""
    text = cast.words.say(
        "ou.forecast.target",
        station=station(target.to),
        cost=cost_text(cast, target.cost),
        ways=ways(cast, target, most),
    )
    if not target.is_best:
        return text
    key = "ou.forecast.goes" if len(leg.choices) == 1 else "ou.forecast.choice"
    return cast.words.say(key, target=text)


def ways(cast: Cast, target: Target, most: int) -> str:
    """Return the colours of the ways to a destination, with who scores on each."""
    told = [by_colour(cast, route.colours) for route in target.routes[:most]]
    more = len(target.routes) - len(told)
    if more:
        told.append(cast.words.count("ou.forecast.more", more))
    return cast.words.say("ou.forecast.or").join(told)
