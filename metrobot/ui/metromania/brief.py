"""Where a game under way stands, in few words."""

from metrobot.ui.metromania.cast import MetroScene, cast_of
from metrobot.ui.metromania.meter import meter
from metrobot.ui.pages.values import Brief
from metrobot.ui.words.catalogue import Words


def brief(scene: MetroScene, words: Words) -> Brief:
    """Return what is to be done, everybody's station points, and the end meter."""
    cast, view = cast_of(scene, words), scene.public
    parts = [
        words.say("mm.status.score", name=cast.company(each.seat), points=each.station_points)
        for each in view.companies
    ]
    points = words.say("mm.brief.points", parts=", ".join(parts))
    return Brief(words.say("mm.brief.task"), (points, meter(cast, view)))
