"""The lesson for beginners: a record of a few turns, and where it stops."""

from functools import cache
from importlib import resources

from metrobot.engine.actors import Seat
from metrobot.engine.record import load
from metrobot.games.metromania.title import MetroMania
from metrobot.ui.frame.lesson import Lesson, Shows, Step

_STEPS = (
    Step("mm.lesson.aim", 2, Shows.BOARD),
    Step("mm.lesson.hand", 2, Shows.HAND),
    Step("mm.lesson.dig", 2, Shows.PLANNER),
    Step("mm.lesson.told", 5, Shows.TURN),
    Step("mm.lesson.stations", 11, Shows.PLANNER),
    Step("mm.lesson.points", 14, Shows.TURN),
    Step("mm.lesson.place", 20, Shows.PLANNER),
    Step("mm.lesson.trips", 21, Shows.BOARD),
    Step("mm.lesson.onwards", 21),
)
"""Each stops behind so many events of the record."""


@cache
def lesson() -> Lesson:
    """Return the lesson."""
    text = resources.files(__package__).joinpath("lesson.json").read_text("utf-8")
    return Lesson(MetroMania(), load(text), Seat(0), _STEPS)
