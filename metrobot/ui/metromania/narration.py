"""The public report of a finished turn, and its player's note on unplayed actions."""

from collections.abc import Iterator
from dataclasses import replace

from metrobot.games.metromania.actions import PlaceStation
from metrobot.games.metromania.building.stations import Built
from metrobot.games.metromania.geometry import GATE_OF, cell_name
from metrobot.games.metromania.summary import Turn
from metrobot.ui.metromania import status
from metrobot.ui.metromania.names import (
    MetroDraftView,
    MetroGameView,
    Names,
    names_for,
    path,
    point,
)
from metrobot.ui.metromania.steps import place
from metrobot.ui.pages.values import TurnReport
from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.keys import TURN_LINE


def report(game_view: MetroGameView, turn: Turn, words: Words) -> TurnReport:
    """Return the report of one finished turn."""
    names = names_for(game_view, words)
    if turn.seat is None:
        return TurnReport(words.say("mm.turn.nothing"), (), (), status.meter(names, turn.after))
    return TurnReport(
        headline=headline(names, turn),
        lines=tuple(_lines(names, turn)),
        warnings=tuple(status.end_warnings(names, turn.after)),
        meter=status.meter(names, turn.after),
    )


def headline(names: Names, turn: Turn) -> str:
    """Return the company, its actions and its points in one line."""
    words = names.words
    return words.say(
        TURN_LINE,
        name=names.company(turn.company),
        done=", ".join(_done(names, turn)) or words.say("mm.turn.passed"),
        points=words.signed(turn.points),
        total=turn.after.companies[turn.company].station_points,
    )


def _done(names: Names, turn: Turn) -> Iterator[str]:
    words, ended = names.words, [line for line, _ in turn.ended]
    for line in turn.lines:
        yield f"{names.own_line(line)} {path(turn.way(line))}"
        if line in ended:
            yield words.say("mm.turn.ended")
    if turn.placed is not None:
        marker, cell = names.marker(turn.placed.marker), cell_name(turn.placed.cell)
        yield words.say("mm.turn.marker", marker=marker, cell=cell)
    if turn.built and turn.digs:
        yield words.count("mm.turn.built", len(turn.built))
    elif turn.built:
        yield words.say("mm.turn.station", point=point(turn.built[0].at))
    if turn.has_declined:
        yield words.say("mm.turn.declined")


def ways(names: Names, turn: Turn) -> str:
    """Return the ways of the lines dug: on the solid line F4–F5."""
    words = names.words
    return words.listed(
        [
            words.say("mm.turn.way", line=names.own_line(name), path=path(turn.way(name)))
            for name in turn.lines
        ]
    )


def _lines(names: Names, turn: Turn) -> Iterator[str]:
    """Yield the effects of a turn, the gravest first.

    The end of building, lines blocked and freed, stations with their points, markers without a
    station, the companies that had nothing legal to do (MM §4.4), and the sides of tunnels.
    """
    words = names.words
    if turn.after.to_act is None and turn.after.ended_by is not None:
        reason = words.say(status.ENDED_BY[turn.after.ended_by])
        yield words.say("mm.turn.building_over", reason=reason)
    yield from status.blocked_changes(names, turn)
    if turn.points and turn.digs:
        items = words.listed([station_made(names, built) for built in turn.built])
        yield words.count("mm.turn.stations", len(turn.built), items=items)
    elif turn.built and not turn.points:
        items = words.listed([point(built.at) for built in turn.built])
        yield words.count("mm.turn.stations_free", len(turn.built), items=items)
    yield from status.new_unserved(names, turn)
    for seat in turn.passed_over:
        yield words.say("mm.turn.passed_over", name=names.company(seat))
    digs = [dig for dig in turn.digs if dig.start not in GATE_OF and dig.end not in GATE_OF]
    if digs:
        # The picture shows it; whoever reads only words cannot tell which areas are taken.
        yield words.say("mm.turn.sides", sides=", ".join(place(names, dig) for dig in digs))


def station_made(names: Names, built: Built) -> str:
    """Return one station with its points."""
    points = names.words.signed(built.points)
    return names.words.say("mm.turn.station_made", point=point(built.at), points=points)


def left_out(game_view: MetroGameView, draft_view: MetroDraftView, count: int, words: Words) -> str:
    """Return the unplayed part of a plan and the reason, for the plan's owner alone.

    Args:
        game_view: after the turn as played, for its owner.
        draft_view: as it was confirmed.
        count: number of its last actions that were not played.
        words: of its owner.

    Source: MM §11.2, §11.3.
    """
    turn = replace(draft_view.turn, effects=draft_view.turn.effects[-count:])
    names, last = names_for(game_view, words), game_view.last
    parts, reason = list(items(names, turn)), None if last is None else last.after.ended_by
    # A stop or a decline is not worth a note.
    if not parts or last is None or reason is None:
        return ""
    why = words.say("mm.left_out.why", reason=words.say(status.ENDED_BY[reason]))
    items_line = words.say("mm.left_out.items", items=words.listed(parts))
    return "\n".join((" ".join((why, *status.blocked_line_names(names, last))), items_line))


def items(names: Names, turn: Turn) -> Iterator[str]:
    """Yield the tunnels and stations of a turn."""
    if turn.digs:
        yield names.words.count("mm.plan.dug", len(turn.digs), ways=ways(names, turn))
    for effect in turn.effects:
        if isinstance(effect.action, PlaceStation):
            yield names.words.say("mm.left_out.station", point=point(effect.action.point))
