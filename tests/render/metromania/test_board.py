"""The picture of the whole board."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.games.metromania.geometry import CITY_POINTS, GATES, POINT_NAMES, ROWS
from metrobot.games.metromania.view import LineView, View
from render import theme
from render.canvas import Canvas
from render.metromania.board import CORNER, GRID, SIZE, draw_board
from render.metromania.changes import NOTHING, Changes, changes_between
from render.metromania.grid import point_between
from render.metromania.lines.network import draw_lines
from render.metromania.lines.tracks import OFFSET
from render.metromania.map import ground as ground_layer
from render.metromania.places import station_radius
from render.png import png_of
from render.signs import noting
from render.stamps import STAMPS
from tests.legible.measure import shown_texts
from tests.render.metromania.boards import colour_count, late
from tests.render.metromania.games import count, difference, is_near, pixel, views
from tests.render.metromania.words import ENGLISH, PEOPLE

GAMES = [(2, {}), (3, {"hands": "open"}), (4, {}), (2, {"advanced": True})]


def drawn(view: View, new: Changes | None = None) -> bytes:
    return png_of(draw_board(view, PEOPLE, ENGLISH, changes=new))


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_board_is_large_and_small_enough(players: int, options: dict[str, object]) -> None:
    shown = views(players, 5, **options)
    for view in (shown[0], shown[len(shown) // 2], shown[-1]):
        picture = draw_board(view, PEOPLE, ENGLISH)

        assert picture.width >= 1200
        assert 1.4 < picture.width / picture.height < 1.6
        assert len(png_of(picture)) <= 200_000


def test_same_view_gives_the_same_bytes() -> None:
    first = drawn(late())
    drawn(views(2, 8)[3])
    STAMPS.clear()
    ground_layer.kept.forget()

    assert drawn(late()) == first


def test_board_before_the_city_is_laid_out() -> None:
    bare = replace(views(4, 3)[0], layout=None, grounds=())

    assert draw_board(bare, PEOPLE, ENGLISH).size == SIZE


def test_observer_is_not_drawn() -> None:
    """A view's observer makes no difference unless it shows more."""
    view = late()

    assert drawn(replace(view, seats=frozenset({Seat(1)}))) == drawn(view)


def lines_alone(view: View) -> Image.Image:
    """Return the lines of a view, without anything that may lie on them."""
    canvas = Canvas(Image.new("RGB", SIZE, theme.PAGE))
    draw_lines(canvas, GRID, view, ENGLISH, NOTHING, is_old_pale=False)
    return canvas.image


def test_lines_run_along_their_side_of_the_edge() -> None:
    view = late()
    for line in (company.lines[0] for company in view.companies):
        picture = lines_alone(only(view, line))
        for ix, cell in enumerate(line.cells[:-3]):
            spot = GRID.beside(line.points[ix], line.points[ix + 1], cell, OFFSET, 0.5)

            assert is_near(pixel(picture, spot), theme.COMPANIES[line.company])


def only(view: View, line: LineView) -> View:
    """Return a view in which all other lines are empty."""

    def emptied(each: LineView) -> LineView:
        return each if each is line else replace(each, points=(), cells=())

    companies = (
        replace(company, lines=(emptied(company.lines[0]), emptied(company.lines[1])))
        for company in view.companies
    )
    return replace(view, companies=tuple(companies))


def test_lines_run_within_their_cells() -> None:
    view = replace(late(), placed=(), stations=frozenset())
    for line in view.lines:
        for ix, cell in enumerate(line.cells):
            start, end = line.points[ix], line.points[ix + 1]
            edge = point_between(GRID.at(start), GRID.at(end), 0.5)
            track = GRID.beside(start, end, cell, OFFSET, 0.5)

            assert math.dist(track, GRID.middle(cell)) < math.dist(edge, GRID.middle(cell)) - 6


def test_busier_stations_are_larger() -> None:
    assert station_radius(GRID, 2) > station_radius(GRID, 1)


def test_city_shows_the_spots() -> None:
    picture = draw_board(views(4, 3)[0], PEOPLE, ENGLISH).crop((0, 0, CORNER, SIZE[1]))
    for colour in theme.SPOTS:
        assert count(picture, colour) > 6 * 200


def test_last_turn_has_a_contour_and_all_else_is_pale() -> None:
    """Only on a board for everybody that has something new."""
    shown = views(4, 3)
    new = replace(changes_between(shown[9], shown[10]), stations=(), markers=())
    (company, *_), *_ = new.tunnels
    own = replace(shown[10], seats=frozenset({Seat(1)}))
    pale = [ink for seat, ink in enumerate(theme.OLD_LINES) if seat != company]

    assert colour_count(shown[10], theme.INK, new) > colour_count(own, theme.INK) + 500
    found, bare, private = (
        sum(colour_count(view, ink, what) for ink in pale)
        for view, what in ((shown[10], new), (shown[10], None), (own, new))
    )
    assert found > 3 * max(bare, private)


def test_the_final_board_shows_nothing_of_the_last_turn() -> None:
    *_, before, final = views(4, 3)
    new = changes_between(before, final)
    with_new = draw_board(final, PEOPLE, ENGLISH, changes=new)
    assert final.result is not None
    (winner,) = final.result.winners
    seat = next(c.seat for c in final.companies if c.player == winner)

    assert new.has_any
    assert difference(with_new, draw_board(final, PEOPLE, ENGLISH)) is None
    assert is_near(pixel(with_new, (SIZE[0] - 40, 40)), theme.COMPANIES[seat])


def test_the_rim_has_letters_and_numbers_and_points_have_no_names() -> None:
    """The eleven rows and the eleven slanting rows; names stand where they matter."""
    with noting() as notes:
        draw_board(views(4, 3)[0], PEOPLE, ENGLISH)
    texts = shown_texts(notes.picture)

    assert {*ROWS, *map(str, range(1, 12))} <= set(texts)
    assert not set(POINT_NAMES[:CITY_POINTS]) & set(texts)


def test_ends_of_lines_and_new_stations_are_named() -> None:
    shown = views(4, 3)
    for before, after in pairwise(shown[:-1]):
        new = changes_between(before, after)
        with noting() as notes:
            draw_board(after, PEOPLE, ENGLISH, changes=new)
        texts = shown_texts(notes.picture)
        ends = [line.points[-1] for line in after.lines if line.cells and not line.is_finished]

        assert {POINT_NAMES[point] for point in (*ends, *new.stations)} <= set(texts)


def test_names_of_any_kind_are_drawn() -> None:
    people = ("x" * 400, "\u202e\u200b", "🦊", "a\n\n\nb")

    assert draw_board(late(), people, ENGLISH).size == SIZE


def test_gates_show_which_way_they_lead() -> None:
    picture = draw_board(views(4, 3)[0], PEOPLE, ENGLISH)
    for gate in GATES:
        x, y = GRID.middle(gate.cell)
        part = picture.crop((x - 34, y - 34, x + 34, y + 34))
        light, dark = count(part, theme.GATE_START), count(part, theme.GATE_END)
        rim = point_between(GRID.at(gate.rim[0]), GRID.at(gate.rim[1]), 0.5)
        at = point_between(rim, (x, y), 0.34)
        near = picture.crop(tuple(round(c + d) for d in (-8, 8) for c in at))  # type: ignore[arg-type]  # four numbers

        assert (light > dark) == gate.is_start
        assert count(near, theme.INK if gate.is_start else theme.CARD, 20) > 15
