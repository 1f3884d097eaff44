"""What everybody is told of a finished turn."""

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.geometry import GATE_OF
from metrobot.service.table import Table
from metrobot.ui.metromania.cast import LINES, Cast, cast_of, cell_name, path, point
from metrobot.ui.metromania.meter import (
    ENDED_BY,
    blocked_changes,
    end_warnings,
    marker_warnings,
    meter,
)
from metrobot.ui.metromania.turn import Built, Turn, played_turn, view_after
from metrobot.ui.pages.values import TurnReport
from metrobot.ui.words.catalogue import Words


def report(table: Table, turn: int, words: Words) -> TurnReport:
    """Return what happened in one finished turn, from public events."""
    cast = cast_of(table, words)
    done = played_turn(table, turn)
    if done is None:
        view = view_after(table, turn)
        return TurnReport(words.say("mm.turn.nothing"), (), (), meter(cast, view))
    return TurnReport(
        headline=headline(cast, done),
        lines=(*happenings(cast, done), *_passed_over(cast, done), *_ending(cast, done)),
        warnings=_warnings(cast, done),
        meter=meter(cast, done.after),
    )


def headline(cast: Cast, turn: Turn) -> str:
    """Return in one line who did what."""
    name = cast.company(turn.seat)
    if turn.digs:
        return cast.words.count("mm.turn.dug", len(turn.digs), name=name, ways=ways(cast, turn))
    if turn.built:
        return cast.words.say("mm.turn.station", name=name, point=point(turn.built[0].at))
    return cast.words.say("mm.turn.passed", name=name)


def ways(cast: Cast, turn: Turn) -> str:
    """Return where the lines went: on the solid line F4–F5."""
    return cast.words.listed([_way(cast, turn, name) for name in turn.lines])


def _way(cast: Cast, turn: Turn, name: LineName) -> str:
    """Return where one line went."""
    line = cast.words.say(LINES[name])
    return cast.words.say("mm.turn.way", line=line, path=path(turn.way(name)))


def happenings(cast: Cast, turn: Turn) -> tuple[str, ...]:
    """Return what came of a turn: started and ended lines, markers, stations, points."""
    return (
        *_started(cast, turn),
        *_ended(cast, turn),
        *_marker(cast, turn),
        *_stations(cast, turn),
        *_declined(cast, turn),
    )


def _started(cast: Cast, turn: Turn) -> tuple[str, ...]:
    """Return which lines were started."""
    return tuple(
        cast.words.say(
            "mm.turn.started",
            line=cast.line(turn.seat, dig.line),
            gate=point(dig.start),
        )
        for dig in turn.digs
        if dig.start in GATE_OF
    )


def _ended(cast: Cast, turn: Turn) -> tuple[str, ...]:
    """Return which lines were finished."""
    return tuple(
        cast.words.say("mm.turn.ended", line=cast.line(turn.seat, name), gate=gate.name)
        for name, gate in turn.ended
    )


def _marker(cast: Cast, turn: Turn) -> tuple[str, ...]:
    """Return which marker was placed."""
    if turn.placed is None:
        return ()
    return (
        cast.words.say(
            "mm.turn.marker",
            name=cast.company(turn.seat),
            marker=cast.marker(turn.placed.marker),
            cell=cell_name(turn.placed.cell),
        ),
    )


def _stations(cast: Cast, turn: Turn) -> tuple[str, ...]:
    """Return which stations came, and what they brought."""
    if not turn.built:
        return ()
    words, count = cast.words, len(turn.built)
    if not turn.points:
        names = words.listed([point(built.at) for built in turn.built])
        return (words.count("mm.turn.stations_free", count, items=names),)
    return (
        words.count(
            "mm.turn.stations",
            count,
            items=words.listed([_station(cast, built) for built in turn.built]),
            name=cast.company(turn.seat),
            points=words.signed(turn.points),
            total=turn.after.companies[turn.seat].station_points,
        ),
    )


def _station(cast: Cast, built: Built) -> str:
    """Return one station with its points."""
    points = cast.words.signed(built.points)
    return cast.words.say("mm.turn.station_made", point=point(built.at), points=points)


def _declined(cast: Cast, turn: Turn) -> tuple[str, ...]:
    """Return that the station of an ended line was given up."""
    if not turn.has_declined:
        return ()
    return (cast.words.say("mm.turn.declined", name=cast.company(turn.seat)),)


def _passed_over(cast: Cast, turn: Turn) -> tuple[str, ...]:
    """Return who had nothing legal to do behind this turn.

    Source: MM §4.4.
    """
    view, count = turn.after, len(turn.after.companies)
    skipped = [Seat(n % count) for n in range(turn.before.turn + 1, view.turn)]
    return tuple(
        cast.words.say("mm.turn.passed_over", name=cast.company(seat))
        for seat in dict.fromkeys(skipped)
    )


def _ending(cast: Cast, turn: Turn) -> tuple[str, ...]:
    """Return that building has ended with this turn."""
    if turn.after.to_act is not None or turn.after.ended_by is None:
        return ()
    reason = cast.words.say(ENDED_BY[turn.after.ended_by])
    return (cast.words.say("mm.turn.building_over", reason=reason),)


def _warnings(cast: Cast, turn: Turn) -> tuple[str, ...]:
    """Return what is worth knowing now."""
    if turn.after.to_act is None:
        return ()
    return (
        *end_warnings(cast, turn.after),
        *blocked_changes(cast, turn.before, turn.after),
        *marker_warnings(cast, turn.after),
    )
