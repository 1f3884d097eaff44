"""What a draft has done so far, what is owed, and what to think of before Confirm."""

from collections.abc import Iterator
from typing import Any

from metrobot.engine.draft import Draft
from metrobot.games.metromania.actions import LINE_NAMES
from metrobot.games.metromania.view import CompanyView, View
from metrobot.ui.metromania.cast import Cast
from metrobot.ui.metromania.meter import ENDED_BY, FEW_STATIONS
from metrobot.ui.metromania.narration import happenings, ways
from metrobot.ui.metromania.steps import OpenChoices, now, preview
from metrobot.ui.metromania.turn import Turn, turn_of

LATE_STATIONS = 2 * FEW_STATIONS
"""With so few stations left, markers in hand are worth a warning."""


def drafted(draft: Draft[Any, View]) -> Turn:
    """Return what a draft has done so far."""
    before = preview(draft, draft.base)
    return turn_of(draft.seat, before, now(draft), draft.actions)


def so_far(cast: Cast, draft: Draft[Any, View]) -> Iterator[str]:
    """Yield what a draft has done so far; nothing for an empty one."""
    turn = drafted(draft)
    if turn.digs:
        points = cast.words.signed(turn.points)
        yield cast.words.say("mm.plan.so_far", ways=ways(cast, turn), points=points)
        yield from happenings(cast, turn)


def owed(cast: Cast, draft: Draft[Any, View], choices: OpenChoices) -> Iterator[str]:
    """Yield how many tunnels are left, and whether one may stop (MM §4.2, §4.4)."""
    view = now(draft)
    if view.bonus_line is not None:
        return
    yield cast.words.count("mm.plan.left", 3 - view.tunnels_dug)
    if choices.end is not None:
        yield cast.words.say("mm.plan.may_stop" if view.tunnels_dug else "mm.plan.may_pass")
    if view.ended_by is not None and view.last_turns:
        yield cast.words.say("mm.plan.last_turn")
    yield from _hand(cast, view.companies[draft.seat])


def _hand(cast: Cast, company: CompanyView) -> Iterator[str]:
    """Yield the markers that the company can still place."""
    if company.hand:
        markers = cast.words.listed([cast.marker(marker) for marker in company.hand])
        yield cast.words.say("mm.plan.hand", markers=markers)


def summary(cast: Cast, draft: Draft[Any, View]) -> str:
    """Return a whole turn before it is confirmed: what it does, what to think of."""
    turn, words = drafted(draft), cast.words
    lines = [words.say("mm.plan.done", name=cast.company(draft.seat))]
    if turn.digs:
        lines.append(words.count("mm.plan.dug", len(turn.digs), ways=ways(cast, turn)))
    elif not turn.built:
        lines.append(words.say("mm.plan.passes"))
    lines.extend(happenings(cast, turn))
    if 0 < len(turn.digs) < 3 and not turn.has_stopped and turn.after.ended_by is None:
        lines.append(words.say("mm.plan.ends_here"))
    lines.append(words.say("mm.plan.points", points=words.signed(turn.points)))
    lines.extend(f"⚠️ {line}" for line in warnings(cast, turn))
    lines.append(words.say("mm.plan.confirm"))
    return "\n".join(lines)


def warnings(cast: Cast, turn: Turn) -> Iterator[str]:
    """Yield what to think of before a turn is confirmed (MM §16)."""
    view, words = turn.after, cast.words
    if view.ended_by is not None and turn.before.ended_by is None:
        yield words.say("mm.plan.ends_building", reason=words.say(ENDED_BY[view.ended_by]))
    company = view.companies[turn.seat]
    missing = [p.marker for p in view.placed if p.company == turn.seat and not p.is_served]
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
    for name in LINE_NAMES:
        line = company.lines[LINE_NAMES.index(name)]
        is_open = line.points and not line.is_finished
        if is_open and line.is_blocked:
            yield cast.words.say("mm.plan.blocked", line=cast.own_line(name))
        elif is_open and line.tunnels_left <= 3:
            yield cast.words.count("mm.plan.short", line.tunnels_left, line=cast.own_line(name))
