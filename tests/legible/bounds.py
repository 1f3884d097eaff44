"""How legible each kind of picture has to be: at its worst, at all moments of all games.

The bounds are what was measured, until the pictures come to the goal. Whoever
makes a kind of picture more legible puts the new figures here.
"""

from typing import Final

from tests.legible.measure import Figures

GOAL: Final = Figures(at_400=5.0, at_600=5.0, covered=0, discs=0, cut=0)
"""What every kind has to come to."""

BOUNDS: Final = {
    ("metrolijn", "board"): GOAL,
    ("metrolijn", "end"): GOAL,
    ("metrolijn", "final"): GOAL,
    ("metrolijn", "imported"): GOAL,
    ("metrolijn", "lesson"): GOAL,
    ("metrolijn", "lesson's planner"): GOAL,
    ("metrolijn", "my sheet"): GOAL,
    ("metrolijn", "phone sheet"): GOAL,
    ("metrolijn", "planner"): GOAL,
    ("metrolijn", "planner, done"): GOAL,
    ("metrolijn", "rules"): GOAL,
    ("metrolijn", "since"): GOAL,
    ("metrolijn", "zoom"): Figures(1.8, 2.7, 0, 0, 0),
    ("metromania", "board"): Figures(2.08, 3.12, 3, 0, 1),
    ("metromania", "end"): Figures(2.08, 3.12, 2, 0, 0),
    ("metromania", "final"): Figures(2.08, 3.12, 2, 0, 1),
    ("metromania", "hand"): Figures(3.63, 5.45, 0, 0, 0),
    ("metromania", "imported"): Figures(2.08, 3.12, 1, 0, 1),
    ("metromania", "lesson"): Figures(2.08, 3.12, 2, 0, 0),
    ("metromania", "lesson's planner"): Figures(2.36, 3.54, 6, 0, 13),
    ("metromania", "planner"): Figures(1.64, 2.45, 6, 2, 15),
    ("metromania", "planner, done"): Figures(2.18, 3.27, 2, 0, 15),
    ("metromania", "rules"): Figures(3.72, 5.58, 2, 0, 8),
    ("metromania", "since"): Figures(2.08, 3.12, 7, 0, 1),
    ("metromania", "trip"): Figures(2.08, 3.12, 0, 0, 0),
    ("metromania", "zoom"): Figures(3.09, 4.63, 3, 0, 14),
    ("underground", "board"): GOAL,
    ("underground", "end"): GOAL,
    ("underground", "final"): GOAL,
    ("underground", "imported"): GOAL,
    ("underground", "lesson"): GOAL,
    ("underground", "lesson's planner"): GOAL,
    ("underground", "planner"): GOAL,
    ("underground", "planner, done"): GOAL,
    ("underground", "rules"): GOAL,
    ("underground", "since"): GOAL,
    ("underground", "zoom"): GOAL,
}
"""By title and kind: cap height in px at 400 and at 600 px, names covered, spots under
numbers, texts cut."""
