"""How legible every kind of picture has to be: at its worst, at all moments of all games."""

from typing import Final

from tests.legible.measure import Figures

GOAL: Final = Figures(
    at_400=5.0, kilobytes=200, covered=0, discs=0, cut=0, short=0, leaders=0, contrast=3.0
)
"""Cap height in px on a phone, size of the file, names and letters covered, spots under numbers
and numbers under names, texts cut, texts shortened, leaders through something else, contrast
of the faintest letters or line."""
