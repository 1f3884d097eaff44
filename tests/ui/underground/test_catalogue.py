"""The catalogue of On the Underground: complete, and nothing in it that nobody says."""

import pytest

from metrobot.games.underground.board import COLOURS, SYMBOLS, StationKind
from metrobot.games.underground.state import SOURCES
from metrobot.ui.underground.names import (
    COLOUR_HEADS,
    COLOUR_WORDS,
    KIND_WORDS,
    SOURCE_WORDS,
    SYMBOL_WORDS,
)
from metrobot.ui.underground.pictures import captions
from metrobot.ui.words.catalogue import words_for
from render.text.lettering import Weight, width
from render.underground.board import PILE, UNIT
from render.underground.panels.panel import broken


def test_everything_printed_has_a_name() -> None:
    """Each colour, symbol, kind of station and kind of points is called something."""
    colours = {colour.id for colour in COLOURS}

    assert set(COLOUR_WORDS) == set(COLOUR_HEADS) == colours
    assert set(SYMBOL_WORDS) == set(SYMBOLS)
    assert set(KIND_WORDS) == set(StationKind)
    assert tuple(SOURCE_WORDS) == SOURCES


@pytest.mark.parametrize("locale", ["en", "nl", "es", "ko"])
def test_words_of_the_panel_fit_in_every_language(locale: str) -> None:
    said = captions(words_for(locale))
    across = PILE[2] - PILE[0]
    for each in (said.pile, *broken(said.gone, UNIT, across)):
        assert width(each, UNIT, Weight.SEMIBOLD) <= across
