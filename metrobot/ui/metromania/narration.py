"""The public report of a finished turn, and its player's note on unplayed actions."""

from collections.abc import Iterator
from dataclasses import replace

from metrobot.games.metromania.actions import LineName, PlaceStation
from metrobot.games.metromania.building.stations import Built
from metrobot.games.metromania.geometry import GATE_OF, cell_name
from metrobot.games.metromania.summary import Turn
from metrobot.ui.metromania import status
from metrobot.ui.metromania.names import (
    LINES,
    MetroDraftView,
    MetroGameView,
    Names,
    names_for,
    path,
    point,
)
from metrobot.ui.pages.values import TurnReport
from metrobot.ui.words.catalogue import Words


def report(game_view: MetroGameView, turn: Turn, words: Words) -> TurnReport:
    """Return the report of one finished turn."""
    names = names_for(game_view, words)
    if turn.seat is None:
        return TurnReport(words.say("mm.turn.nothing"), (), (), status.meter(names, turn.after))
    return TurnReport(
        headline=headline(names, turn),
        lines=(*happenings(names, turn), *_passed_over(names, turn), *_ending(names, turn)),
        warnings=_warnings(names, turn),
        meter=status.meter(names, turn.after),
    )


def headline(names: Names, turn: Turn) -> str:
    """Return the company and its actions in one line."""
    name = names.company(turn.company)
    if turn.digs:
        return names.words.count("mm.turn.dug", len(turn.digs), name=name, ways=ways(names, turn))
    if turn.built:
        return names.words.say("mm.turn.station", name=name, point=point(turn.built[0].at))
    return names.words.say("mm.turn.passed", name=name)


def ways(names: Names, turn: Turn) -> str:
    """Return the ways of the lines dug: on the solid line F4–F5."""
    return names.words.listed([_way(names, turn, name) for name in turn.lines])


def _way(names: Names, turn: Turn, name: LineName) -> str:
    line = names.words.say(LINES[name])
    return names.words.say("mm.turn.way", line=line, path=path(turn.way(name)))


def happenings(names: Names, turn: Turn) -> tuple[str, ...]:
    """Return the effects of a turn: lines started and ended, markers, stations, points."""
    return (
        *_started(names, turn),
        *_ended(names, turn),
        *_marker(names, turn),
        *_stations(names, turn),
        *_declined(names, turn),
    )


def _started(names: Names, turn: Turn) -> tuple[str, ...]:
    return tuple(
        names.words.say(
            "mm.turn.started", line=names.line(turn.company, dig.line), gate=point(dig.start)
        )
        for dig in turn.digs
        if dig.start in GATE_OF
    )


def _ended(names: Names, turn: Turn) -> tuple[str, ...]:
    return tuple(
        names.words.say("mm.turn.ended", line=names.line(turn.company, name), gate=gate.name)
        for name, gate in turn.ended
    )


def _marker(names: Names, turn: Turn) -> tuple[str, ...]:
    if turn.placed is None:
        return ()
    return (
        names.words.say(
            "mm.turn.marker",
            name=names.company(turn.company),
            marker=names.marker(turn.placed.marker),
            cell=cell_name(turn.placed.cell),
        ),
    )


def _stations(names: Names, turn: Turn) -> tuple[str, ...]:
    if not turn.built:
        return ()
    words, count = names.words, len(turn.built)
    if not turn.points:
        listed = words.listed([point(built.at) for built in turn.built])
        return (words.count("mm.turn.stations_free", count, items=listed),)
    return (
        words.count(
            "mm.turn.stations",
            count,
            items=words.listed([station_made(names, built) for built in turn.built]),
            name=names.company(turn.company),
            points=words.signed(turn.points),
            total=turn.after.companies[turn.company].station_points,
        ),
    )


def station_made(names: Names, built: Built) -> str:
    """Return one station with its points."""
    points = names.words.signed(built.points)
    return names.words.say("mm.turn.station_made", point=point(built.at), points=points)


def _declined(names: Names, turn: Turn) -> tuple[str, ...]:
    if not turn.has_declined:
        return ()
    return (names.words.say("mm.turn.declined", name=names.company(turn.company)),)


def _passed_over(names: Names, turn: Turn) -> tuple[str, ...]:
    """Return the companies that had nothing legal to do after this turn (MM §4.4)."""
    return tuple(
        names.words.say("mm.turn.passed_over", name=names.company(seat))
        for seat in turn.passed_over
    )


def _ending(names: Names, turn: Turn) -> tuple[str, ...]:
    """Return a note if building has ended with this turn."""
    if turn.after.to_act is not None or turn.after.ended_by is None:
        return ()
    reason = names.words.say(status.ENDED_BY[turn.after.ended_by])
    return (names.words.say("mm.turn.building_over", reason=reason),)


def _warnings(names: Names, turn: Turn) -> tuple[str, ...]:
    """Return warnings of the end, blocked lines and markers without a station."""
    if turn.after.to_act is None:
        return ()
    return (
        *status.end_warnings(names, turn.after),
        *status.blocked_changes(names, turn),
        *status.marker_warnings(names, turn.after),
    )


def left_out(names: Names, draft_view: MetroDraftView, count: int, played: Turn) -> str:
    """Return the unplayed part of a plan and the reason, for the plan's owner alone.

    Args:
        names: of the game.
        draft_view: as it was confirmed.
        count: number of its last actions that were not played.
        played: the turn as played, as its owner may know it.

    Source: MM §11.2, §11.3.
    """
    rest = replace(draft_view.turn, effects=draft_view.turn.effects[-count:])
    left, ended = list(items(names, rest)), played.after.ended_by
    # A stop or a decline is not worth a note.
    if not left or ended is None:
        return ""
    words = names.words
    why = words.say("mm.left_out.why", reason=words.say(status.ENDED_BY[ended]))
    what = words.say("mm.left_out.items", items=words.listed(left))
    return "\n".join((" ".join((why, *status.blocked_line_names(names, played))), what))


def items(names: Names, turn: Turn) -> Iterator[str]:
    """Yield the tunnels and stations of a turn."""
    if turn.digs:
        yield names.words.count("mm.plan.dug", len(turn.digs), ways=ways(names, turn))
    for effect in turn.effects:
        if isinstance(effect.action, PlaceStation):
            yield names.words.say("mm.left_out.station", point=point(effect.action.point))
