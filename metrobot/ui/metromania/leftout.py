"""What of a confirmed plan was not played, because building had ended."""

from collections.abc import Iterator
from dataclasses import replace

from metrobot.games.metromania.actions import PlaceStation
from metrobot.games.metromania.told import Turn
from metrobot.ui.metromania.cast import Cast, MetroPlan, point
from metrobot.ui.metromania.meter import ENDED_BY, blocked_lines
from metrobot.ui.metromania.narration import ways


def left_out(cast: Cast, plan: MetroPlan, count: int, played: Turn) -> str:
    """Return what was left out and why, for the plan's owner alone.

    Args:
        cast: of the game.
        plan: as it was confirmed.
        count: how many of its last actions were not played.
        played: what was, as its owner may know it.

    Source: MM §11.2, §11.3.
    """
    rest = replace(plan.turn, effects=plan.turn.effects[-count:])
    items, ended = list(_items(cast, rest)), played.after.ended_by
    if not items or ended is None:
        return ""
    words = cast.words
    why = words.say("mm.left_out.why", reason=words.say(ENDED_BY[ended]))
    what = words.say("mm.left_out.items", items=words.listed(items))
    return "\n".join((" ".join((why, *blocked_lines(cast, played))), what))


def _items(cast: Cast, rest: Turn) -> Iterator[str]:
    """Yield tunnels and stations that were left out."""
    if rest.digs:
        yield cast.words.count("mm.plan.dug", len(rest.digs), ways=ways(cast, rest))
    for effect in rest.effects:
        if isinstance(effect.action, PlaceStation):
            yield cast.words.say("mm.left_out.station", point=point(effect.action.point))
