"""Small words that go with the facts of a sentence, and numbers."""

from datetime import date

import pytest

from metrobot.ui.words.catalogue import Words
from metrobot.ui.words.grammar import korean, spanish

KOREAN = {
    "behind a consonant": ("역", "를", "역을"),
    "behind a vowel": ("지하철", "이", "지하철이"),
    "behind an open syllable": ("도시", "을", "도시를"),
    "subject, open": ("민수", "이", "민수가"),
    "topic, closed": ("민준", "는", "민준은"),
    "and, open": ("민수", "과", "민수와"),
    "towards, open": ("도시", "으로", "도시로"),
    "towards, behind ㄹ": ("서울", "으로", "서울로"),
    "towards, closed": ("역", "로", "역으로"),
    "a point of the board": ("F9", "을", "F9를"),
    "a three": ("3", "을", "3을"),
    "a ten": ("10", "이", "10이"),
    "towards a one": ("11", "으로", "11로"),
    "a letter with a vowel": ("A", "이", "A가"),
    "a letter with a consonant": ("N", "은", "N은"),
    "the letter L": ("L", "으로", "L로"),
    "a foreign name": ("Ann", "이", "Ann이(가)"),
    "an emoji": ("🦊", "은", "🦊은(는)"),
    "behind marks": ("**민수**\u2069", "이", "**민수**\u2069가"),
    "the particle alone": ("민수", "-을", "를"),
}


@pytest.mark.parametrize(("fact", "asked", "said"), KOREAN.values(), ids=KOREAN)
def test_korean_particles_go_with_the_last_sound(fact: str, asked: str, said: str) -> None:
    """If the sound is not known, both forms are written."""
    assert korean(fact, asked) == said


SPANISH = {
    "and": ("Ana", "y", "y Ana"),
    "before i": ("Inés", "y", "e Inés"),
    "before í": ("Íñigo", "y", "e Íñigo"),
    "before hi": ("Hilda", "y", "e Hilda"),
    "before a glide": ("hielo", "y", "y hielo"),
    "before an English h": ("Highbury", "y", "y Highbury"),
    "before marks": ("**Inés**", "y", "e **Inés**"),
    "or": ("rojo", "o", "o rojo"),
    "before o": ("oro", "o", "u oro"),
    "before ho": ("Hospital", "o", "u Hospital"),
    "before eight": ("8", "o", "u 8"),
    "before eleven": ("11 puntos", "o", "u 11 puntos"),
    "before a hundred and ten": ("110", "o", "o 110"),
}


@pytest.mark.parametrize(("fact", "asked", "said"), SPANISH.values(), ids=SPANISH)
def test_spanish_and_and_or_go_with_the_next_sound(fact: str, asked: str, said: str) -> None:
    """`y` before i, `o` before o."""
    assert spanish(fact, asked) == said


@pytest.mark.parametrize("rule", [korean, spanish])
def test_other_small_words_are_faults(rule: object) -> None:
    assert callable(rule)
    with pytest.raises(ValueError, match="no "):
        rule("x", "z")


@pytest.mark.parametrize(
    ("language", "sentence", "said"),
    [
        ("ko", "{name:이} {n}점을 {way:-으로}", "민수가 1,234점을 로"),
        ("es", "{way} {name:y}: {n}", "서울 y 민수: 1234"),
        ("nl", "{name}: {n}, {way}", "민수: 1.234, 서울"),
    ],
)
def test_sentences_ask_for_small_words(language: str, sentence: str, said: str) -> None:
    """After a colon, of any fact; numbers are grouped as the language does it."""
    words = Words(language, {"a.b": sentence}, {})

    assert words.say("a.b", name="민수", n=1234, way="서울") == said


@pytest.mark.parametrize(
    ("language", "value", "places", "said"),
    [
        ("en", 999, 0, "999"),
        ("en", 1234567, 0, "1,234,567"),
        ("nl", 1234.5, 1, "1.234,5"),
        ("es", 1234567, 0, "1.234.567"),
        ("ko", 27.25, 1, "27.2"),
        ("en", 3, 2, "3.00"),
        ("en", -3, 0, "\u22123"),
        ("nl", -1234.5, 1, "\u22121.234,5"),
        ("en", -0.04, 1, "0.0"),
    ],
)
def test_numbers_are_written_as_the_language_does(
    language: str, value: float, places: int, said: str
) -> None:
    """Groups of three, what stands before the decimals, and a minus that is no hyphen."""
    assert Words(language, {}, {}).number(value, places) == said


def test_large_numbers_have_their_sign() -> None:
    assert Words("nl", {}, {}).signed(-1234) == "\u22121.234"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "November 22, 2026"),
        ("nl", "22 november 2026"),
        ("es", "22 de noviembre de 2026"),
        ("ko", "2026년 11월 22일"),
    ],
)
def test_days_are_written_as_the_language_does(language: str, said: str) -> None:
    assert Words(language, {}, {}).day(date(2026, 11, 22)) == said
