"""The catalogue of Metrolijn: complete, and nothing in it that nobody says."""

import re

import pytest

from metrobot.games.metrolijn.board import MAP_IDS, CardKind, map_named
from metrobot.games.metrolijn.reasons import Reason
from metrobot.games.metrolijn.result import Rank
from metrobot.ui.metrolijn.finale import RANK_WORDS
from metrobot.ui.metrolijn.front import MetrolijnFront
from metrobot.ui.metrolijn.names import CARD_WORDS, MEANING_WORDS
from metrobot.ui.metrolijn.pictures import captions
from metrobot.ui.metrolijn.typed import TypedKey
from metrobot.ui.words.catalogue import ENGLISH, words_for
from metrobot.ui.words.keys import hint_key, value_key
from tests.ui.gamekeys import keys_known


def test_every_card_and_rank_has_a_name() -> None:
    """Each kind of card is called something and means something; each rank has its word."""
    assert set(CARD_WORDS) == set(MEANING_WORDS) == set(CardKind)
    assert set(RANK_WORDS) == set(Rank)


@pytest.mark.parametrize("key", [*Reason, *TypedKey])
def test_every_refusal_has_a_sentence(key: str) -> None:
    """Those of the rules cite their section and say what would be legal."""
    assert ENGLISH.has(key)
    if key in set(Reason):
        facts = ("line", "station", "stations", "windows", "card", "value")
        assert "§" in ENGLISH.say(key, **{name: name for name in facts})


def test_every_page_of_the_rules_fits_and_cites_its_sections() -> None:
    """A page has at most 1,500 characters and says where its rules stand."""
    for key in MetrolijnFront.pages:
        name, text = (f"ml.topic.{key}.{part}" for part in ("name", "text"))
        page = ENGLISH.say(text)
        assert len(page) <= 1500
        assert not page.startswith("#")  # the bot puts the name above it
        assert "§" in page
        assert len(ENGLISH.say(name)) <= 100


def test_the_pages_cover_every_section() -> None:
    """Sections 1 to 9 are each told on some page, and so are vacant seats and networks."""
    said = " ".join(ENGLISH.say(f"ml.topic.{key}.text") for key in MetrolijnFront.pages)

    assert set(re.findall(r"§(\d+)", said)) == {*"123456789", "12", "13"}


def test_command_descriptions_fit() -> None:
    """Discord takes descriptions of at most 100 characters."""
    for key in keys_known("metrolijn"):
        if ".command" in key:
            assert len(ENGLISH.say(key)) <= 100


def test_pictures_have_their_words() -> None:
    """Every caption can be said."""
    assert captions(ENGLISH).express == "express"


def test_every_picture_of_the_rules_stands_on_a_page() -> None:
    """A picture described in words is shown on a page."""
    assert set(MetrolijnFront.pictured) <= set(MetrolijnFront.pages)


@pytest.mark.parametrize("locale", ["en", "nl", "es", "ko"])
def test_every_map_has_a_name_of_its_own_and_a_true_hint(locale: str) -> None:
    """Each tells its stations, its ring if there is one, and what of its map does not run."""
    words = words_for(locale)
    called = [words.say(value_key("metrolijn", "map", id_)) for id_ in MAP_IDS]
    assert len(set(called)) == len(MAP_IDS)
    for id_ in MAP_IDS:
        hint = words.say(hint_key("metrolijn", "map", id_))
        map_, whole = map_named(id_), map_named(id_.split("-")[0])
        running = {line.letter for line in map_.lines}
        gone = [line.letter for line in whole.lines if line.letter not in running]
        rings = [line.letter for line in map_.lines if line.is_ring]

        assert str(len(map_.stations)) in hint
        assert ", ".join(gone) in hint
        assert re.findall(r"\b[A-J]\b", hint) == [*gone, *rings]
        assert len(hint) <= 100
