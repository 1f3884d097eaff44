"""What a draft has done so far, what is owed, and what to think of before Confirm."""

from collections.abc import Iterator

from metrobot.games.metromania.told import Turn
from metrobot.games.metromania.view import FEW_STATIONS, CompanyView, View
from metrobot.ui.metromania.cast import Cast, MetroPlan
from metrobot.ui.metromania.meter import ENDED_BY
from metrobot.ui.metromania.narration import happenings, ways
from metrobot.ui.metromania.steps import OpenChoices

LATE_STATIONS = 2 * FEW_STATIONS
"""With so few stations left, markers in hand are worth a warning."""
FEW_TUNNELS = 3
"""A line with so few tunnels left is worth one."""


def so_far(cast: Cast, turn: Turn) -> Iterator[str]:
    """Yield what a draft has done so far; nothing for an empty one."""
    if turn.digs:
        points = cast.words.signed(turn.points)
        yield cast.words.say("mm.plan.so_far", ways=ways(cast, turn), points=points)
        yield from happenings(cast, turn)


def owed(cast: Cast, plan: MetroPlan, choices: OpenChoices) -> Iterator[str]:
    """Yield how many tunnels are left, and whether the player may stop (MM §4.2, §4.4)."""
    view = plan.view
    if view.bonus_line is not None:
        return
    yield cast.words.count("mm.plan.left", view.tunnels_to_dig)
    if choices.end is not None:
        yield cast.words.say("mm.plan.may_stop" if view.tunnels_dug else "mm.plan.may_pass")
    if view.ended_by is not None and view.last_turns:
        yield cast.words.say("mm.plan.last_turn")
    yield from _hand(cast, view.companies[plan.seat])


def _hand(cast: Cast, company: CompanyView) -> Iterator[str]:
    """Yield the markers that the company can still place."""
    if company.hand:
        markers = cast.words.listed([cast.marker(marker) for marker in company.hand])
        yield cast.words.say("mm.plan.hand", markers=markers)


def summary(cast: Cast, plan: MetroPlan) -> str:
    """Return a whole turn before it is confirmed: what it does, what to think of."""
    turn, words = plan.turn, cast.words
    lines = [words.say("mm.plan.done", name=cast.company(plan.seat))]
    if turn.digs:
        lines.append(words.count("mm.plan.dug", len(turn.digs), ways=ways(cast, turn)))
    elif not turn.built:
        lines.append(words.say("mm.plan.passes"))
    lines.extend(happenings(cast, turn))
    if turn.is_cut_short:
        lines.append(words.say("mm.plan.ends_here"))
    lines.append(words.say("mm.plan.points", points=words.signed(turn.points)))
    lines.extend(f"⚠️ {line}" for line in warnings(cast, turn))
    lines.append(words.say("mm.plan.confirm"))
    return "\n".join(lines)


def warnings(cast: Cast, turn: Turn) -> Iterator[str]:
    """Yield what to think of before a turn is confirmed (MM §16)."""
    view, words = turn.after, cast.words
    if turn.brings_end is not None:
        yield words.say("mm.plan.ends_building", reason=words.say(ENDED_BY[turn.brings_end]))
    company = view.companies[turn.company]
    missing = [placed.marker for placed in view.unserved if placed.company == turn.company]
    if missing:
        markers = words.listed([cast.marker(marker) for marker in missing])
        yield words.say("mm.plan.unserved", markers=markers)
    if company.hand and is_late(view):
        markers = words.listed([cast.marker(marker) for marker in company.hand])
        yield words.say("mm.plan.still_held", markers=markers)
    yield from _short_lines(cast, company)


def is_late(view: View) -> bool:
    """Return whether building may end soon."""
    return (
        view.ended_by is not None
        or view.stock <= LATE_STATIONS
        or view.lines_done >= view.lines_needed - 2
    )


def _short_lines(cast: Cast, company: CompanyView) -> Iterator[str]:
    """Yield a warning for each open line that has few tunnels left."""
    for line in company.lines:
        is_open = line.points and not line.is_finished
        name = cast.own_line(line.name)
        if is_open and line.is_blocked:
            yield cast.words.say("mm.plan.blocked", line=name)
        elif is_open and line.tunnels_left <= FEW_TUNNELS:
            yield cast.words.count("mm.plan.short", line.tunnels_left, line=name)
