"""The lesson for beginners: a record of a few turns, and where it stops."""

from functools import cache
from importlib import resources

from metrobot.engine.actors import Seat
from metrobot.engine.record import load
from metrobot.games.metrolijn.title import Metrolijn
from metrobot.ui.frame.lesson import Lesson, Shows, Step

_STEPS = (
    Step("ml.lesson.aim", 1, Shows.SHEET),
    Step("ml.lesson.number", 1, Shows.PLANNER),
    Step("ml.lesson.shown", 4, Shows.TURN),
    Step("ml.lesson.transfer", 4, Shows.PLANNER),
    Step("ml.lesson.line", 10, Shows.PLANNER),
    Step("ml.lesson.finish", 13, Shows.PLANNER),
    Step("ml.lesson.finished", 16, Shows.TURN),
    Step("ml.lesson.scoring", 16, topic="scoring"),
    Step("ml.lesson.onwards", 16),
)
"""Each stops behind so many events of the record."""


@cache
def lesson() -> Lesson:
    """Return the lesson."""
    text = resources.files(__package__).joinpath("lesson.json").read_text("utf-8")
    return Lesson(Metrolijn(), load(text), Seat(0), _STEPS)
