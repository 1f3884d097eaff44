"""Where a game under way stands, in few words."""

from metrobot.ui.metromania.meter import meter
from metrobot.ui.metromania.names import MetroGameView, names_for
from metrobot.ui.pages.values import Brief
from metrobot.ui.words.catalogue import Words


def brief(game_view: MetroGameView, words: Words) -> Brief:
    """Return what is to be done, everybody's station points, and the end meter."""
    names, view = names_for(game_view, words), game_view.public
    parts = [
        words.say("mm.status.score", name=names.company(each.seat), points=each.station_points)
        for each in view.companies
    ]
    points = words.say("mm.brief.points", parts=", ".join(parts))
    return Brief(words.say("mm.brief.task"), (points, meter(names, view)))
