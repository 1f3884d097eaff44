"""The small pictures of the rules."""

import pytest

from metrobot.games.metromania.city import LEFT, MARKER_NAMED, RIGHT
from metrobot.games.metromania.geometry import POINT_NAMED, TURNS, direction_between
from render import theme
from render.metromania.examples import EXAMPLES
from render.metromania.topics import TOPICS, draw_topic, run_of
from render.png import png_of
from tests.render.metromania.games import count
from tests.render.metromania.words import ENGLISH


@pytest.mark.parametrize("name", TOPICS)
def test_rule_pages_have_pictures(name: str) -> None:
    """Each picture is drawn, small, and says something below."""
    picture = draw_topic(name, ENGLISH)

    assert picture.width >= 600
    assert len(png_of(picture)) < 60_000


def test_the_goal_joins_both_ends_of_a_trip() -> None:
    """Each marker of the letter has a station of the line at its cell (MM §13.1)."""
    (example,) = EXAMPLES["goal"]
    points, _ = run_of(example.lines[0])
    stations = {POINT_NAMED[name] for name in example.stations.split()}
    names, cells = zip(*(written.split(" ", 1) for written in example.markers), strict=True)

    assert {MARKER_NAMED[name] for name in names} == {LEFT[0], RIGHT[0]}
    for corners in cells:
        assert stations & set(points) & {POINT_NAMED[name] for name in corners.split()}


def test_unknown_rule_page_has_no_picture() -> None:
    """There are pictures for some pages only."""
    with pytest.raises(KeyError):
        draw_topic("fairness", ENGLISH)


def test_sharp_angle_is_crossed_out() -> None:
    """Forbidden tunnels are marked in red, allowed ones in green."""
    picture = draw_topic("angle", ENGLISH)

    assert count(picture, theme.BAD) > 500
    assert count(picture, theme.GOOD) > 1000


@pytest.mark.parametrize("name", TOPICS)
def test_rule_pictures_obey_the_rules(name: str) -> None:
    """Lines of the examples never turn sharply but at stations, nor share a cell (MM §6)."""
    for example in EXAMPLES[name]:
        lines = [run_of(written) for written in example.lines]
        cells = [cell for _, filled in lines for cell in filled]

        assert len(cells) == len(set(cells))
        for points, _ in lines:
            for a, b, c in zip(points, points[1:], points[2:], strict=False):
                turn = TURNS[direction_between(a, b)][direction_between(b, c)]

                assert turn <= 1 or any(b == POINT_NAMED[s] for s in example.stations.split())
