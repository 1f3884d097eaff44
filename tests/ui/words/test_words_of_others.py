"""Sentences that name a button have its word; of two numbers, each has a form of its own."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import metrobot.ui
from metrobot.ui.words.catalogue import COMPLETE
from tests.ui.catalogues import PLURALS, forms, messages

NAMED = re.compile(r"\[\[([a-z_.]+)\]\]")
BOLD = re.compile(r"\*\*([^*{}\[\]]+?)[.:?]?\*\*")
MADE = re.compile(r"""\bbutton\([^"]*?words\.say\(\s*"([a-z_.]+)"\s*\)""")
HEADS = frozenset({"lobby.start", "line.settings", "seats.amiss.button"})
"""Buttons whose words are also the beginnings of paragraphs."""
COUNTED = re.compile(r"\{(\w+)\} ([^\W\d_]+)")
NAMES = frozenset({"colour", "kind", "line", "marker", "point", "spot", "spots"})
"""Facts that are words."""
NEVER_ONE = frozenset(
    {"average", "cost", "count", "days", "need", "places", "roles", "sure", "value", "votes"}
    | {"windows"}
)
"""Facts that are a fixed number, several (as players needed are), or one with a decimal."""
SEVERAL = (
    *("why.ou.grows", "why.mm.spares", "ml.closing.next", "lobby.computer.easy.wins"),
    *("mm.finale.keeps_none", "mm.finale.keeps_half", "season.empty", "season.foot"),
)
"""Sentences of several: lines that grow reach three stations or more, a hint counts other choices,
a line pays two points or more, what is kept is said of all (0 of 1 station points), and a place
in a season takes three games.
"""


def buttons() -> frozenset[str]:
    """Return the keys of the labels of buttons, as the code makes them or sentences name them."""
    source = Path(metrobot.ui.__file__).parent.rglob("*.py")
    made = {key for path in source for key in MADE.findall(path.read_text(encoding="utf-8"))}
    sentences = (form for each in messages("en").values() for form in forms(each))
    return frozenset(made | {key for each in sentences for key in NAMED.findall(each)})


@pytest.mark.parametrize("language", COMPLETE)
def test_a_sentence_that_names_a_button_takes_its_word_from_the_buttons_key(language: str) -> None:
    """So the word in it is the word on the button, whoever changes that; the same in English."""
    found, english = messages(language), messages("en")
    labels = {form for key in buttons() - HEADS if key in found for form in forms(found[key])}
    for key, message in found.items():
        for form in forms(message):
            assert not labels.intersection(BOLD.findall(form)), f"{key}: write [[its.key]]"
        if key in english:
            named = {button for form in forms(message) for button in NAMED.findall(form)}
            assert named == {each for form in forms(english[key]) for each in NAMED.findall(form)}
            assert named <= found.keys()


def nouns(language: str) -> frozenset[str]:
    """Return the words of a language that change with a number, as its sentences count them."""
    found = set[str]()
    for message in messages(language).values():
        one, *several = [dict(COUNTED.findall(form)).get("n", "") for form in forms(message)]
        if several and one != several[0] and one[:3] == several[0][:3]:
            found.update((one, several[0]))
    return frozenset(found)


def miscounted(language: str) -> Iterator[str]:
    """Yield the sentences in which a noun follows a number that does not choose the form."""
    counted = nouns(language)
    for key, message in messages(language).items():
        said = [dict(COUNTED.findall(form)) for form in forms(message)]
        for fact, word in said[0].items():
            # Where the word differs too, the number that chooses the form is written with a sign.
            is_chosen = len({each.get(fact) for each in said}) > 1 or fact == "n"
            if word in counted and not is_chosen and fact not in NAMES | NEVER_ONE:
                yield f"{key}: {{{fact}}} {word}"


@pytest.mark.parametrize("language", [each for each in COMPLETE if PLURALS[each] > 1])
def test_each_number_with_a_noun_is_counted_on_its_own(language: str) -> None:
    """As in 3 tokens and 1 points, which were counted on the tokens alone."""
    assert [each for each in miscounted(language) if not each.startswith(SEVERAL)] == []
