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
    ("metrolijn", "planner"): GOAL,
    ("metrolijn", "planner, done"): GOAL,
    ("metrolijn", "review"): GOAL,
    ("metrolijn", "rules"): GOAL,
    ("metrolijn", "since"): GOAL,
    ("metrolijn", "zoom"): GOAL,
    ("metromania", "board"): GOAL,
    ("metromania", "end"): GOAL,
    ("metromania", "final"): GOAL,
    ("metromania", "hand"): GOAL,
    ("metromania", "imported"): GOAL,
    ("metromania", "lesson"): GOAL,
    ("metromania", "lesson's planner"): GOAL,
    ("metromania", "planner"): GOAL,
    ("metromania", "planner, done"): GOAL,
    ("metromania", "review"): GOAL,
    ("metromania", "rules"): GOAL,
    ("metromania", "since"): GOAL,
    ("metromania", "trip"): GOAL,
    ("metromania", "zoom"): GOAL,
    ("underground", "board"): GOAL,
    ("underground", "end"): GOAL,
    ("underground", "final"): GOAL,
    ("underground", "imported"): GOAL,
    ("underground", "lesson"): GOAL,
    ("underground", "lesson's planner"): GOAL,
    ("underground", "planner"): GOAL,
    ("underground", "planner, done"): GOAL,
    ("underground", "review"): GOAL,
    ("underground", "rules"): GOAL,
    ("underground", "since"): GOAL,
    ("underground", "zoom"): GOAL,
}
"""By title and kind: cap height in px at 400 and at 600 px, names covered, spots under
numbers and numbers under names, texts cut."""
