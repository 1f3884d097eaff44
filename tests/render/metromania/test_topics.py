"""The small pictures of the rules."""

from itertools import product

import pytest

from metrobot.games.metromania.city import LEFT, MARKER_NAMED, RIGHT
from metrobot.games.metromania.geometry import POINT_NAMED, TURNS, direction_between
from render import theme
from render.boxes import meet
from render.metromania.examples import EXAMPLES
from render.metromania.glyphs import _pill_stamp
from render.metromania.lines.tracks import _ghost_stamp
from render.metromania.topics import TOPICS, draw_topic, run_of
from render.png import png_of
from tests.render.metromania.games import count
from tests.render.metromania.words import ENGLISH
from tests.render.shown import shown


@pytest.mark.parametrize("name", TOPICS)
def test_rule_pages_have_pictures(name: str) -> None:
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


@pytest.mark.parametrize("name", ["goal", "meeting"])
def test_an_ends_name_stands_on_its_own_side_of_other_lines(name: str) -> None:
    """Below the line that runs along the upper edge of its own station, which bears it too."""
    both = shown(lambda: draw_topic(name, ENGLISH)).written("F6")

    assert len(both) == 2
    assert min(both, key=lambda text: text.middle[0]) == min(both, key=lambda text: text.box[1])


def test_names_of_ends_keep_clear_of_the_tunnels_that_are_judged() -> None:
    """Seen by those that are drawn level, of which a name would hide the start."""
    picture = shown(lambda: draw_topic("angle", ENGLISH))
    names = [plate for plate in picture.stamped(_pill_stamp) if plate.ink == theme.COMPANIES[0]]
    level = [each for each in picture.stamped(_ghost_stamp) if each.box[3] - each.box[1] < 40]

    assert (len(names), len(level)) == (2, 2 * 4)
    for (left, top, right, bottom), tunnel in product([name.box for name in names], level):
        assert not meet((left, top + 4, right, bottom - 4), tunnel.box)


def test_unknown_rule_page_has_no_picture() -> None:
    with pytest.raises(KeyError):
        draw_topic("fairness", ENGLISH)


def test_sharp_angle_is_crossed_out() -> None:
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
