"""Names that people gave themselves, in our sentences."""

import pytest

from metrobot.ui.words.names import plain, shown

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
    assert shown(name) == f"{OPEN}{said}{CLOSE}"


def test_a_long_name_is_cut() -> None:
    """At 32 characters, with an ellipsis."""
    assert plain("x" * 40) == f"{OPEN}{'x' * 31}…{CLOSE}"


def test_a_plain_name_is_not_escaped() -> None:
    """In an alt text a star is a star."""
    assert plain("*Ann*") == f"{OPEN}*Ann*{CLOSE}"
