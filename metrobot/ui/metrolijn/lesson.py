"""The lesson for beginners: a record of a few turns, and where it stops."""

from typing import Final

from metrobot.games.metrolijn.title import Metrolijn
from metrobot.ui.frame.lesson import Lesson, Shows, Step, read_lesson

STEPS: Final = (
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
"""Each stops after this many events of the record."""


def lesson() -> Lesson:
    """Return the lesson."""
    return read_lesson(Metrolijn(), __package__, STEPS)
