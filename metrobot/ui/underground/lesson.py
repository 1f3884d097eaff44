"""The lesson for beginners: a record of a few turns, and where it stops."""

from functools import cache
from importlib import resources

from metrobot.engine.actors import Seat
from metrobot.engine.record import load
from metrobot.games.underground.title import Underground
from metrobot.ui.frame.lesson import Lesson, Shows, Step

_STEPS = (
    Step("ou.lesson.aim", 2, Shows.BOARD),
    Step("ou.lesson.build", 2, Shows.PLANNER),
    Step("ou.lesson.passenger", 9, Shows.TURN),
    Step("ou.lesson.others", 23, Shows.BOARD),
    Step("ou.lesson.extend", 23, Shows.PLANNER),
    Step("ou.lesson.told", 30, Shows.TURN),
    Step("ou.lesson.points", 30, topic="enclosed"),
    Step("ou.lesson.onwards", 30),
)
"""Each stops behind so many events of the record."""


@cache
def lesson() -> Lesson:
    """Return the lesson."""
    text = resources.files(__package__).joinpath("lesson.json").read_text("utf-8")
    return Lesson(Underground(), load(text), Seat(0), _STEPS)
