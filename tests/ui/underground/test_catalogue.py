"""The catalogue of On the Underground: complete, and nothing in it that nobody says."""

import pytest

from metrobot.games.underground.board import COLOURS, SYMBOLS, StationKind
from metrobot.games.underground.reasons import Reason
from metrobot.games.underground.state import SOURCES
from metrobot.ui.underground.front import UndergroundFront
from metrobot.ui.underground.names import (
    COLOUR_HEADS,
    COLOUR_WORDS,
    KIND_WORDS,
    SOURCE_WORDS,
    SYMBOL_WORDS,
)
from metrobot.ui.underground.pictures import captions
from metrobot.ui.underground.typed import TypedKey
from metrobot.ui.words.catalogue import ENGLISH, words_for
from render.text.lettering import Weight, width
from render.underground.board import PILE, UNIT
from render.underground.panels.panel import broken
from tests.ui.gamekeys import keys_known

FRONT = UndergroundFront()


def test_everything_printed_has_a_name() -> None:
    """Each colour, symbol, kind of station and kind of points is called something."""
    colours = {colour.id for colour in COLOURS}

    assert set(COLOUR_WORDS) == set(COLOUR_HEADS) == colours
    assert set(SYMBOL_WORDS) == set(SYMBOLS)
    assert set(KIND_WORDS) == set(StationKind)
    assert tuple(SOURCE_WORDS) == SOURCES


@pytest.mark.parametrize("key", [*Reason, *TypedKey])
def test_every_refusal_has_a_sentence(key: str) -> None:
    """Those of the rules cite their section and say what would be legal."""
    assert ENGLISH.has(key)
    if key in set(Reason):
        facts = ("colour", "own", "a", "b", "spaces", "cost", "have", "left", "station")
        assert "§" in ENGLISH.say(key, **{name: name for name in facts})


def test_every_page_of_the_rules_fits_and_cites_its_sections() -> None:
    """A page has at most 1,500 characters and says where its rules stand."""
    for topic in FRONT.topics(ENGLISH):
        assert len(topic.text) <= 1500
        assert not topic.text.startswith("#")  # the bot puts the name above it
        assert "§" in topic.text
        assert len(topic.name) <= 100


def test_command_descriptions_fit() -> None:
    """Discord takes descriptions of at most 100 characters."""
    for key in keys_known("underground"):
        if key.startswith("ou.command."):
            assert len(ENGLISH.say(key)) <= 100


def test_pictures_have_their_words() -> None:
    """Every caption can be said."""
    assert captions(ENGLISH).sources[0] == "national rail"


def test_every_picture_of_the_rules_stands_on_a_page() -> None:
    """Every picture that can be drawn for a page is shown there, with an alt text."""
    shown = {topic.key: topic.picture for topic in FRONT.topics(ENGLISH)}

    assert set(FRONT.pictured) <= set(shown)
    assert {key for key, picture in shown.items() if picture is not None} == set(FRONT.pictured)
    assert all(picture.alt for picture in shown.values() if picture is not None)


@pytest.mark.parametrize("locale", ["en", "nl", "es", "ko"])
def test_words_of_the_panel_fit_in_every_language(locale: str) -> None:
    """The caption in the corner of the pile."""
    said = captions(words_for(locale))
    across = PILE[2] - PILE[0]
    for each in (said.pile, *broken(said.gone, UNIT, across)):
        assert width(each, UNIT, Weight.SEMIBOLD) <= across
