"""How legible each kind of picture has to be: at its worst, at all moments of all games.

The bounds are what was measured, until the pictures come to the goal. Whoever
makes a kind of picture more legible puts the new figures here.
"""

from typing import Final

from tests.legible.measure import Figures

GOAL: Final = Figures(at_400=5.0, at_600=5.0, covered=0, discs=0, cut=0)
"""What every kind has to come to."""

BOUNDS: Final = {
    ("metrolijn", "board"): Figures(1.36, 2.04, 0, 0, 0),
    ("metrolijn", "end"): Figures(1.36, 2.04, 0, 0, 0),
    ("metrolijn", "final"): Figures(1.36, 2.04, 0, 0, 0),
    ("metrolijn", "imported"): Figures(1.36, 2.04, 0, 0, 0),
    ("metrolijn", "lesson"): Figures(1.8, 2.7, 0, 0, 0),
    ("metrolijn", "lesson's planner"): Figures(1.8, 2.7, 0, 0, 0),
    ("metrolijn", "my sheet"): Figures(1.8, 2.7, 0, 0, 0),
    ("metrolijn", "phone sheet"): Figures(1.86, 1.86, 0, 0, 0),
    ("metrolijn", "planner"): Figures(1.8, 2.7, 0, 0, 0),
    ("metrolijn", "planner, done"): Figures(1.8, 2.7, 0, 0, 0),
    ("metrolijn", "rules"): Figures(3.12, 4.68, 0, 0, 9),
    ("metrolijn", "since"): Figures(1.36, 2.04, 0, 0, 0),
    ("metrolijn", "zoom"): Figures(1.8, 2.7, 0, 0, 0),
    ("metromania", "board"): GOAL,
    ("metromania", "end"): GOAL,
    ("metromania", "final"): GOAL,
    ("metromania", "hand"): GOAL,
    ("metromania", "imported"): GOAL,
    ("metromania", "lesson"): GOAL,
    ("metromania", "lesson's planner"): GOAL,
    ("metromania", "planner"): GOAL,
    ("metromania", "planner, done"): GOAL,
    ("metromania", "rules"): GOAL,
    ("metromania", "since"): GOAL,
    ("metromania", "trip"): GOAL,
    ("metromania", "zoom"): GOAL,
    ("underground", "board"): Figures(2.11, 3.16, 0, 0, 0),
    ("underground", "end"): Figures(2.11, 3.16, 0, 0, 0),
    ("underground", "final"): Figures(2.11, 3.16, 0, 0, 0),
    ("underground", "imported"): Figures(2.11, 3.16, 0, 0, 0),
    ("underground", "lesson"): Figures(2.11, 3.16, 0, 0, 0),
    ("underground", "lesson's planner"): Figures(1.89, 2.84, 4, 0, 6),
    ("underground", "planner"): Figures(1.74, 2.62, 5, 0, 17),
    ("underground", "planner, done"): Figures(2.04, 3.05, 1, 0, 11),
    ("underground", "rules"): Figures(3.88, 5.82, 0, 2, 10),
    ("underground", "since"): Figures(2.11, 3.16, 0, 0, 0),
    ("underground", "zoom"): Figures(2.64, 2.64, 0, 0, 12),
}
"""By title and kind: cap height in px at 400 and at 600 px, names covered, spots under
numbers, texts cut."""
