"""The catalogues: complete, with nothing that nobody says, and how they are read."""

import re
from inspect import signature
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

import metrobot
from metrobot.engine.errors import CommonReason
from metrobot.engine.record import Form
from metrobot.players.explain import ONLY, OTHERWISE
from metrobot.service.daily.line import LineKey
from metrobot.service.finished.forks import BranchKey
from metrobot.service.finished.record_faults import RecordFault
from metrobot.service.finished.replays import ReplayKey
from metrobot.service.finished.reviews import ReviewKey
from metrobot.service.finished.what_ifs import WhatIfKey
from metrobot.service.membership.undo import UndoKey
from metrobot.service.model.errors import TableKey
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit import handlers
from metrobot.ui.words import catalogue as words
from metrobot.ui.words.catalogue import ENGLISH, MissingWordError, words_for
from metrobot.ui.words.refusals import FrameKey
from tests.ui.catalogues import forms, key, read
from tests.ui.gamekeys import keys_of, texts_in

UI = Path(metrobot.__file__).parent / "ui"
LOCALE = UI / "locale"
FRAME = [path for path in (LOCALE / "en").glob("*.po") if path.stem not in FRONTS]
"""The catalogues of no single game."""
KEY = re.compile(r"[a-z]+(\.[a-z0-9_]+)+")


def messages(path: Path) -> dict[str, Message]:
    return {key(message): message for message in read(path) if message.id}


def frame() -> dict[str, Message]:
    return {key: message for path in FRAME for key, message in messages(path).items()}


def commands_said() -> set[str]:
    """Return the keys of what describes the commands that handlers declare."""
    found = set[str]()
    for handler, rule in handlers._SLASHES.items():
        key = f"command.{rule.path.replace(' ', '.')}"
        options = list(signature(handler).parameters)[2:]
        group = rule.path.rpartition(" ")[0]
        found |= {key, *(f"{key}.{option}" for option in options)}
        found |= {f"command.{group}"} if group else set()
    return found


def keys_said() -> set[str]:
    """Return the keys that the frame's code says, or that it is handed as refusals."""
    keys = (
        *(
            *TableKey,
            *CommonReason,
            *FrameKey,
            *LineKey,
            *ReplayKey,
            *ReviewKey,
            *UndoKey,
            *BranchKey,
            *WhatIfKey,
        ),
        *(*RecordFault, *Form, ONLY.key, OTHERWISE.key),
    )
    found = set(map(str, keys)) | commands_said()
    areas = {key.partition(".")[0] for key in frame()}
    for path in (path for path in UI.rglob("*.py") if path.parent.name not in FRONTS):
        found |= {
            text
            for text in texts_in(path)
            if KEY.fullmatch(text)
            and not text.endswith(".json")
            and text.partition(".")[0] in areas
        }
    return found


def test_every_key_of_the_frame_has_a_sentence() -> None:
    assert keys_said() - frame().keys() == set()


def test_every_sentence_of_the_frame_is_said() -> None:
    """The catalogue holds nothing that no code asks for."""
    assert frame().keys() - keys_said() == set()


def test_every_title_has_what_the_lobby_says_of_it() -> None:
    wanted = [key for front in FRONTS.values() for key in keys_of(front.title)]

    assert wanted
    assert [key for key in wanted if not ENGLISH.has(key)] == []


def test_no_sentence_is_empty() -> None:
    found = {
        key: forms(message)
        for path in LOCALE.glob("en/*.po")
        for key, message in messages(path).items()
    }

    assert [key for key, said in found.items() if not said or not all(said)] == []


@pytest.mark.parametrize(
    ("items", "said"),
    [((), ""), (("A",), "A"), (("A", "B"), "A and B"), (("A", "B", "C"), "A, B and C")],
)
def test_things_are_listed(items: tuple[str, ...], said: str) -> None:
    assert ENGLISH.listed(items) == said


@pytest.mark.parametrize(("points", "said"), [(3, "+3"), (-6, "\u22126"), (0, "0")])
def test_points_have_their_sign(points: int, said: str) -> None:
    assert ENGLISH.signed(points) == said


def test_tuples_are_joined_in_sentences() -> None:
    said = ENGLISH.say("table.not_your_turn", names=("Ann", "Bob"))

    assert said == "It is not your turn: we are waiting for Ann and Bob."


def test_numbers_choose_their_form() -> None:
    assert ENGLISH.count("lobby.missing", 1).startswith("One more player")
    assert ENGLISH.count("lobby.missing", 2).startswith("2 more players")
    assert [ENGLISH.count("review.points", n) for n in (-2, -1)] == ["−2 points", "−1 point"]


def test_braces_in_facts_are_no_placeholders() -> None:
    """A name may look like one."""
    assert ENGLISH.say("lobby.person", number=1, name="{number}") == "1. {number}"


@pytest.mark.parametrize("say", ["say", "count"])
def test_an_unknown_key_is_an_error(say: str) -> None:
    """It is found in tests, not by players."""
    facts = (1,) if say == "count" else ()

    with pytest.raises(MissingWordError):
        getattr(ENGLISH, say)("no.such.key", *facts)


@pytest.mark.parametrize("locale", [None, "en-US", "en-GB", "xx", "zh-CN", ""])
def test_english_is_spoken_where_nothing_else_is(locale: str | None) -> None:
    assert words_for(locale).locale == "en"


@pytest.mark.usefixtures("toy_words")
def test_a_language_falls_back_to_english_sentence_by_sentence() -> None:
    german = words_for("de")

    assert german.locale == "de"
    assert german.say("table.not_seated") == "Du spielst hier nicht mit."
    assert german.say("lobby.join") == "Join"


@pytest.mark.usefixtures("toy_words")
def test_a_regions_language_is_found_by_its_language() -> None:
    assert words_for("de-AT").locale == "de"


def test_every_catalogue_can_be_read_by_gettexts_rules() -> None:
    for path in words.FOLDERS[0].glob("*/*.po"):
        with path.open("rb") as file:
            catalogue = read_po(file)
        assert str(catalogue.locale) == path.parent.name
        assert catalogue.num_plurals >= 1
