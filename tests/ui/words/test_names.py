"""Names that people gave themselves, in our sentences."""

from dataclasses import replace

import pytest

from metrobot.service.model.computers import ComputerName, free_computer
from metrobot.service.model.play import Person, PlayerId
from metrobot.ui.words.catalogue import ENGLISH
from metrobot.ui.words.player_names import (
    SIGN,
    computer_name,
    covered_name,
    plain_name,
    player_name,
    shown_name,
)

OPEN, CLOSE = "\u2068", "\u2069"

CASES = {
    "a plain name": ("Ann", "Ann"),
    "bold": ("**Ann**", "\\*\\*Ann\\*\\*"),
    "a spoiler": ("||x||", "\\|\\|x\\|\\|"),
    "a link": ("[x](http://y)", "\\[x\\]\\(http\\://y\\)"),
    "everyone": ("@everyone", "@\u200beveryone"),
    "a mention": ("<@123>", "\\<@\u200b123>"),
    "line ends": ("A\n\n# B", "A # B"),
    "only invisible characters": ("\u202e\u200b\u0000", "?"),
    "a turn of direction": ("a\u202eb", "ab"),
    "an emoji of several": ("\U0001f468\u200d\U0001f680", "\U0001f468\u200d\U0001f680"),
    "a backslash": ("a\\", "a\\\\"),
    "from right to left": ("אבג", "אבג"),
    "only blanks that are letters": ("\u3164\u2800 \uffa0", "?"),
    "only marks": ("\u0351\u200d\ufe0f", "?"),
    "towers of marks": ("Z" + "\u0351" * 20 + "a", "Z\u0351\u0351\u0351a"),
    "marks of a language": ("ที่นี่", "ที่นี่"),
    "a heart with its colour": ("\u2764\ufe0f", "\u2764\ufe0f"),
    "a command": ("</game new:3>", "\\</game new\\:3>"),
}


@pytest.mark.parametrize(("name", "said"), CASES.values(), ids=CASES)
def test_a_name_is_shown_as_it_is(name: str, said: str) -> None:
    """Nothing in it is read as Markdown or as a mention, and its direction is its own."""
    assert shown_name(name) == f"{OPEN}{said}{CLOSE}"


def test_a_long_name_is_cut() -> None:
    """At 32 characters, with an ellipsis."""
    assert plain_name("x" * 40) == f"{OPEN}{'x' * 31}…{CLOSE}"


def test_a_cut_parts_no_emoji() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"

    assert plain_name(family * 7) == f"{OPEN}{family * 6}…{CLOSE}"
    assert plain_name("x" * 30 + "e\u0323\u0301" + "y") == f"{OPEN}{'x' * 30}…{CLOSE}"


def test_a_plain_name_is_not_escaped() -> None:
    """In an alt text a star is a star."""
    assert plain_name("*Ann*") == f"{OPEN}*Ann*{CLOSE}"


def test_a_computer_has_its_sign_before_its_name() -> None:
    """Wherever the name comes from a table or a refusal."""
    assert shown_name(ComputerName("Beck")) == f"{OPEN}{SIGN} Beck{CLOSE}"
    assert plain_name(computer_name("Beck")) == f"{OPEN}{SIGN} Beck{CLOSE}"


def test_no_person_has_the_sign_of_a_computer() -> None:
    assert shown_name(f"{SIGN} Beck") == f"{OPEN}Beck{CLOSE}"
    assert plain_name(f"{SIGN}{SIGN}") == f"{OPEN}?{CLOSE}"


def test_a_person_for_whom_a_computer_plays_has_the_sign_after_the_name() -> None:
    """However long the name is, and whatever signs they put there."""
    assert shown_name(covered_name("Ann")) == f"{OPEN}Ann {SIGN}{CLOSE}"
    assert plain_name(covered_name(f"{SIGN} Ann")) == f"{OPEN}Ann {SIGN}{CLOSE}"
    assert plain_name(covered_name("x" * 40)) == f"{OPEN}{'x' * 29}… {SIGN}{CLOSE}"
    assert plain_name(covered_name("")) == f"{OPEN}? {SIGN}{CLOSE}"


def test_places_are_called_with_signs_on_pictures_too() -> None:
    beck = free_computer("fair", ())
    assert beck is not None
    ann = Person(PlayerId(1), f"{SIGN} Ann")

    assert player_name(Person(PlayerId(beck.id), beck.name), ENGLISH) == f"{SIGN} {beck.name}"
    assert player_name(ann, ENGLISH).strip() == "Ann"
    assert player_name(replace(ann, cover="fair"), ENGLISH) == f"Ann {SIGN}"
