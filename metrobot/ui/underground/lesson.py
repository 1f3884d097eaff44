"""The lesson for beginners: a record of a few turns, and where it stops."""

from metrobot.games.underground.title import Underground
from metrobot.ui.frame.lesson import Lesson, Shows, Step, read_lesson

_STEPS = (
    Step("ou.lesson.aim", 2, Shows.BOARD),
    Step("ou.lesson.build", 2, Shows.PLANNER),
    Step("ou.lesson.passenger", 9, Shows.BOARD),
    Step("ou.lesson.others", 23, Shows.BOARD),
    Step("ou.lesson.extend", 23, Shows.PLANNER),
    Step("ou.lesson.told", 30, Shows.BOARD),
    Step("ou.lesson.points", 30, topic="enclosed"),
    Step("ou.lesson.onwards", 30),
)
"""Each stops after this many events of the record."""


def lesson() -> Lesson:
    """Return the lesson."""
    return read_lesson(Underground(), str(__package__), _STEPS)
