"""What of a confirmed plan was not played, because building had ended."""

from collections.abc import Iterator
from dataclasses import replace

from metrobot.games.metromania.actions import PlaceStation
from metrobot.games.metromania.summary import Turn
from metrobot.ui.metromania.meter import ENDED_BY, blocked_line_names
from metrobot.ui.metromania.names import MetroDraftView, Names, point
from metrobot.ui.metromania.narration import ways


def left_out(names: Names, draft_view: MetroDraftView, count: int, played: Turn) -> str:
    """Return what was left out and why, for the plan's owner alone.

    Args:
        names: of the game.
        draft_view: as it was confirmed.
        count: how many of its last actions were not played.
        played: what was, as its owner may know it.

    Source: MM §11.2, §11.3.
    """
    rest = replace(draft_view.turn, effects=draft_view.turn.effects[-count:])
    items, ended = list(_items(names, rest)), played.after.ended_by
    if not items or ended is None:
        return ""
    words = names.words
    why = words.say("mm.left_out.why", reason=words.say(ENDED_BY[ended]))
    what = words.say("mm.left_out.items", items=words.listed(items))
    return "\n".join((" ".join((why, *blocked_line_names(names, played))), what))


def _items(names: Names, rest: Turn) -> Iterator[str]:
    """Yield tunnels and stations that were left out."""
    if rest.digs:
        yield names.words.count("mm.plan.dug", len(rest.digs), ways=ways(names, rest))
    for effect in rest.effects:
        if isinstance(effect.action, PlaceStation):
            yield names.words.say("mm.left_out.station", point=point(effect.action.point))
