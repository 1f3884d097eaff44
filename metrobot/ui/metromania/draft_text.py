"""A draft in words: its effects, its harm, and warnings before Confirm."""

from collections.abc import Iterator, Sequence
from typing import Final

from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.outlook.risks import Harm, Idle, LineOutlook, Risk
from metrobot.games.metromania.summary import Turn
from metrobot.games.metromania.view import FEW_STATIONS, LineView, View
from metrobot.ui.metromania.names import MetroDraftView, Names, lettered, point
from metrobot.ui.metromania.narration import station_made, ways
from metrobot.ui.metromania.status import ENDED_BY
from metrobot.ui.metromania.steps import LINE_TABS, Tab
from metrobot.ui.words.keys import keyed

_HARMS: Final = {Harm.DEAD_END: "dead_end", Harm.NO_WAY: "no_way", Harm.NOTHING_TO_SPARE: "tight"}
"""Name in keys of each harm to a line."""
_OWN: Final = {harm: f"mm.harm.{name}" for harm, name in _HARMS.items()}
_OTHER: Final = _OWN | {
    Harm.DEAD_END: "mm.harm.other_dead_end",
    Harm.NO_WAY: "mm.harm.other_no_way",
}
_RISKS: Final = {harm: f"mm.risk.{name}" for harm, name in _HARMS.items()}
_KEPT: Final = ("mm.risk.kept_none", "mm.risk.kept_half")
_LINES: Final = {LineName.SOLID: "mm.plan.solid", LineName.STRIPED: "mm.plan.striped"}
_IDLE: Final = keyed("mm.idle", Idle)
LATE_STATIONS = 2 * FEW_STATIONS
"""Number of stations left at which markers in hand are worth a warning."""
FEW_TUNNELS = 3
"""Number of tunnels left at which a line is worth a warning."""


def harm_label(names: Names, risk: Risk, line: LineName) -> str:
    """Return a choice's harm in a few words."""
    if risk.marker is not None:
        key = "mm.harm.no_station" if risk.harm is Harm.NO_STATION else "mm.harm.no_spot"
        return names.words.say(key, letter=risk.marker.letter)
    if risk.line is None:
        was, now = risk.keeps
        label = names.words.say("mm.harm.ends", now=now, was=was)
        # Without points to keep, only the sign and the name of the harm remain.
        return label if was else label.partition(":")[0]
    is_own, is_lost = risk.line is line, risk.harm is Harm.NO_WAY and risk.is_final
    if is_own:
        return names.words.say("mm.harm.never" if is_lost else _OWN[risk.harm])
    key = "mm.harm.other_never" if is_lost else _OTHER[risk.harm]
    return names.words.say(key, line=names.own_line(risk.line))


def risk_texts(names: Names, risks: Sequence[Risk]) -> Iterator[str]:
    """Yield a turn's harm and its cost, markers of one kind of harm in one line.

    The end of building is reported elsewhere.
    """
    words, harms = names.words, set[Harm]()
    for risk in risks:
        if risk.line is not None:
            key = "mm.risk.never" if risk.is_final else _RISKS[risk.harm]
            text, cost = words.say(key, line=names.own_line(risk.line)), _cost(names, risk)
            yield f"{text} {cost}" if cost else text
        elif risk.marker is not None and risk.harm not in harms:
            harms.add(risk.harm)
            alike = (other.marker for other in risks if other.harm is risk.harm)
            key = "mm.risk.no_station" if risk.harm is Harm.NO_STATION else "mm.risk.no_spot"
            yield words.say(key, markers=names.markers(filter(None, alike)), points=risk.penalty)


def _cost(names: Names, risk: Risk) -> str:
    """Return the cost of a line's harm, in station points."""
    if risk.harm is Harm.NOTHING_TO_SPARE:
        return ""
    was, now = risk.keeps
    if was > now:
        return names.words.say("mm.risk.kept", was=was, now=now)
    return names.words.say(_KEPT[risk.finishable])


def standing(names: Names, draft_view: MetroDraftView) -> str:
    """Return in one line where the company's lines stand and what the draft does so far.

    The picture shows where its tunnels lead.
    """
    turn, lines = draft_view.turn, _lines(draft_view)
    # Before the first tunnel there is nothing to tell.
    is_begun = any(line.points for line, _ in lines)
    stands = " · ".join(_stand(names, *each) for each in lines if is_begun)
    is_told = turn.ended or turn.placed is not None or turn.built
    return ". ".join(filter(None, (stands, made(names, turn) if is_told else "")))


def made(names: Names, turn: Turn) -> str:
    """Return the effects of a turn in one line: finished lines, a marker, stations, points."""
    words = names.words
    parts = [
        words.say("mm.plan.finishes", line=names.own_line(name), gate=gate.name)
        for name, gate in turn.ended
    ]
    if turn.placed is not None:
        parts.append(words.say("mm.plan.places", marker=names.marker(turn.placed.marker)))
    if turn.built:
        items = words.listed([station_made(names, built) for built in turn.built])
        parts.append(words.count("mm.plan.makes", len(turn.built), items=items))
    return " ".join((*parts, words.say("mm.plan.points", points=words.signed(turn.points))))


def _lines(draft_view: MetroDraftView) -> list[tuple[LineView, LineOutlook]]:
    if draft_view.view.bonus_line is not None:
        return []
    company = draft_view.view.companies[draft_view.seat]
    return list(zip(company.lines, draft_view.turn.outlook, strict=False))


