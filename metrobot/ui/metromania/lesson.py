"""The lesson for beginners: a record of a few turns, and where it stops."""

from metrobot.games.metromania.title import MetroMania
from metrobot.ui.frame.lesson import Lesson, Shows, Step, read_lesson

_STEPS = (
    Step("mm.lesson.aim", 2, Shows.BOARD),
    Step("mm.lesson.hand", 2, Shows.SHEET),
    Step("mm.lesson.dig", 2, Shows.PLANNER),
    Step("mm.lesson.told", 5, Shows.TURN),
    Step("mm.lesson.stations", 11, Shows.PLANNER),
    Step("mm.lesson.points", 14, Shows.TURN),
    Step("mm.lesson.place", 20, Shows.PLANNER),
    Step("mm.lesson.trips", 21, Shows.BOARD),
    Step("mm.lesson.onwards", 21),
)
"""Each stops after this many events of the record."""


def lesson() -> Lesson:
    """Return the lesson."""
    return read_lesson(MetroMania(), __package__, _STEPS)
