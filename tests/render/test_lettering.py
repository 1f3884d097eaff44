"""Names of all kinds, drawn safely."""

import pytest

from render.text.graphemes import ELLIPSIS
from render.text.lettering import (
    Weight,
    fitted,
    hangul,
    is_known,
    safe,
    safe_name,
    text_stamp,
    width,
)
from render.theme import INK


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ada", "Ada"),
        ("Zoë *Star* _x_", "Zoë *Star* _x_"),
        ("Дмитрий", "Дмитрий"),
        ("김민준 (Ann)", "김민준 (Ann)"),
        ("\u1112\u1161\u11ab\u1100\u1173\u11af", "한글"),
        ("뷁 너 ㅋㅋ", "뷁 너 ㅋㅋ"),
        ("小明", "小明"),
        ("𝓐𝓭𝓪 ꧁★꧂", "Ada ★"),
        ("a\u202eb\u200d", "ab"),
        ("two\nlines\tand  blanks ", "two lines and blanks"),
        ("Max 🚇🚇🚇 Power", "Max 🚇🚇🚇 Power"),
        ("Max 𒀀𒀀 Power", "Max Power"),
        ("e\u0301a\u0351\u0488", "éa"),
        ("", ""),
    ],
)
def test_text_holds_only_what_can_be_drawn(name: str, drawn: str) -> None:
    """Controls and unknown signs vanish, blanks collapse, letters in other guises are letters."""
    assert safe(name) == drawn


@pytest.mark.parametrize("name", ["𒀀𒀀", "\u200b", "", "\u3164", "\u0351"])
def test_name_that_cannot_be_drawn_is_replaced(name: str) -> None:
    assert safe_name(name, "Player 2") == "Player 2"


def test_name_that_can_be_drawn_in_part_is_kept() -> None:
    assert safe_name("𒀀 Zoë 𒀀", "Player 2") == "Zoë"
    assert safe_name("𒀀 ★", "Player 2") == "★"


def test_the_sign_of_a_cut_is_known() -> None:
    assert is_known(ELLIPSIS)
    assert not is_known("𒀀")


@pytest.mark.parametrize(
    "text", ["Bartholomew-Maximilian the Third", "가나다라마바사아자차카타파하 Ann"]
)
def test_long_text_is_cut_to_its_room(text: str) -> None:
    shown = fitted(text, 30, Weight.BOLD, 200)

    assert shown.endswith(ELLIPSIS)
    assert 150 < width(shown, 30, Weight.BOLD) <= 200


def test_short_text_is_left_alone() -> None:
    assert fitted("Ada", 30, Weight.BOLD, 200) == "Ada"


@pytest.mark.parametrize("weight", Weight)
def test_the_common_syllables_of_korean_are_known(weight: Weight) -> None:
    rows = (bytes((high, low)) for high in range(0xB0, 0xC9) for low in range(0xA1, 0xFF))
    syllables = [row.decode("euc_kr") for row in rows]
    box = bytes(hangul(20, weight).getmask("뷁"))
    missing = [each for each in syllables if bytes(hangul(20, weight).getmask(each)) == box]

    assert len(syllables) == 2350
    assert missing == []
    assert all(map(is_known, syllables))


@pytest.mark.parametrize("anchor", ["ls", "ms", "rs", "mm", "la", "rm"])
def test_a_text_in_two_scripts_stands_where_its_anchor_says(anchor: str) -> None:
    plain = text_stamp("HHHHHH", 40, Weight.BOLD, INK, anchor)
    mixed = text_stamp("HHHH한", 40, Weight.BOLD, INK, anchor)
    room = width("HHHHHH", 40, Weight.BOLD), width("HHHH한", 40, Weight.BOLD)
    share = {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]]

    assert abs(mixed.left + share * room[1] - plain.left - share * room[0]) <= 3
    assert 0 <= plain.top - mixed.top <= 12
    assert mixed.mask.getextrema() == (0, 255)


def test_scripts_of_one_text_stand_on_one_baseline() -> None:
    plain = text_stamp("HHHH", 40, Weight.BOLD, INK, "ls")
    mixed = text_stamp("HHHH한", 40, Weight.BOLD, INK, "ls")
    right = width("HHHH", 40, Weight.BOLD)
    corner = (-mixed.left, plain.top - mixed.top, right - mixed.left, -mixed.top)
    same = (-plain.left, 0, right - plain.left, -plain.top)

    assert mixed.mask.crop(corner).tobytes() == plain.mask.crop(same).tobytes()


def test_text_stamp_lies_around_its_anchor() -> None:
    stamp = text_stamp("HOH", 40, Weight.BOLD, INK, "mm")

    assert abs(stamp.left + stamp.mask.width / 2) <= 2
    assert abs(stamp.top + stamp.mask.height / 2) <= 3
    assert stamp.mask.getextrema() == (0, 255)
