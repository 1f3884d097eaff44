"""How legible each kind of picture has to be: at its worst, at all moments of all games.

The bounds are what was measured, until the pictures come to the goal. Whoever
makes a kind of picture more legible puts the new figures here.
"""

from dataclasses import replace
from typing import Final

from tests.legible.measure import Figures

GOAL: Final = Figures(
    at_400=5.0, kilobytes=200, covered=0, discs=0, cut=0, short=0, leaders=0, contrast=3.0
)
"""What every kind has to come to."""

BOUNDS: Final = {
    ("metrolijn", "board"): GOAL,
    ("metrolijn", "end"): GOAL,
    ("metrolijn", "final"): GOAL,
    ("metrolijn", "hint"): GOAL,
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
    ("metromania", "hint"): replace(GOAL, discs=1),
    ("metromania", "imported"): GOAL,
    ("metromania", "lesson"): GOAL,
    ("metromania", "lesson's planner"): GOAL,
    ("metromania", "planner"): replace(GOAL, discs=1),
    ("metromania", "planner, done"): GOAL,
    ("metromania", "review"): GOAL,
    ("metromania", "rules"): GOAL,
    ("metromania", "since"): GOAL,
    ("metromania", "trip"): GOAL,
    ("metromania", "zoom"): GOAL,
    ("underground", "board"): GOAL,
    ("underground", "end"): GOAL,
    ("underground", "final"): GOAL,
    ("underground", "hint"): GOAL,
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
"""By title and kind: cap height in px on a phone, size of the file, names and letters covered,
spots under numbers and numbers under names, texts cut, texts shortened, leaders through
something else, contrast of the faintest letters or line."""
