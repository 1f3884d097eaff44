"""The side panel of the board."""

from dataclasses import replace

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.metromania.city import Ground, Marker
from metrobot.games.metromania.result import EndedBy
from metrobot.games.metromania.view import PlacedMarker, View
from render import theme
from render.metromania.board import COLUMN, CORNER, HEAD, MARGIN, SIZE, TRIPS, draw_board
from tests.render.metromania.boards import box_of_difference, colour_count, late
from tests.render.metromania.games import count, is_near, pixel, views
from tests.render.metromania.words import ENGLISH, PEOPLE

GAMES = [(2, {}), (3, {"hands": "open"}), (4, {}), (2, {"advanced": True})]


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


def test_banner_has_the_colour_of_who_is_to_act() -> None:
    """The top of the panel shows whose turn it is."""
    view = late()
    for seat in range(4):
        picture = draw_board(replace(view, to_act=Seat(seat)), PEOPLE, ENGLISH)

        at = CORNER + 2, 60
        assert is_near(pixel(picture, at), theme.COMPANIES[seat])


CHANGED: dict[str, dict[str, object]] = {
    "turn": {"turn": 77},
    "stock": {"stock": 3},
    "lines done": {"lines_done": 1, "lines_needed": 4},
    "last turns": {"ended_by": EndedBy.LINES},
    "nobody to act": {"to_act": None},
}


@pytest.mark.parametrize("fields", CHANGED.values(), ids=CHANGED)
def test_panel_tells(fields: dict[str, object]) -> None:
    """Each of these changes the panel, and the panel alone."""
    view = replace(views(4, 3)[5], lines_done=0, ended_by=None)
    box = box_of_difference(view, replace(view, **fields))  # type: ignore[arg-type]  # fields of the case

    assert box is not None
    assert box[0] >= CORNER


def with_company(view: View, **fields: object) -> View:
    """Return the view with the first company changed."""
    company = replace(view.companies[0], **fields)  # type: ignore[arg-type]  # fields of the case
    return replace(view, companies=(company, *view.companies[1:]))


@pytest.mark.parametrize("fields", [{"hand_size": 9}, {"station_points": 88}])
def test_rows_of_companies_tell(fields: dict[str, object]) -> None:
    """Hand and points stand in the company's row."""
    view = views(4, 3)[5]
    box = box_of_difference(view, with_company(view, **fields))

    assert box is not None
    assert box[0] > COLUMN
    assert MARGIN + HEAD < box[1] < box[3] < 250


def test_tunnels_left_are_told() -> None:
    """The number of tunnels left is written even where the bar does not change."""
    view = views(4, 3)[0]
    first = view.companies[0].lines
    one, two = (
        with_company(view, lines=(replace(first[0], tunnels_left=left), first[1]))
        for left in (0, 1)
    )

    assert box_of_difference(one, two) is not None


def test_trip_table_tells_the_points() -> None:
    """At the end each trip's row holds what it is worth to everybody."""
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


def test_end_shows_the_winner_and_the_trips() -> None:
    """The final board differs from the last one before it within the panel."""
    shown = views(4, 3)
    final = shown[-1]
    box = box_of_difference(final, replace(final, result=None))

    assert final.result is not None
    assert box is not None
    assert box[0] >= CORNER


def test_finished_and_blocked_lines_are_marked() -> None:
    """A finished line has a tick, a blocked one a cross."""
    view = late()
    first = view.companies[0]

    def with_line(**fields: bool) -> View:
        open_line = replace(first.lines[0], is_finished=False, is_blocked=False)
        line = replace(open_line, **fields)  # type: ignore[arg-type]  # all are flags
        company = replace(first, lines=(line, first.lines[1]))
        return replace(view, companies=(company, *view.companies[1:]))

    base_good, base_bad = (colour_count(with_line(), colour) for colour in (theme.GOOD, theme.BAD))
    assert colour_count(with_line(is_finished=True), theme.GOOD) > base_good + 100
    assert colour_count(with_line(is_blocked=True), theme.BAD) > base_bad + 100


def test_every_marker_of_the_table_is_placed_once() -> None:
    """A marker on the board is full in the table, too."""
    view = replace(views(4, 3)[0])
    marker = Marker("C", Ground.LEISURE)
    free = next(cell for cell, kind in enumerate(view.grounds) if kind is Ground.LEISURE)
    placed = PlacedMarker(marker, free, Seat(1), is_served=True)  # type: ignore[arg-type]  # a cell
    before, after = (
        colour_count(seen, theme.COMPANIES[1]) for seen in (view, replace(view, placed=(placed,)))
    )

    assert after > before + 1200
