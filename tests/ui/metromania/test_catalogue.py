"""The catalogue of MetrOmania: complete, and nothing in it that nobody says."""

from dataclasses import fields

import pytest

from metrobot.games.metromania.city import LETTERS, SPOTS, Marker
from metrobot.ui.metromania.front import MetroManiaFront
from metrobot.ui.metromania.names import GROUNDS, lettered
from metrobot.ui.metromania.pictures import QUARTERS, captions
from metrobot.ui.words.catalogue import ENGLISH, languages, words_for
from tests.ui.gamekeys import keys_known


@pytest.mark.parametrize("language", sorted(languages()))
def test_letters_on_the_map_mean_nothing_else(language: str) -> None:
    """No company bears a letter of a trip or of a spot, and each spot that of its name."""
    words = words_for(language)
    said = captions(words)

    assert len({*said.letters, *said.spots, *LETTERS}) == 4 + 3 + 6
    for spot in SPOTS:
        assert words.say(GROUNDS[spot])[0].upper() == said.letter(spot)
        assert said.spot(spot)[0].upper() == said.letter(spot)
        assert lettered(words, [Marker("A", spot)]) == (f"A ({said.letter(spot)})",)


def test_every_quarter_has_a_name() -> None:
    """It says where it is, and which rows it shows."""
    assert [ENGLISH.say(name) for _, name in QUARTERS][1] == "North-east: rows F to K"


def test_the_sentences_of_pictures_are_those_of_the_catalogue() -> None:
    """Each page's picture has its alternative text, each word on a picture its sentence."""
    front = MetroManiaFront()
    alts = {f"mm.alt.topic_{page}" for page in front.pictured}
    others = {
        "mm.picture.days",
        "mm.picture.whole_days",
        "mm.picture.letters",
        "mm.picture.liveries",
        "mm.picture.played",
        "mm.picture.park",
        "mm.picture.lake",
        "mm.picture.built",
        "mm.picture.ends",
    }
    on_pictures = {f"mm.picture.{field.name}" for field in fields(captions(ENGLISH))} - others
    known = keys_known("metromania")

    assert alts == {key for key in known if key.startswith("mm.alt.topic_")}
    assert on_pictures <= known
