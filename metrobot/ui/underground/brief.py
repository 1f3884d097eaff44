"""Where a game under way stands, in few words."""

from metrobot.ui.frame.front import AnyScene
from metrobot.ui.pages.values import Brief
from metrobot.ui.underground.cast import cast_of
from metrobot.ui.underground.meter import meter
from metrobot.ui.words.catalogue import Words


def brief(scene: AnyScene, words: Words) -> Brief:
    """Return what is to be done, everybody's points, and the end meter."""
    cast, view = cast_of(scene, words), scene.public
    task = "ou.brief.task_building" if view.passenger is None else "ou.brief.task"
    parts = [
        words.say("ou.closing.part", name=cast.name(each.seat), points=each.score)
        for each in view.players
    ]
    points = words.say("ou.brief.points", parts=", ".join(parts))
    return Brief(words.say(task), (points, meter(cast, view)))
