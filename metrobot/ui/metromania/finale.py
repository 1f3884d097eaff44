"""The final count in words: seven trips one by one, the table, the winner and why."""

from collections.abc import Sequence
from typing import Final

from metrobot.engine.actors import Seat
from metrobot.games.metromania.deciding import deciding
from metrobot.games.metromania.result import (
    SUNDAY,
    Guilt,
    Result,
    Ride,
    TripResult,
    WonBy,
)
from metrobot.games.metromania.view import View
from metrobot.ui.metromania.cast import Cast, point
from metrobot.ui.metromania.meter import ENDED_BY

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


def trip_text(cast: Cast, trip: TripResult) -> str:
    """Return one trip: route, minutes, who scores and why, who is guilty and why.

    Source: MM §13.
    """
    lines = [trip_title(cast, trip)]
    if trip.minutes is None:
        lines.extend(_impossible(cast, trip))
    else:
        lines.append(route_text(cast, trip.rides))
        lines.extend(_others(cast, trip))
        lines.extend(_scorers(cast, trip))
    return "\n".join(lines)


def trip_title(cast: Cast, trip: TripResult) -> str:
    """Return day, letter, ends and minutes of a trip."""
    words, name, ends = cast.words, _trip_name(cast, trip), cast.trip_ends(trip.trip)
    if trip.minutes is None:
        return words.say("mm.finale.title_impossible", trip=name, ends=ends)
    return words.count("mm.finale.title", trip.minutes, trip=name, ends=ends)


def _trip_name(cast: Cast, trip: TripResult) -> str:
    """Return letter and day of a trip; Sunday has no letter."""
    day = cast.day(trip.trip)
    return day if trip.trip == SUNDAY else cast.words.say("mm.finale.trip", trip=trip.trip, day=day)


def route_text(cast: Cast, rides: Sequence[Ride]) -> str:
    """Return a route: each line ridden with its stations, and the changes between."""
    if not rides:
        return cast.words.say("mm.finale.no_ride")
    joined = _ride(cast, rides[0])
    for ride in rides[1:]:
        change = cast.words.say("mm.finale.change", point=point(ride.stations[0]))
        joined = f"{joined} · {change} · {_ride(cast, ride)}"
    return joined


def _ride(cast: Cast, ride: Ride) -> str:
    """Return one line as far as it is ridden."""
    way = " → ".join(point(at) for at in ride.stations)
    line = cast.line(ride.company, ride.line)
    return cast.words.count("mm.finale.ride", ride.minutes, line=line, path=way)


def _others(cast: Cast, trip: TripResult) -> list[str]:
    """Return which other lines lie on routes that are as fast (MM §13.3)."""
    known = {frozenset((s.company, s.line, s.start, s.end)) for s in trip.route}
    more = [s for s in trip.sections if frozenset((s.company, s.line, s.start, s.end)) not in known]
    if not more:
        return []
    lines = dict.fromkeys(cast.line(section.company, section.line) for section in more)
    return [cast.words.say("mm.finale.also", lines=cast.words.listed(list(lines)))]


def _scorers(cast: Cast, trip: TripResult) -> list[str]:
    """Return who scores and why, or why nobody does (MM §13.3, §13.5, §13.6)."""
    if trip.cancelled:
        return [cast.words.say("mm.finale.cancelled")]
    scored = [(Seat(n), points) for n, points in enumerate(trip.points) if points > 0]
    if not scored:
        return [cast.words.say("mm.finale.nobody")]
    return [_score(cast, trip, seat, points) for seat, points in scored]


def _score(cast: Cast, trip: TripResult, seat: Seat, points: int) -> str:
    """Return what one company scores for a trip and why."""
    words, name, signed = cast.words, cast.company(seat), cast.words.signed(points)
    if trip.trip == SUNDAY:
        return words.say("mm.finale.score_sunday", name=name, points=signed)
    if not trip.own[seat]:
        return words.say("mm.finale.score_other", name=name, points=signed)
    spots = words.listed([cast.ground(marker.spot) for marker in trip.own[seat]])
    return words.say("mm.finale.score_own", name=name, points=signed, spots=spots)


