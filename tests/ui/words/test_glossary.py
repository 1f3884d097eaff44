"""Words that the glossary rules out stand in no catalogue."""

import re

import pytest

from metrobot.ui.words.catalogue import COMPLETE, words_for
from tests.ui.catalogues import LOCALE

_RULED_OUT = {
    "en": r"\b1 people\b",
    "nl": r"stationspunt|testreis|afgelast|bot draait|wakker",
    "es": r"\bordenador|\bjugador|\basiento|\bla sala\b|[Nn]ordeste|osibilidad(es)? de (que )?gan"
    r"|gestiona (este|el) bot|vigilia|con tiempo",
    "ko": r"디스코드|게임판|종착역|로비|갈림길|\w\(으\)로|을\(를\)|은\(는\)|\}번째 차례|둔 수"
    r"|[^모]둬요|대신 두|두지 [않못]|좋은 수|지금 판",
}


def _sentences(language: str) -> dict[str, str]:
    """Return the text of each entry of a language, without comments and keys."""
    found: dict[str, str] = {}
    for path in sorted((LOCALE / language).glob("*.po")):
        for entry in path.read_text(encoding="utf-8").split("\n\n"):
            key, said = re.search(r'^msgid "(.+)"', entry, re.M), entry.partition("msgstr")[2]
            if key is not None:
                found[key[1]] = said
    return found


@pytest.mark.parametrize("language", COMPLETE)
def test_words_that_the_glossary_rules_out_are_nowhere(language: str) -> None:
    """One word for a thing, in games, reviews and hints alike."""
    pattern = re.compile(_RULED_OUT[language])
    found = {key for key, said in _sentences(language).items() if pattern.search(said)}

    assert len(_sentences(language)) > 1000
    assert not found


@pytest.mark.parametrize("language", COMPLETE)
def test_options_are_named_with_their_colon(language: str) -> None:
    """Only then does a client in another language show its own name of the option."""
    alone = re.compile(r"`(seats|private|thread|by|computer)`")

    assert not {key for key, said in _sentences(language).items() if alone.search(said)}


@pytest.mark.parametrize("language", COMPLETE)
def test_a_line_under_a_lobby_ends_with_one_full_stop(language: str) -> None:
    """The text that is filled in brings none of its own."""
    words = words_for(language)

    assert not re.search(
        r"[.。]{2}",
        words.say("lobby.help", option="A", hint=words.say("lobby.seating.random.hint")),
    )


@pytest.mark.parametrize(("language", "said"), [("en", "A, B or C"), ("nl", "A, B of C")])
def test_what_one_can_choose_is_joined_by_or(language: str, said: str) -> None:
    counted = words_for(language).say("table.wrong_count", have="1", counts=("A", "B", "C"))

    assert said in counted
