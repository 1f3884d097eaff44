"""How much of a text fits."""

from metrobot.ui.words.text_length import PHONE_LINE, fitting_lines

LONG = PHONE_LINE * "x" + " " + PHONE_LINE * "x"


def test_lines_go_as_far_as_a_phone_has_room_for_them_and_what_is_below() -> None:
    """A long one takes two of a phone's lines."""
    assert fitting_lines(["one", "two", "three"], 4, "below\nit") == "one\ntwo"
    assert fitting_lines(["one", LONG, "two"], 4, "below") == f"one\n{LONG}"
    assert fitting_lines(["one", LONG, "two"], 3, "below") == "one"
    assert fitting_lines(["one"], 1, "below") == ""