def _impossible(cast: Cast, trip: TripResult) -> list[str]:
    """Return who is guilty of an impossible trip and why (MM §13.4)."""
    if trip.trip == SUNDAY:
        return [cast.words.say("mm.finale.sunday_impossible")]
    found = [
        cast.words.say(
            _GUILT[reason], name=cast.company(seat), points=cast.words.signed(trip.points[seat])
        )
        for seat, reason in zip(trip.guilty, trip.reasons, strict=True)
    ]
    spared = [cast.words.say("mm.finale.spared")] if trip.cancelled else []
    return found + spared


def table_text(cast: Cast, view: View) -> str:
    """Return the final table: stations, trips, total."""
    result = view.result
    assert result is not None  # asked for finished games only
    ended = cast.words.say(ENDED_BY[result.ended_by])
    lines = [cast.words.say("mm.finale.table", reason=ended)]
    for player in sorted(range(len(cast.names)), key=lambda p: -result.scores[p]):
        lines.extend(_player_lines(cast, result, player))
    return "\n".join(lines)


def _player_lines(cast: Cast, result: Result, player: int) -> list[str]:
    """Return one person's total and where it comes from."""
    words = cast.words
    total = words.say(
        "mm.finale.total", name=cast.names[player], points=words.signed(result.scores[player])
    )
    seats = [Seat(n) for n, owner in enumerate(cast.player_of) if owner == player]
    return [total, *(_company_line(cast, result, seat) for seat in seats)]


def _company_line(cast: Cast, result: Result, seat: Seat) -> str:
    """Return where one company's points come from (MM §12, §13)."""
    words, company = cast.words, result.companies[seat]
    trips = words.say(
        "mm.finale.trips",
        points=words.signed(result.trip_points(seat)),
        parts=_trip_parts(cast, result, seat),
    )
    stations = words.say(
        _KEEPS[company.finished], kept=company.line_points, all=company.station_points
    )
    prefix = f"{cast.company(seat)}: " if cast.is_advanced else ""
    return f"- {prefix}{stations} · {trips}"


def _trip_parts(cast: Cast, result: Result, seat: Seat) -> str:
    """Return the points of each trip that changed a company's score."""
    words, sunday = cast.words, cast.words.say("mm.picture.sunday")
    parts = [
        f"{sunday if trip.trip == SUNDAY else trip.trip} {words.signed(trip.points[seat])}"
        for trip in result.trips
        if trip.points[seat]
    ]
    return ", ".join(parts) or words.say("mm.finale.no_trips")


def winner_text(cast: Cast, result: Result) -> str:
    """Return who has won and what decided (MM §14)."""
    words, names = cast.words, [cast.names[player] for player in result.winners]
    if len(names) > 1:
        return words.say("mm.finale.shared_win", names=words.listed(names))
    return words.say(_WON_BY[result.won_by], name=names[0])


def facts(cast: Cast, result: Result) -> tuple[str, ...]:
    """Return what decided the game: points kept, all trips, the trip that parted most."""
    words, found = cast.words, deciding(result, cast.player_of)
    kept = [
        words.say("mm.closing.kept_of", name=name, kept=kept, all=built)
        for name, kept, built in zip(cast.names, found.kept, found.built, strict=True)
    ]
    told = (
        words.say("mm.closing.kept", parts=", ".join(kept)),
        words.say("mm.closing.trips", parts=_signed(cast, found.trips)),
    )
    if found.swing is None:
        return told
    trip, parts = _trip_name(cast, found.swing), _signed(cast, found.swung)
    return (*told, words.say("mm.closing.trip", trip=trip, parts=parts))


def _signed(cast: Cast, points: Sequence[int]) -> str:
    """Return what something brought to each player."""
    return ", ".join(
        cast.words.say("mm.closing.part", name=name, points=cast.words.signed(each))
        for name, each in zip(cast.names, points, strict=True)
    )
