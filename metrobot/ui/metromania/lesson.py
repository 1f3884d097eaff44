"""The lesson for beginners: a record of a few turns, and where it stops."""

from metrobot.games.metromania.title import MetroMania
from metrobot.ui.frame.lesson_steps import Lesson, LessonStep, LessonView, read_lesson

_STEPS = (
    LessonStep("mm.lesson.aim", 2, LessonView.BOARD),
    LessonStep("mm.lesson.hand", 2, LessonView.SHEET),
    LessonStep("mm.lesson.dig", 2, LessonView.PLANNER),
    LessonStep("mm.lesson.told", 5, LessonView.TURN),
    LessonStep("mm.lesson.stations", 11, LessonView.PLANNER),
    LessonStep("mm.lesson.points", 14, LessonView.TURN),
    LessonStep("mm.lesson.place", 20, LessonView.PLANNER),
    LessonStep("mm.lesson.trips", 21, LessonView.BOARD),
    LessonStep("mm.lesson.onwards", 21),
)
"""Each stops after this many events of the record."""


def lesson() -> Lesson:
    """Return the lesson."""
    return read_lesson(MetroMania(), __package__, _STEPS)
