"""The side panel of the board."""

from dataclasses import replace

from metrobot.games.metromania.city import Ground, Marker
from render import theme
from render.metromania.board import CORNER, MARGIN, SIZE, TRIPS, draw_board
from tests.render.metromania.boards import box_of_difference
from tests.render.metromania.games import count, views
from tests.render.metromania.words import ENGLISH, PEOPLE


def test_known_hand_shows_in_the_trip_table_alone() -> None:
    """A hand that the view shows colours the table's markers, nothing else."""
    view = views(4, 3)[4]
    company = replace(view.companies[2], hand=(Marker("A", Ground.HOME),))
    seen = replace(view, companies=(*view.companies[:2], company, view.companies[3]))
    box = box_of_difference(view, seen)

    assert box is not None
    assert box[0] > CORNER
    assert box[1] > SIZE[1] - MARGIN - TRIPS
    assert box[3] - box[1] < 60


def test_trip_table_tells_the_points() -> None:
    final = views(4, 3)[-1]
    assert final.result is not None
    monday = replace(final.result.trips[0], points=(0, 0, 0, 0), minutes=None)
    tuned = replace(final.result, trips=(monday, *final.result.trips[1:]))
    scored = replace(monday, points=(6, 0, 0, -6))
    other = replace(final.result, trips=(scored, *final.result.trips[1:]))
    table = (CORNER, SIZE[1] - MARGIN - TRIPS, *SIZE)
    before, after = (
        draw_board(replace(final, result=result), PEOPLE, ENGLISH).crop(table)
        for result in (tuned, other)
    )

    for colour in (theme.COMPANIES[0], theme.COMPANIES[3]):
        assert count(after, colour) > count(before, colour) + 300
