"""Options that sentences name are called as their readers' clients call them."""

import pytest

from metrobot.ui.words.catalogue import Words

NAMES = {"name.zone": "tijdzone", "name.to": "naar", "name.until": "tot"}
NAMES |= {"name.game": "spel", "name.option.game": "titel"}
LINKS = {"me settings": "</me settings:7>", "me away": "</me away:7>", "dig": "</dig:8>"}


def dutch(sentence: str, names: dict[str, str], links: dict[str, str]) -> str:
    """Return what a sentence says in a language with such names of options."""
    return Words("nl", {"a": sentence, **names}, {}, links).say("a", n=3)


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Geef `zone:` op.", "Geef `tijdzone:` op."),
        ("`/me settings zone:`", "</me settings:7> `tijdzone:`"),
        ("`/me away until:{n}`", "</me away:7> `tot:3`"),
        ("`zone: until:0`", "`tijdzone: tot:0`"),
        ("`/dig to2:`", "</dig:8> `naar2:`"),
        ("`to2:`", "`naar2:`"),
        ("`game:`", "`titel:`"),
        ("`/me settings`", "</me settings:7>"),
        ("`/me settings unheard_of:`", "</me settings:7> `unheard_of:`"),
        ("`/board zone:`", "`/board zone:`"),
        ("`0` of `a b`, ``, `zone`, `x: y`", "`0` of `a b`, ``, `zone`, `x: y`"),
    ],
)
def test_options_are_named_as_the_language_names_them(sentence: str, said: str) -> None:
    """Values stay; a command that is not known to Discord stays whole."""
    assert dutch(sentence, NAMES, LINKS) == said


def test_options_without_a_name_keep_their_english_one() -> None:
    """As Discord shows them."""
    assert dutch("`zone:`, `/me away until:0`", {}, LINKS) == "`zone:`, </me away:7> `until:0`"


def test_facts_are_no_options() -> None:
    """A name that looks like one stays as it is."""
    said = Words("nl", {"a": "{name}", **NAMES}, {}, LINKS).say("a", name="`zone:` `/dig`")

    assert said == "`zone:` `/dig`"
