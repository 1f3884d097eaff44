"""What people see as one sign of a text."""

import pytest

from render.text.graphemes import ELLIPSIS, graphemes
from render.text.lettering import Weight, fitted, width

FAMILY = "👨\u200d👩\u200d👧"
RAINBOW = "🏳\ufe0f\u200d🌈"
SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    "signs",
    [
        ("A", "d", "a"),
        (FAMILY, RAINBOW, "👍🏽", "🇰🇷", "🇯🇵", "1\ufe0f\u20e3", SCOTLAND, "!"),
        ("e\u0301", "a\u0351\u0323", "b"),
        ("न", "म", "स्ते"),
        ("ส", "วั", "ส", "ดี", "น้ำ"),
        ("ק\u05b8", "ש"),
        ("小", "明"),
        (),
    ],
)
def test_what_belongs_together_is_one_sign(signs: tuple[str, ...]) -> None:
    assert graphemes("".join(signs)) == signs


@pytest.mark.parametrize("sign", [FAMILY, RAINBOW, "👍🏽", "🇰🇷", "स्ते", "น้ำ", "小", SCOTLAND])
@pytest.mark.parametrize("room", range(60, 320, 13))
def test_a_cut_parts_no_sign(sign: str, room: int) -> None:
    """However much room there is, what is left are whole signs."""
    shown = fitted(sign * 12, 30, Weight.BOLD, room)

    assert shown.endswith(ELLIPSIS)
    assert set(graphemes(shown.removesuffix(ELLIPSIS))) <= {sign}
    assert width(shown, 30, Weight.BOLD) <= room
