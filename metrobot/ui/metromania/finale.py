"""The final count in words: seven trips one by one, the table, the winner and the reasons."""

from collections.abc import Iterator, Sequence
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.metromania.result import (
    SUNDAY,
    Guilt,
    Result,
    RouteRide,
    TripResult,
    WonBy,
    differences,
    of_players,
)
from metrobot.games.metromania.view import View
from metrobot.ui.metromania.names import Names, point
from metrobot.ui.metromania.status import ENDED_BY

_GUILT: Final = {
    Guilt.NOT_PLACED: "mm.finale.guilt_not_placed",
    Guilt.NO_STATION: "mm.finale.guilt_no_station",
    Guilt.NO_CONNECTION: "mm.finale.guilt_no_connection",
}
_WON_BY: Final = {
    WonBy.POINTS: "mm.finale.won_by_points",
    WonBy.LINES: "mm.finale.won_by_lines",
    WonBy.TUNNELS: "mm.finale.won_by_tunnels",
}
_KEEPS: Final = ("mm.finale.keeps_none", "mm.finale.keeps_half", "mm.finale.keeps_all")


def trip_result_text(names: Names, trip: TripResult) -> str:
    """Return one trip: day and ends, route, minutes, the points or guilt of each company.

    Source: MM §13.
    """
    words, name, ends = names.words, trip_name(names, trip), names.trip_ends(trip.trip)
    if trip.minutes is None:
        title = words.say("mm.finale.title_impossible", trip=name, ends=ends)
        return "\n".join((title, *_impossible(names, trip)))
    title = words.count("mm.finale.title", trip.minutes, trip=name, ends=ends)
    route = route_text(names, trip.rides)
    return "\n".join((title, route, *_others(names, trip), *_scorers(names, trip)))


def trip_name(names: Names, trip: TripResult) -> str:
    """Return letter and day of a trip; Sunday has no letter."""
    day = names.day(trip.trip)
    return (
        day if trip.trip == SUNDAY else names.words.say("mm.finale.trip", trip=trip.trip, day=day)
    )


def route_text(names: Names, rides: Sequence[RouteRide]) -> str:
    """Return a route: each line ridden with its stations, and the changes between."""
    if not rides:
        return names.words.say("mm.finale.no_ride")
    parts = [_ride(names, rides[0])]
    for ride in rides[1:]:
        parts.append(names.words.say("mm.finale.change", point=point(ride.stations[0])))
        parts.append(_ride(names, ride))
    return " · ".join(parts)


def _ride(names: Names, ride: RouteRide) -> str:
    way = " → ".join(point(stop) for stop in ride.stations)
    line = names.line(ride.company, ride.line)
    return names.words.count("mm.finale.ride", ride.minutes, line=line, path=way)


def _others(names: Names, trip: TripResult) -> Iterator[str]:
    """Yield the other lines on routes that are as fast (MM §13.3)."""
    # As sets, since a section is the same in both directions.
    route = {frozenset((s.company, s.line, s.start, s.end)) for s in trip.route}
    more = [s for s in trip.sections if frozenset((s.company, s.line, s.start, s.end)) not in route]
    if more:
        lines = dict.fromkeys(names.line(section.company, section.line) for section in more)
        yield names.words.say("mm.finale.also", lines=names.words.listed(list(lines)))


def _scorers(names: Names, trip: TripResult) -> list[str]:
    """Return each company's score, or the reason for none (MM §13.3, §13.5, §13.6)."""
    if trip.cancelled:
        return [names.words.say("mm.finale.cancelled")]
    scored = ((Seat(n), points) for n, points in enumerate(trip.points) if points > 0)
    scores = [_score(names, trip, seat, points) for seat, points in scored]
    return scores or [names.words.say("mm.finale.nobody")]


def _score(names: Names, trip: TripResult, seat: Seat, points: int) -> str:
    words, name, signed = names.words, names.company(seat), names.words.signed(points)
    if trip.trip == SUNDAY:
        return words.say("mm.finale.score_sunday", name=name, points=signed)
    if not trip.own[seat]:
        return words.say("mm.finale.score_other", name=name, points=signed)
    spots = words.listed([names.ground(marker.spot) for marker in trip.own[seat]])
    return words.say("mm.finale.score_own", name=name, points=signed, spots=spots)


def _impossible(names: Names, trip: TripResult) -> Iterator[str]:
    """Yield the guilty companies of an impossible trip (MM §13.4)."""
    if trip.trip == SUNDAY:
        yield names.words.say("mm.finale.sunday_impossible")
        return
    for seat, reason in zip(trip.guilty, trip.reasons, strict=True):
        points = names.words.signed(trip.points[seat])
        yield names.words.say(_GUILT[reason], name=names.company(seat), points=points)
    if trip.cancelled:
        yield names.words.say("mm.finale.spared")


