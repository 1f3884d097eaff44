"""The catalogue of Metrolijn: complete, and nothing in it that nobody says."""

import re

import pytest

from metrobot.games.metrolijn.board import MAP_IDS, CardKind, map_named
from metrobot.games.metrolijn.result import Rank
from metrobot.ui.metrolijn.finale import RANK_WORDS
from metrobot.ui.metrolijn.front import MetrolijnFront
from metrobot.ui.metrolijn.names import CARD_WORDS, MEANING_WORDS
from metrobot.ui.words.catalogue import ENGLISH, words_for
from metrobot.ui.words.keys import hint_key, value_key


def test_every_card_and_rank_has_a_name() -> None:
    """Each kind of card is called something and means something; each rank has its word."""
    assert set(CARD_WORDS) == set(MEANING_WORDS) == set(CardKind)
    assert set(RANK_WORDS) == set(Rank)


def test_the_pages_cover_every_section() -> None:
    """Sections 1 to 9 are each told on some page, and so are vacant seats and networks."""
    said = " ".join(ENGLISH.say(f"ml.topic.{key}.text") for key in MetrolijnFront.pages)

    assert set(re.findall(r"§(\d+)", said)) == {*"123456789", "12", "13"}


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
