"""How much of a text fits: lines of a page, names and words on a button."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import metrobot.ui
from metrobot.ui.words.catalogue import COMPLETE, words_for
from metrobot.ui.words.player_names import computer_name, label_with
from metrobot.ui.words.text_length import PHONE_LINE, fitting_lines
from tests.ui.extremes import ODD
from tests.ui.limits import MOST_COLUMNS, columns

NAMED: dict[str, dict[str, Any]] = {
    "pace.let": {},
    "pace.give": {"time": "96 h"},
    "seats.cover.for": {},
    "place.resume.named": {"number": str(10**9)},
}
"""Labels of buttons with a name in them, and their other facts."""
LONG = PHONE_LINE * "x" + " " + PHONE_LINE * "x"
NAMES = (*ODD, "W" * 32, "\ud55c" * 32, computer_name("W" * 32))


def test_lines_go_as_far_as_a_phone_has_room_for_them_and_what_is_below() -> None:
    """A long one takes two of a phone's lines."""
    assert fitting_lines(["one", "two", "three"], 4, "below\nit") == "one\ntwo"
    assert fitting_lines(["one", LONG, "two"], 4, "below") == f"one\n{LONG}"
    assert fitting_lines(["one", LONG, "two"], 3, "below") == "one"
    assert fitting_lines(["one"], 1, "below") == ""


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("key", NAMED)
def test_a_name_on_a_button_is_cut_and_its_words_are_not(key: str, language: str) -> None:
    """The longest names leave the rest of the label whole, on a line of a phone."""
    words, facts = words_for(language), NAMED[key]
    before, _, after = words.say(key, name="{}", **facts).partition("{}")
    for name in NAMES:
        label = label_with(words, key, name, **facts)

        assert columns(label) <= MOST_COLUMNS
        assert label.startswith(before)
        assert label.endswith(after)
        assert label.count("\u2068") == label.count("\u2069")


@pytest.mark.parametrize("language", COMPLETE)
def test_every_button_fits_a_line_of_a_phone(language: str) -> None:
    """As it stands in the catalogue; what is filled in is held to it wherever it is sent."""
    words, keys = words_for(language), set(labels())

    assert len(keys) > 60
    for key in keys:
        forms = words._plurals[key][0] if key in words._plurals else [words._sentences[key]]
        assert max(map(columns, forms)) <= MOST_COLUMNS, key


def labels() -> Iterator[str]:
    """Yield the keys of the labels that the source gives to buttons."""
    for file in Path(metrobot.ui.__file__).parent.rglob("*.py"):
        for function in ast.walk(ast.parse(file.read_text())):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from _labels_in(function)


def _labels_in(function: ast.AST) -> Iterator[str]:
    """Yield the keys within calls that make a button, and within what is assigned for them."""
    assigned = [each for each in ast.walk(function) if isinstance(each, ast.Assign)]
    for call in ast.walk(function):
        name = ast.unparse(call.func) if isinstance(call, ast.Call) else ""
        if name.partition("[")[0] not in ("button", "ui.Button"):
            continue
        names = {each.id for each in ast.walk(call) if isinstance(each, ast.Name)}
        sources = [
            each.value for each in assigned if names & {ast.unparse(t) for t in each.targets}
        ]
        for source in (call, *sources):
            texts = [str(part.value) for part in ast.walk(source) if isinstance(part, ast.Constant)]
            yield from filter(words_for("en").has, texts)