def table_text(names: Names, view: View) -> str:
    """Return the final table, the best first: stations, trips, total."""
    result = view.result
    # The table is asked for only after the end.
    assert result is not None
    lines = [week_title(names, result)]
    for player in result.order:
        lines += _player_lines(names, result, player)
    return "\n".join(lines)


def counted(names: Names, view: View) -> Iterator[str]:
    """Yield each trip in words, then the final table; nothing before the end."""
    if view.result is not None:
        yield from (trip_result_text(names, trip) for trip in view.result.trips)
        yield table_text(names, view)


def week_title(names: Names, result: Result) -> str:
    """Return the heading of the final count, with what has ended building."""
    return names.words.say("mm.finale.table", reason=names.words.say(ENDED_BY[result.ended_by]))


def _player_lines(names: Names, result: Result, player: int) -> Iterator[str]:
    points = names.words.signed(result.scores[player])
    yield names.words.say("mm.finale.total", name=names.players[player], points=points)
    for seat, owner in enumerate(names.player_of):
        if owner == player:
            yield _company_line(names, result, Seat(seat))


def _company_line(names: Names, result: Result, seat: Seat) -> str:
    """Return one company's points by source (MM §12, §13)."""
    words = names.words
    sunday, points = words.say("mm.picture.sunday"), words.signed(result.trip_points(seat))
    trip_texts = ", ".join(
        f"{sunday if trip.trip == SUNDAY else trip.trip} {words.signed(trip.points[seat])}"
        for trip in result.trips
        if trip.points[seat]
    )
    parts = trip_texts or words.say("mm.finale.no_trips")
    trips = words.say("mm.finale.trips", points=points, parts=parts)
    company = result.companies[seat]
    kept, built = company.line_points, company.station_points
    stations = words.say(_KEEPS[company.finished], kept=kept, all=built)
    prefix = f"{names.company(seat)}: " if names.is_advanced else ""
    return f"- {prefix}{stations} · {trips}"


def winner_text(names: Names, result: Result) -> str:
    """Return the winners and the deciding merit (MM §14)."""
    winners = names.people(result.winners)
    if result.won_by is WonBy.NOTHING:
        return names.words.say("mm.finale.shared_win", names=winners)
    return names.words.say(_WON_BY[result.won_by], name=winners)


def facts(names: Names, result: Result) -> tuple[str, ...]:
    """Return the points kept and why, the trip that made most difference, each player's best."""
    words, difference = names.words, differences(result, names.player_of)
    shares = words.each(
        "mm.closing.kept_part",
        name=[names.company(Seat(seat)) for seat in range(len(result.companies))],
        kept=[company.line_points for company in result.companies],
        all=[company.station_points for company in result.companies],
    )
    lines = [words.say("mm.closing.kept", parts=", ".join(shares))]
    if difference.swing is not None:
        trip, parts = trip_name(names, difference.swing), _signed(names, difference.swung)
        lines.append(words.say("mm.closing.trip", trip=trip, parts=parts))
    sources = {
        names.day(trip.trip): of_players(trip.points, names.player_of) for trip in result.trips
    }
    sources[words.say("mm.closing.stations")] = difference.kept
    return tuple(filter(None, (*lines, names.bests(sources))))


def trip_line(names: Names, trip: TripResult) -> str:
    """Return one trip in one line: its minutes, whose lines, and what each company gets."""
    words, way = names.words, names.words.say("mm.picture.impossible")
    if trip.minutes is not None:
        lines = {names.line(ride.company, ride.line) for ride in trip.rides}
        seats = dict.fromkeys(names.company(ride.company) for ride in trip.rides)
        by = words.say("mm.closing.lines", seats=words.listed(list(seats)))
        way = words.count("mm.finale.way", trip.minutes)
        way = ", ".join((way, *(lines if len(lines) < 2 else (by,))))
    scores = ", ".join(
        words.say("mm.closing.part", name=names.company(Seat(seat)), points=words.signed(points))
        for seat, points in enumerate(trip.points)
        if points
    )
    scores = scores or words.say("mm.picture.nobody")
    return words.say("mm.finale.line", trip=trip_name(names, trip), way=way, scores=scores)


def _signed(names: Names, points: Sequence[int]) -> str:
    return names.parts("mm.closing.part", points=map(names.words.signed, points))
