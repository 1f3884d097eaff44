"""How near the end of building is, and what is worth a warning."""

from collections.abc import Sequence
from typing import Final

from metrobot.games.metromania.geometry import cell_name
from metrobot.games.metromania.result import EndedBy
from metrobot.games.metromania.summary import Turn
from metrobot.games.metromania.view import LineView, View
from metrobot.ui.metromania.names import Names, point

ENDED_BY: Final = {
    EndedBy.TWO_LINES: "mm.ended.two_lines",
    EndedBy.STATIONS: "mm.ended.stations",
    EndedBy.LINES: "mm.ended.lines",
    EndedBy.PASSES: "mm.ended.passes",
    EndedBy.VOTE: "mm.ended.vote",
}


def meter(names: Names, view: View) -> str:
    """Return the end meter in one line.

    Source: MM §11.1.
    """
    return names.words.say(
        "mm.meter", done=view.lines_done, needed=view.lines_needed, stock=view.stock
    )


def end_warnings(names: Names, view: View) -> tuple[str, ...]:
    """Return what to say of the end of building, which comes suddenly.

    Source: MM §11.1, §11.2, §16.
    """
    if view.result is not None or view.to_act is None:
        return ()
    if view.ended_by is not None:
        reason = names.words.say(ENDED_BY[view.ended_by])
        listed = names.companies(view.last_turns)
        return (names.words.say("mm.warning.last_turns", reason=reason, names=listed),)
    return (
        *_line_warning(names, view),
        *_stock_warning(names, view),
        *_finish_warning(names, view),
    )


def _line_warning(names: Names, view: View) -> tuple[str, ...]:
    """Return a warning if one more line ends the building."""
    return (names.words.say("mm.warning.one_line"),) if view.is_line_from_end else ()


def _stock_warning(names: Names, view: View) -> tuple[str, ...]:
    """Return a warning if the stations run out."""
    is_near = view.is_stock_low and view.stock > 0
    return (names.words.count("mm.warning.stock", view.stock),) if is_near else ()


def _finish_warning(names: Names, view: View) -> tuple[str, ...]:
    """Return a warning if a company needs one finished line more to end it all."""
    near = [company.seat for company in view.companies if company.may_end_building]
    if not near:
        return ()
    return (names.words.say("mm.warning.second_line", names=names.companies(near)),)


def marker_warnings(names: Names, view: View) -> tuple[str, ...]:
    """Return which placed markers have no station yet.

    Source: MM §13.4, §16.
    """
    if not view.unserved:
        return ()
    items = [
        names.words.say(
            "mm.warning.unserved_item",
            marker=names.marker(placed.marker),
            name=names.short(placed.company),
            cell=cell_name(placed.cell),
        )
        for placed in view.unserved
    ]
    return (names.words.say("mm.warning.unserved", items=names.words.listed(items)),)


def blocked_changes(names: Names, turn: Turn) -> tuple[str, ...]:
    """Return which lines were newly blocked, and which were freed.

    Source: MM §11.3.
    """
    return (*blocked_line_names(names, turn), *_said(names, "mm.warning.freed", turn.freed))


def blocked_line_names(names: Names, turn: Turn) -> tuple[str, ...]:
    """Return which lines a turn has blocked (MM §11.3)."""
    return _said(names, "mm.warning.blocked", turn.newly_blocked)


def _said(names: Names, key: str, lines: Sequence[LineView]) -> tuple[str, ...]:
    """Return the same sentence of each of these lines."""
    return tuple(
        names.words.say(key, line=names.line(line.company, line.name), where=_end(names, line))
        for line in lines
    )


def _end(names: Names, line: LineView) -> str:
    """Return where a line has come to."""
    return point(line.points[-1]) if line.points else names.words.say("mm.line.unstarted")
