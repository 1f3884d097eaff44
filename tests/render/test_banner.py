"""The banner of every board: who is to play, and who just played."""

import pytest
from PIL import Image

from render.banner import BannerPlayer, banner_height, draw_banner
from render.canvas import Canvas
from render.signs import carried, noting
from render.text.lettering import CAP, LEAST_CAP, SEEN, least_size
from render.theme import COMPANIES, INK, PAGE
from tests.render.metromania.games import count

UNIT = 30


def drawn(first: BannerPlayer, news: BannerPlayer | None) -> Image.Image:
    """Return a banner that fills its picture."""
    size = (600, banner_height(UNIT, has_news=news is not None))
    canvas = Canvas(Image.new("RGB", size, PAGE))
    draw_banner(canvas, (0, 0, *size), UNIT, first, news)
    return canvas.image


def test_the_one_who_is_to_play_is_larger_than_the_one_who_played() -> None:
    blue, orange = COMPANIES[:2]
    picture = drawn(
        BannerPlayer("Anna", "Turn 3", ground=blue), BannerPlayer("Ben +2", ground=orange)
    )

    assert count(picture, blue) > 1.5 * count(picture, orange) > 5000


def test_without_news_nothing_stands_below() -> None:
    assert (
        drawn(BannerPlayer("Anna"), None).height
        < drawn(BannerPlayer("Anna"), BannerPlayer("Ben")).height
    )


def test_both_lines_stand_in_the_middle_of_a_higher_banner() -> None:
    """No further from each other than on a low one."""
    gaps, middles = list[int](), list[float]()
    for height in (banner_height(UNIT, has_news=False), 160):
        with noting() as notes:
            canvas = Canvas(Image.new("RGB", (600, height), PAGE))
            draw_banner(canvas, (0, 0, 600, height), UNIT, BannerPlayer("Anna", "Turn 1"))
            carried(canvas.image, canvas.image.copy())
        upper, lower = (sign.box for put in notes.picture for sign in put.signs)
        gaps.append(lower[1] - upper[3])
        middles.append((upper[1] + lower[3]) / 2 - height / 2)

    assert abs(gaps[1] - gaps[0]) <= 1
    assert abs(middles[1] - middles[0]) <= 1


def test_a_line_alone_stands_in_the_middle() -> None:
    """Nobody has won yet, though the game is over."""
    height = banner_height(UNIT, has_news=False)
    with noting() as notes:
        canvas = Canvas(Image.new("RGB", (600, height), PAGE))
        draw_banner(canvas, (0, 0, 600, height), UNIT, BannerPlayer("HEM"))
        carried(canvas.image, canvas.image.copy())
    (line,) = (sign.box for put in notes.picture for sign in put.signs)

    assert abs(line[1] + line[3] - height) <= 6


def test_bars_show_whose_colours_they_are() -> None:
    picture = drawn(BannerPlayer("Anna", bars=COMPANIES[:2]), None)

    for colour in COMPANIES[:2]:
        assert count(picture, colour) == 16 * picture.height


@pytest.mark.parametrize("width", [1200, 1680, 2344])
def test_the_smallest_letters_can_be_read_on_a_phone(width: int) -> None:
    """Their capitals are 5 px high where the picture is 400 px wide, one size less is not."""
    assert least_size(width) * CAP * SEEN / width >= LEAST_CAP
    assert (least_size(width) - 1) * CAP * SEEN / width < LEAST_CAP


def test_a_long_name_is_cut_and_not_written_over_the_edge() -> None:
    picture = drawn(BannerPlayer("Wolfeschlegelsteinhausenbergerdorff" * 2), None)

    assert set(picture.crop((582, 16, 600, picture.height - 16)).tobytes()) == set(bytes(INK))


@pytest.mark.parametrize("unit", [21, 30])
def test_a_korean_name_does_not_touch_the_line_above(unit: int) -> None:
    """Its syllables rise higher than Latin letters; between the two some px are free."""
    size = (600, banner_height(unit, has_news=False))
    with noting() as notes:
        canvas = Canvas(Image.new("RGB", size, PAGE))
        draw_banner(canvas, (0, 0, *size), unit, BannerPlayer("한국어이름", "게임 끝, 승리 gy"))
        carried(canvas.image, canvas.image.copy())
    small, large = (sign.box for put in notes.picture for sign in put.signs)

    assert small[1] >= 2
    assert small[3] + 1 < large[1]
    assert large[3] <= size[1] - 2
