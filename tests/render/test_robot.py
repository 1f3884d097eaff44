"""The sign of a computer stands in a line like a letter."""

import pytest
from PIL import Image

from render.banner import BannerPlayer
from render.canvas import Canvas
from render.text.lettering import Weight, drawable_names, fitted, safe, safe_name, text_stamp, width
from render.text.run import ROBOT
from tests.render.metromania.words import ENGLISH

BECK = f"{ROBOT} Beck"
INK, PAPER = (0, 0, 0), (255, 255, 255)


def test_a_computers_name_can_be_drawn_with_its_sign() -> None:
    """No box stands for it, whatever the name beside it is written in."""
    assert safe(BECK) == BECK
    assert safe_name(f"민수 {ROBOT}", "Player 2") == f"민수 {ROBOT}"


def test_the_sign_stays_where_the_name_cannot_be_drawn() -> None:
    assert safe_name(f"𒀀𒀀 {ROBOT}", "Player 2") == f"Player 2 {ROBOT}"
    assert drawable_names((BECK, "𒀀𒀀"), ENGLISH.player) == (BECK, "Player 2")


@pytest.mark.parametrize("size", [14, 22, 48])
@pytest.mark.parametrize("anchor", ["ls", "lm", "mm", "rs"])
def test_the_sign_takes_the_room_that_is_measured(size: int, anchor: str) -> None:
    """So nothing that is drawn beside a name comes to lie on it."""
    with_sign = text_stamp(BECK, size, Weight.BOLD, INK, anchor)
    measured = width(BECK, size, Weight.BOLD)

    assert abs(with_sign.mask.width - measured) <= size / 4 + 4
    assert measured > width("Beck", size, Weight.BOLD) + size * 0.9


def test_the_sign_is_a_head_with_eyes() -> None:
    canvas = Canvas(Image.new("RGB", (80, 80), PAPER))
    canvas.text((4, 66), ROBOT, 70, ink=INK)
    row = [canvas.image.getpixel((x, 43)) for x in range(8, 68)]

    assert row.count(INK) > 20
    assert row.count(PAPER) > 10
    assert BannerPlayer(BECK).text == BECK


def test_a_long_name_loses_its_end_not_its_sign() -> None:
    """The sign stands first, so it is never cut."""
    assert fitted(f"{ROBOT} Fulgence-Maximilian", 30, Weight.BOLD, 120).startswith(ROBOT)
