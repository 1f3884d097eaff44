"""Where a game under way stands, in few words."""

from metrobot.ui.frame.front import AnyGameView
from metrobot.ui.pages.values import Brief
from metrobot.ui.underground.meter import meter
from metrobot.ui.underground.names import names_for
from metrobot.ui.words.catalogue import Words


def brief(game_view: AnyGameView, words: Words) -> Brief:
    """Return what is to be done, everybody's points, and the end meter."""
    names, view = names_for(game_view, words), game_view.public
    task = "ou.brief.task_building" if view.passenger is None else "ou.brief.task"
    parts = [
        words.say("ou.closing.part", name=names.name(each.seat), points=each.score)
        for each in view.players
    ]
    points = words.say("ou.brief.points", parts=", ".join(parts))
    return Brief(words.say(task), (points, meter(names, view)))
