"""Names of all kinds, drawn safely."""

import pytest

from render.lettering import (
    ELLIPSIS,
    UNKNOWN,
    Weight,
    fitted,
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
        ("a\u202eb\u200d", "ab"),
        ("two\nlines\tand  blanks ", "two lines and blanks"),
        ("Max 🚇🚇🚇 Power", f"Max {UNKNOWN} Power"),
        ("", ""),
    ],
)
def test_text_holds_only_what_can_be_drawn(name: str, drawn: str) -> None:
    """Controls vanish, blanks collapse, a run of unknown signs becomes one box."""
    assert safe(name) == drawn


@pytest.mark.parametrize("name", ["王小明", "🦊🦊", "\u200b", "", "مرحبا"])
def test_name_that_cannot_be_drawn_is_replaced(name: str) -> None:
    """A name without any known sign gives way to its substitute."""
    assert safe_name(name, "Player 2") == "Player 2"


def test_name_that_can_be_drawn_in_part_is_kept() -> None:
    """Unknown signs around a name are dropped, the name stays."""
    assert safe_name("🦊 Zoë 🦊", "Player 2") == "Zoë"


def test_the_box_for_unknown_signs_is_known() -> None:
    """What stands for the unknown can itself be drawn."""
    assert is_known(UNKNOWN)
    assert is_known(ELLIPSIS)


def test_long_text_is_cut_to_its_room() -> None:
    """A text is cut until it fits, with a sign that it was cut."""
    shown = fitted("Bartholomew-Maximilian the Third", 30, Weight.BOLD, 200)

    assert shown.endswith(ELLIPSIS)
    assert 150 < width(shown, 30, Weight.BOLD) <= 200


def test_short_text_is_left_alone() -> None:
    """A text that fits stays as it is."""
    assert fitted("Ada", 30, Weight.BOLD, 200) == "Ada"


def test_text_stamp_lies_around_its_anchor() -> None:
    """A text anchored at its middle reaches as far to the left as to the right."""
    stamp = text_stamp("HOH", 40, Weight.BOLD, INK, "mm")

    assert abs(stamp.left + stamp.mask.width / 2) <= 2
    assert abs(stamp.top + stamp.mask.height / 2) <= 3
    assert stamp.mask.getextrema() == (0, 255)
