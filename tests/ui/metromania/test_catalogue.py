"""The catalogue of MetrOmania: complete, and nothing in it that nobody says."""

import ast
import re
from pathlib import Path

from babel.messages.pofile import read_po

import metrobot
from metrobot.games.metromania.reasons import Reason
from metrobot.games.metromania.title import MetroMania
from metrobot.ui.frontkeys import keys_of
from metrobot.ui.metromania import topics
from metrobot.ui.metromania.captions import captions
from metrobot.ui.metromania.parts import DISTRICTS
from metrobot.ui.words import ENGLISH
from render.metromania.topics import TOPICS

ROOT = Path(metrobot.__file__).parent / "ui"
CATALOGUE = ROOT / "locale" / "en" / "metromania.po"


def keys_said() -> set[str]:
    """Return all keys that stand in the code of the front, or that the frame asks for."""
    found = {*map(str, Reason), *keys_of(MetroMania())}
    for path in (ROOT / "metromania").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= set(re.findall(r"^mm\.[a-z0-9_.]+$", node.value))
    return found


def keys_known() -> set[str]:
    """Return all keys of the catalogue."""
    with CATALOGUE.open("rb") as file:
        ids = [message.id for message in read_po(file) if message.id]
    return {key if isinstance(key, str) else key[0] for key in ids}


def test_every_key_in_the_code_has_a_sentence() -> None:
    """Nothing is said that the catalogue lacks."""
    assert keys_said() - keys_known() == set()


def test_every_sentence_is_said_somewhere() -> None:
    """The catalogue holds nothing that no code asks for."""
    assert keys_known() - keys_said() == set()


def test_every_page_of_the_rules_fits_and_cites_its_sections() -> None:
    """A page has at most 1,500 characters and says where its rules stand."""
    for key, name, text in topics.PAGES:
        page = ENGLISH.say(text)
        assert len(page) <= 1500
        assert page.startswith("### ")
        assert "§" in page or key == "fairness"
        assert len(ENGLISH.say(name)) <= 100


def test_letters_on_the_map_mean_nothing_else() -> None:
    """No company bears a letter of a trip or of a spot."""
    said = captions(ENGLISH)

    assert len(set(said.letters)) == 4
    assert not set(said.letters) & set("ABCDEFRWL")


def test_every_district_has_a_name() -> None:
    """The six districts can be asked for by their sides."""
    assert [ENGLISH.say(name) for _, name in DISTRICTS][1] == "North district"


def test_command_descriptions_fit() -> None:
    """Discord takes descriptions of at most 100 characters."""
    for key in keys_known():
        if key.startswith("mm.command."):
            assert len(ENGLISH.say(key)) <= 100


def test_every_picture_of_the_rules_stands_on_a_page() -> None:
    """What can be drawn for a page is shown there, with words for those who cannot see it."""
    assert set(topics.PICTURED) == set(TOPICS)
    assert set(TOPICS) <= {key for key, _, _ in topics.PAGES}