def prospects(names: Names, draft_view: MetroDraftView) -> Iterator[str]:
    """Yield the distance of each of the company's lines from a gate, then its hand."""
    for line, outlook in _lines(draft_view):
        if line.points and outlook.idle is None:
            name, needs = names.words.say(LINE_TABS[line.name]), outlook.needs
            is_near = needs is not None and needs <= line.tunnels_left
            key = "mm.plan.needs" if is_near else "mm.plan.no_way"
            yield names.words.say(key, line=name, n=needs)
    if hand := draft_view.view.companies[draft_view.seat].hand:
        yield names.words.say("mm.plan.hand", markers=", ".join(lettered(names.words, hand)))


def _stand(names: Names, line: LineView, outlook: LineOutlook) -> str:
    words = names.words
    name, end = words.say(LINE_TABS[line.name]), point(line.points[-1]) if line.points else ""
    if outlook.idle is not None:
        is_gone = outlook.idle is Idle.BLOCKED and not line.points
        key = "mm.idle.no_gate" if is_gone else _IDLE[outlook.idle]
        return words.say(key, line=name, point=end)
    if not line.points:
        return words.say("mm.idle.unstarted", line=name)
    return words.count(_LINES[line.name], line.tunnels_left, point=end)


def asked(names: Names, draft_view: MetroDraftView, open_tab: Tab | None, *, may_end: bool) -> str:
    """Return the next thing to do (MM §4.1, §4.2, §4.4, §10.3).

    Args:
        names: of the game.
        draft_view: the draft.
        open_tab: the tab that is open.
        may_end: whether the dig may be ended early, or the turn passed.
    """
    words, view = names.words, draft_view.view
    if draft_view.is_turn_over:
        return words.say("mm.plan.confirm")
    if view.bonus_line is not None:
        return words.say("mm.plan.bonus", line=names.own_line(view.bonus_line))
    parts = list[str]()
    if view.ended_by is not None and view.last_turns:
        parts.append(words.say("mm.plan.last_turn"))
    if may_end:
        parts.append(words.say("mm.plan.may_stop" if view.tunnels_dug else "mm.plan.may_pass"))
    if open_tab is not None and open_tab.stations:
        return " ".join((*parts, words.say("mm.ask.station")))
    parts.append(words.count("mm.plan.left", view.tunnels_to_dig))
    if open_tab is not None:
        parts.append(words.say("mm.ask.start" if open_tab.is_start else "mm.ask.dig"))
    return " ".join(parts)


def draft_summary(names: Names, draft_view: MetroDraftView) -> Iterator[str]:
    """Yield a whole turn before it is confirmed: its effects, then warnings and notes."""
    turn, words = draft_view.turn, names.words
    head = [words.say("mm.plan.done", name=names.company(draft_view.seat))]
    if turn.digs:
        tunnels = words.count("mm.plan.dug", len(turn.digs), ways=ways(names, turn))
        head.append(words.say("mm.plan.sentence", text=tunnels))
    elif not turn.built:
        head.append(words.say("mm.plan.passes"))
    yield " ".join((*head, made(names, turn)))
    yield from (f"⚠️ {line}" for line in warnings(names, turn))
    if turn.is_cut_short:
        yield words.say("mm.plan.ends_here")
    yield from notes(names, turn)


def warnings(names: Names, turn: Turn) -> Iterator[str]:
    """Yield the harm that a turn does, or does not avert, the gravest first (MM §16)."""
    view, words = turn.after, names.words
    company = view.companies[turn.company]
    if turn.brings_end is not None and company.kept_points < company.station_points:
        yield words.say("mm.plan.ends_building", reason=words.say(ENDED_BY[turn.brings_end]))
        yield words.say("mm.risk.kept_now", points=company.station_points, kept=company.kept_points)
    yield from risk_texts(names, turn.risks)
    failing = [risk.marker for risk in turn.risks]
    hand = [marker for marker in company.hand or () if marker not in failing]
    if hand and is_late(view):
        yield words.say("mm.plan.still_held", markers=names.markers(hand))


def notes(names: Names, turn: Turn) -> Iterator[str]:
    """Yield the state of things that a turn leaves without doing harm."""
    view, words = turn.after, names.words
    company = view.companies[turn.company]
    if turn.brings_end is not None and company.kept_points >= company.station_points:
        yield words.say("mm.plan.ends_building", reason=words.say(ENDED_BY[turn.brings_end]))
    failing = [risk.marker for risk in turn.risks]
    markers = [placed.marker for placed in view.unserved if placed.company == turn.company]
    if missing := [marker for marker in markers if marker not in failing]:
        yield words.say("mm.plan.unserved", markers=names.markers(missing))
    harmed = [risk.line for risk in turn.risks]
    for line in (own_line for own_line in company.lines if own_line.name not in harmed):
        is_open, name = line.points and not line.is_finished, names.own_line(line.name)
        if is_open and line.is_blocked:
            yield words.say("mm.plan.blocked", line=name, point=point(line.points[-1]))
        elif is_open and line.tunnels_left <= FEW_TUNNELS:
            yield words.count("mm.plan.short", line.tunnels_left, line=name)


def is_late(view: View) -> bool:
    """Return whether building may end soon."""
    return (
        view.ended_by is not None
        or view.stock <= LATE_STATIONS
        or view.lines_done >= view.lines_needed - 2
    )
