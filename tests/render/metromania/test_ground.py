"""Grounds are drawn in numbers of colours, whose means are colours too."""

from collections import Counter
from dataclasses import replace

from render import theme
from render.metromania.board import GRID, SIZE
from render.metromania.map.ground import AREAS, BARS, NUMBERS, draw_ground
from render.theme import blend
from tests.games.metromania.boards import REAL_CITY


def test_every_mean_with_a_bar_stands_for_one_pair() -> None:
    """So that a smooth edge has the colour between the two, and no other."""
    means = Counter((NUMBERS[area] + bar) // 2 for area in AREAS for bar in BARS.values())

    assert set(means.values()) == {1}
    assert not set(means) & set(NUMBERS.values())
    assert all((NUMBERS[area] + bar) % 2 == 0 for area in AREAS for bar in BARS.values())


def test_a_ground_has_only_its_colours_and_those_between() -> None:
    """Bars are smooth on both sides; beside signs and letters nothing else is there."""
    found = draw_ground(None, replace(GRID, room=(0, 0)), SIZE).getcolors()
    assert found is not None
    smooth = {blend(bar, colour, 0.5) for bar in BARS for colour in NUMBERS}
    strange = sum(count for count, colour in found if colour not in smooth | set(NUMBERS))

    assert blend(theme.CITY_EDGE, theme.PAGE, 0.5) in {colour for _, colour in found}
    assert strange < 30


def test_a_ground_shows_what_lies_on_the_cells() -> None:
    found = draw_ground(REAL_CITY.layout, GRID, SIZE).getcolors(1 << 20)
    assert found is not None

    assert {theme.PARK, theme.LAKE} <= {colour for count, colour in found if count > 500}
