"""The lesson for beginners: a record of a few turns, and where it stops."""

from metrobot.games.underground.title import Underground
from metrobot.ui.frame.lesson_steps import Lesson, LessonStep, LessonView, read_lesson

_STEPS = (
    LessonStep("ou.lesson.aim", 2, LessonView.BOARD),
    LessonStep("ou.lesson.build", 2, LessonView.PLANNER),
    LessonStep("ou.lesson.passenger", 9, LessonView.BOARD),
    LessonStep("ou.lesson.others", 23, LessonView.BOARD),
    LessonStep("ou.lesson.extend", 23, LessonView.PLANNER),
    LessonStep("ou.lesson.told", 30, LessonView.BOARD),
    LessonStep("ou.lesson.points", 30, topic="enclosed"),
    LessonStep("ou.lesson.onwards", 30),
)
"""Each stops after this many events of the record."""


def lesson() -> Lesson:
    """Return the lesson."""
    return read_lesson(Underground(), str(__package__), _STEPS)
