"""How near the end of building is, and what is worth a warning."""

from typing import Final

from metrobot.games.metromania.geometry import EXITS
from metrobot.games.metromania.result import EndedBy
from metrobot.games.metromania.view import LineView, View
from metrobot.ui.metromania.cast import Cast, cell_name, point
from metrobot.ui.metromania.turn import lines_of, unserved

ENDED_BY: Final = {
    EndedBy.TWO_LINES: "mm.ended.two_lines",
    EndedBy.STATIONS: "mm.ended.stations",
    EndedBy.LINES: "mm.ended.lines",
    EndedBy.PASSES: "mm.ended.passes",
    EndedBy.VOTE: "mm.ended.vote",
}
FEW_STATIONS: Final = 4
"""With so few stations left in the stock they are worth a word."""


def meter(cast: Cast, view: View) -> str:
    """Return the end meter in one line.

    Source: MM §11.1.
    """
    return cast.words.say(
        "mm.meter", done=view.lines_done, needed=view.lines_needed, stock=view.stock
    )


def end_warnings(cast: Cast, view: View) -> tuple[str, ...]:
    """Return what is to be said of the end of building, which comes suddenly.

    Source: MM §11.1, §11.2, §16.
    """
    if view.result is not None or view.to_act is None:
        return ()
    if view.ended_by is not None:
        reason = cast.words.say(ENDED_BY[view.ended_by])
        names = cast.companies(view.last_turns)
        return (cast.words.say("mm.warning.last_turns", reason=reason, names=names),)
    return (*_line_warning(cast, view), *_stock_warning(cast, view), *_finish_warning(cast, view))


def _line_warning(cast: Cast, view: View) -> tuple[str, ...]:
    """Return a warning if one more line ends the building."""
    is_near = view.lines_done == view.lines_needed - 1
    return (cast.words.say("mm.warning.one_line"),) if is_near else ()


def _stock_warning(cast: Cast, view: View) -> tuple[str, ...]:
    """Return a warning if the stations run out."""
    is_near = 0 < view.stock <= FEW_STATIONS
    return (cast.words.count("mm.warning.stock", view.stock),) if is_near else ()


def _finish_warning(cast: Cast, view: View) -> tuple[str, ...]:
    """Return a warning if a company needs one finished line more to end it all."""
    near = [
        company.seat
        for company in view.companies
        if sum(line.is_finished for line in company.lines) == 1
        and any(can_finish(line) for line in company.lines)
    ]
    if not near:
        return ()
    return (cast.words.say("mm.warning.second_line", names=cast.companies(near)),)


def can_finish(line: LineView) -> bool:
    """Return whether a line is open and has come to a black gate."""
    is_open = bool(line.points) and not line.is_finished and line.is_blocked is not True
    return is_open and bool(EXITS[line.points[-1]])


def marker_warnings(cast: Cast, view: View) -> tuple[str, ...]:
    """Return which placed markers have no station yet.

    Source: MM §13.4, §16.
    """
    missing = unserved(view)
    if not missing:
        return ()
    items = [
        cast.words.say(
            "mm.warning.unserved_item",
            marker=cast.marker(placed.marker),
            name=cast.short(placed.company),
            cell=cell_name(placed.cell),
        )
        for placed in missing
    ]
    return (cast.words.say("mm.warning.unserved", items=cast.words.listed(items)),)


def blocked_changes(cast: Cast, before: View, after: View) -> tuple[str, ...]:
    """Return which lines were newly blocked, and which were freed.

    Source: MM §11.3.
    """
    found = []
    for old, new in zip(lines_of(before), lines_of(after), strict=True):
        if new.is_blocked == old.is_blocked or new.is_finished:
            continue
        key = "mm.warning.blocked" if new.is_blocked else "mm.warning.freed"
        where = point(new.points[-1]) if new.points else cast.words.say("mm.line.unstarted")
        found.append(cast.words.say(key, line=cast.line(new.company, new.name), where=where))
    return tuple(found)
