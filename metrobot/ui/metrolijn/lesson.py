"""The lesson for beginners: a record of a few turns, and where it stops."""

from typing import Final

from metrobot.games.metrolijn.title import Metrolijn
from metrobot.ui.frame.lesson_steps import Lesson, LessonStep, LessonView, read_lesson

STEPS: Final = (
    LessonStep("ml.lesson.aim", 1, LessonView.SHEET),
    LessonStep("ml.lesson.number", 1, LessonView.PLANNER),
    LessonStep("ml.lesson.shown", 4, LessonView.TURN),
    LessonStep("ml.lesson.transfer", 4, LessonView.PLANNER),
    LessonStep("ml.lesson.line", 10, LessonView.PLANNER),
    LessonStep("ml.lesson.finish", 13, LessonView.PLANNER),
    LessonStep("ml.lesson.finished", 16, LessonView.TURN),
    LessonStep("ml.lesson.scoring", 16, topic="scoring"),
    LessonStep("ml.lesson.onwards", 16),
)
"""Each stops after this many events of the record."""


def lesson() -> Lesson:
    """Return the lesson."""
    return read_lesson(Metrolijn(), __package__, STEPS)
