"""Harm in words: on the choices that do it, and before a turn is confirmed."""

from collections.abc import Iterator, Sequence
from typing import Final

from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.risks import Harm, Risk
from metrobot.ui.metromania.names import Names

_OWN: Final = {
    Harm.DEAD_END: "mm.harm.dead_end",
    Harm.NO_WAY: "mm.harm.no_way",
    Harm.NOTHING_TO_SPARE: "mm.harm.tight",
}
_OTHER: Final = {
    Harm.DEAD_END: "mm.harm.other_dead_end",
    Harm.NO_WAY: "mm.harm.other_no_way",
    Harm.NOTHING_TO_SPARE: "mm.harm.tight",
}
_RISKS: Final = {
    Harm.DEAD_END: "mm.risk.dead_end",
    Harm.NO_WAY: "mm.risk.no_way",
    Harm.NOTHING_TO_SPARE: "mm.risk.tight",
}
_KEPT: Final = ("mm.risk.kept_none", "mm.risk.kept_half")


def harm_label(names: Names, risk: Risk, line: LineName) -> str:
    """Return a choice's harm in a few words.

    Args:
        names: of the game.
        risk: the harm.
        line: that the choice is about.
    """
    if risk.marker is not None:
        key = "mm.harm.no_station" if risk.harm is Harm.NO_STATION else "mm.harm.no_spot"
        return names.words.say(key, letter=risk.marker.letter)
    if risk.line is None:
        was, now = risk.keeps
        label = names.words.say("mm.harm.ends", now=now, was=was)
        return label if was else label.partition(":")[0]
    is_own, is_lost = risk.line is line, risk.harm is Harm.NO_WAY and risk.is_final
    if is_own:
        return names.words.say("mm.harm.never" if is_lost else _OWN[risk.harm])
    key = "mm.harm.other_never" if is_lost else _OTHER[risk.harm]
    return names.words.say(key, line=names.own_line(risk.line))


def risk_texts(names: Names, risks: Sequence[Risk]) -> Iterator[str]:
    """Yield a turn's harm with what it costs, markers of one fate in one line.

    That building ends is said elsewhere.
    """
    said = set[Harm]()
    for risk in risks:
        if risk.line is not None:
            yield _line_text(names, risk, risk.line)
        elif risk.marker is not None and risk.harm not in said:
            said.add(risk.harm)
            yield _marker_text(names, risk, [r for r in risks if r.harm is risk.harm])


def _marker_text(names: Names, risk: Risk, alike: Sequence[Risk]) -> str:
    """Return what becomes of markers."""
    key = "mm.risk.no_station" if risk.harm is Harm.NO_STATION else "mm.risk.no_spot"
    listed = [names.marker(each.marker) for each in alike if each.marker is not None]
    return names.words.say(key, markers=names.words.listed(listed), points=risk.penalty)


def _line_text(names: Names, risk: Risk, line: LineName) -> str:
    """Return what becomes of a line, and what that costs."""
    key = "mm.risk.never" if risk.is_final else _RISKS[risk.harm]
    said, cost = names.words.say(key, line=names.own_line(line)), _cost(names, risk)
    return f"{said} {cost}" if cost else said


def _cost(names: Names, risk: Risk) -> str:
    """Return what a line's harm costs, in station points."""
    if risk.harm is Harm.NOTHING_TO_SPARE:
        return ""
    was, now = risk.keeps
    if was > now:
        return names.words.say("mm.risk.kept", was=was, now=now)
    return names.words.say(_KEPT[risk.finishable])
