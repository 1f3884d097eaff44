"""What everybody is told of a finished turn."""

from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.geometry import GATE_OF, cell_name
from metrobot.games.metromania.stations import Built
from metrobot.games.metromania.told import Turn
from metrobot.ui.metromania.cast import LINES, Cast, MetroScene, cast_of, path, point
from metrobot.ui.metromania.meter import (
    ENDED_BY,
    blocked_changes,
    end_warnings,
    marker_warnings,
    meter,
)
from metrobot.ui.pages.values import TurnReport
from metrobot.ui.words.catalogue import Words


def report(scene: MetroScene, turn: Turn, words: Words) -> TurnReport:
    """Return what happened in one finished turn."""
    cast = cast_of(scene, words)
    if turn.seat is None:
        return TurnReport(words.say("mm.turn.nothing"), (), (), meter(cast, turn.after))
    return TurnReport(
        headline=headline(cast, turn),
        lines=(*happenings(cast, turn), *_passed_over(cast, turn), *_ending(cast, turn)),
        warnings=_warnings(cast, turn),
        meter=meter(cast, turn.after),
    )


def headline(cast: Cast, turn: Turn) -> str:
    """Return in one line who did what."""
    name = cast.company(turn.company)
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
            line=cast.line(turn.company, dig.line),
            gate=point(dig.start),
        )
        for dig in turn.digs
        if dig.start in GATE_OF
    )


def _ended(cast: Cast, turn: Turn) -> tuple[str, ...]:
    """Return which lines were finished."""
    return tuple(
        cast.words.say("mm.turn.ended", line=cast.line(turn.company, name), gate=gate.name)
        for name, gate in turn.ended
    )


def _marker(cast: Cast, turn: Turn) -> tuple[str, ...]:
    """Return which marker was placed."""
    if turn.placed is None:
        return ()
    return (
        cast.words.say(
            "mm.turn.marker",
            name=cast.company(turn.company),
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
            items=words.listed([station_made(cast, built) for built in turn.built]),
            name=cast.company(turn.company),
            points=words.signed(turn.points),
            total=turn.after.companies[turn.company].station_points,
        ),
    )


def station_made(cast: Cast, built: Built) -> str:
    """Return one station with its points."""
    points = cast.words.signed(built.points)
    return cast.words.say("mm.turn.station_made", point=point(built.at), points=points)


def _declined(cast: Cast, turn: Turn) -> tuple[str, ...]:
    """Return that the station of an ended line was given up."""
    if not turn.has_declined:
        return ()
    return (cast.words.say("mm.turn.declined", name=cast.company(turn.company)),)


def _passed_over(cast: Cast, turn: Turn) -> tuple[str, ...]:
    """Return who had nothing legal to do after this turn (MM §4.4)."""
    return tuple(
        cast.words.say("mm.turn.passed_over", name=cast.company(seat)) for seat in turn.passed_over
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
        *blocked_changes(cast, turn),
        *marker_warnings(cast, turn.after),
    )
