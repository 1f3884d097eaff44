"""The order of the signs of a line, drawn as text: capitals stand for Hebrew letters."""

import pytest

from render.text.graphemes import placed

HEBREW = {chr(ord("A") + n): chr(0x05D0 + n) for n in range(26)}
LATIN = {hebrew: capital for capital, hebrew in HEBREW.items()}


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("ada", "ada"),
        ("ABC", "CBA"),
        ("ABC DEF", "FED CBA"),
        ("ada ABC bob", "ada CBA bob"),
        ("ABC 12 DEF", "FED 12 CBA"),
        ("ABC (DE)", "ED) CBA)"),
        ("ABC (D) E", "E (D) CBA"),
        ("ABC: 12", "CBA: 12"),
        ("ABC +7", "CBA +7"),
        ("ABC…", "…CBA"),
        ("ada…", "ada…"),
        ("12 A", "12 A"),
        ("", ""),
    ],
)
def test_a_stretch_from_right_to_left_is_turned_where_it_stands(written: str, seen: str) -> None:
    """Numbers, and what stands around it, keep their order; a cut is at its end."""
    line = placed([HEBREW.get(sign, sign) for sign in written])

    assert "".join(LATIN.get(sign, sign) for sign, _ in line) == seen
