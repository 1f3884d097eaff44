"""Parts of the city, large: quarters, line ends, choices."""

from dataclasses import replace
from itertools import combinations

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import Dig
from metrobot.games.metromania.geometry import (
    CITY_POINTS,
    GATES,
    POINT_NAMES,
    STEPS,
    Point,
    position,
)
from metrobot.games.metromania.view import View
from render import theme
from render.boxes import Box, shared
from render.metromania.area import QUARTERS, WHOLE, around, grid_for, quarter
from render.metromania.changes import PlannerOption, changes_between
from render.metromania.lines.network import tip_at
from render.metromania.zoom import SQUARE, STRIP, draw_planner, enlarges, part_grid, zoomed
from render.png import png_of
from render.signs import Role, noting
from tests.legible.measure import shown_texts
from tests.render.metromania.games import TITLE, count, difference, states, views
from tests.render.metromania.test_changes import is_known_by
from tests.render.metromania.words import ENGLISH, PEOPLE
from tests.render.shown import shown


def options_of(number: int, seed: int = 3) -> tuple[View, list[PlannerOption]]:
    """Return a position of a random game with its legal tunnels, numbered."""
    position = [s for s in states(4, seed) if len(digs_at(s)) > 3][number]
    (actor,) = TITLE.awaiting(position)
    assert not isinstance(actor, type(None))
    found = [
        PlannerOption(n, Seat(int(str(actor))), d.line, d.start, d.end, d.cell, d.letter)
        for n, d in enumerate(digs_at(position), start=1)
    ]
    return TITLE.view_for(position), found


def digs_at(state: object) -> list[Dig]:
    """Return the tunnels of started lines that are open in a state."""
    actors = TITLE.awaiting(state)  # type: ignore[arg-type]  # a state of this title
    if len(actors) != 1 or not isinstance(actors[0], int):
        return []
    found = TITLE.legal_actions(state, actors[0])  # type: ignore[arg-type]  # as above
    return [a for a in found if isinstance(a, Dig) and a.start < 91]


@pytest.mark.parametrize("name", QUARTERS)
def test_a_quarter_shows_all_its_points_and_gates(name: str) -> None:
    area = quarter(name)
    grid = part_grid(area)
    up, right = name[0] == "N", name[1] == "E"
    for point in (*map(Point, range(CITY_POINTS)), *(gate.outer for gate in GATES)):
        x, y = position(point)
        if (x > 0 if right else x < 0) and (y > 0 if up else y < 0):
            assert point in area
    for point in area:
        x, y = grid.at(point)

        assert 20 < x < SQUARE[0] - 20
        assert 20 < y < SQUARE[1] - STRIP - 20


@pytest.mark.parametrize("name", QUARTERS)
def test_a_quarter_names_each_end_of_a_line_nearest_to_it(name: str) -> None:
    """Not at a neighbouring point; a leader goes to an end where there is no room beside it."""
    view, grid = views(4, 8)[-6], part_grid(quarter(name))
    picture = shown(lambda: zoomed(view, PEOPLE, ENGLISH, quarter(name)))
    ends = [line for line in view.lines if line.cells and not line.is_finished]
    for line in ends:
        own, end = tip_at(grid, line), line.points[-1]
        if grid.sees(own, grid.unit):
            tags = picture.written(POINT_NAMES[end])
            around_it = {grid.at(step.to) for step in STEPS[end]}
            # A letter and more stand before the name on its tag.
            wide = [replace(t, box=(t.box[0] - 3 * grid.unit // 2, *t.box[1:])) for t in tags]
            assert any(is_known_by(tag, picture, {own}, around_it, grid) for tag in wide), end


def test_there_are_four_quarters() -> None:
    with pytest.raises(ValueError, match="no quarter"):
        quarter("N")


def window(name: str) -> tuple[float, float, float, float]:
    """Return the window of a quarter's picture, in edges from the middle of the city."""
    grid = part_grid(quarter(name))
    width, height = SQUARE[0], SQUARE[1] - STRIP
    found = -grid.x, -grid.y, width - grid.x, height - grid.y
    left, top, right, bottom = (each / grid.edge for each in found)
    return left, top, right, bottom


@pytest.mark.parametrize(("one", "other"), [*combinations(QUARTERS, 2)])
def test_quarters_share_little_of_their_windows(one: str, other: str) -> None:
    """A quarter or so at most: each shows something else."""
    (a, b, c, d), (e, f, g, h) = window(one), window(other)
    both = max(0.0, min(c, g) - max(a, e)) * max(0.0, min(d, h) - max(b, f))

    assert both / ((c - a) * (d - b)) <= 0.27


def test_a_quarter_is_larger_than_the_board_on_a_phone() -> None:
    """Twice as large, and the ends of lines too; the whole city is not."""
    assert all(enlarges(quarter(name)) > 2 for name in QUARTERS)
    assert all(enlarges(around((Point(point),), 2)) > 2 for point in range(0, CITY_POINTS, 7))
    assert enlarges(WHOLE) < 1.4


def test_the_whole_city_fits_beside_the_strip() -> None:
    room = SQUARE[0], SQUARE[1] - STRIP

    assert grid_for(WHOLE, room, 21).edge < 96


@pytest.mark.parametrize("far", ["A6", "F1", "F11", "K1"])
def test_all_gates_can_be_read_where_the_city_nearly_fits(far: str) -> None:
    """However far from its centre the choices are, no room is left free on the other side."""
    near, other = (Point(POINT_NAMES.index(name)) for name in ("F6", far))
    grid = grid_for(around((near, other), 4), (SQUARE[0], SQUARE[1] - STRIP), 21)

    assert grid.edge == 90
    assert all(grid.sees(grid.middle(gate.cell), grid.unit) for gate in GATES)


def test_zoom_is_a_picture_of_the_view() -> None:
    view = views(4, 3)[-6]
    pictures = [zoomed(view, PEOPLE, ENGLISH, quarter("SE")) for _ in range(2)]

    assert pictures[0].size == SQUARE
    assert png_of(pictures[0]) == png_of(pictures[1])
    assert len(png_of(pictures[0])) <= 300_000


def test_every_choice_has_its_number_on_the_picture() -> None:
    view, options = options_of(5)
    whole = draw_planner(view, PEOPLE, ENGLISH, options)
    for option in options:
        renumbered = [replace(o, number=88) if o is option else o for o in options]
        box = difference(whole, draw_planner(view, PEOPLE, ENGLISH, renumbered))

        assert box is not None
        assert box[0] > 0
        assert box[1] > 0
        assert box[2] < SQUARE[0]
        assert box[3] < SQUARE[1] - STRIP


def discs(view: View, options: list[PlannerOption]) -> list[Box]:
    """Return the boxes of the numbers' discs on a planner's picture."""
    with noting() as notes:
        draw_planner(view, PEOPLE, ENGLISH, options)
    signs = [sign for put in notes.picture for sign in put.signs]
    return [sign.box for sign in signs if sign.role is Role.DISC]


@pytest.mark.parametrize("number", range(0, 30, 5))
def test_numbers_do_not_cover_each_other(number: int) -> None:
    found = discs(*options_of(number))

    for one, other in combinations(found, 2):
        left, top, right, bottom = shared(one, other)
        assert (right - left) * (bottom - top) < 100


def test_one_tunnel_has_one_disc() -> None:
    """If a tunnel can place one of several markers, its disc bears all the numbers."""
    view, options = options_of(5)
    first, *others = options
    pair = [replace(first, number=1, letter="D"), replace(first, number=2, letter="E")]
    more = [replace(other, number=n) for n, other in enumerate(others, start=3)]
    with noting() as notes:
        draw_planner(view, PEOPLE, ENGLISH, [*pair, *more])

    assert len(discs(view, [*pair, *more])) == len(options)
    assert "1–2" in shown_texts(notes.picture)


def test_harm_is_red_and_crossed() -> None:
    view, options = options_of(5)
    plain = draw_planner(view, PEOPLE, ENGLISH, [replace(options[0], is_harmful=False)])
    harmful = draw_planner(view, PEOPLE, ENGLISH, [replace(options[0], is_harmful=True)])

    assert count(plain, theme.BAD) == 0
    assert count(harmful, theme.BAD) > 100
    assert count(harmful, theme.BAD_GHOST) > 100


def test_planner_without_choices_shows_what_is_new() -> None:
    told = views(4, 3)
    new = changes_between(told[9], told[10])
    done = draw_planner(told[10], PEOPLE, ENGLISH, [], changes=new)

    plain = draw_planner(told[10], PEOPLE, ENGLISH, [], changes=replace(new, tunnels=()))
    assert count(done, theme.INK) > count(plain, theme.INK) + 500
    assert difference(done, draw_planner(told[10], PEOPLE, ENGLISH, []))


def test_zoom_tells_whose_turn_it_is() -> None:
    view = views(4, 3)[5]
    for seat in range(4):
        picture = zoomed(replace(view, to_act=Seat(seat)), PEOPLE, ENGLISH, quarter("NW"))
        strip = picture.crop((0, SQUARE[1] - STRIP, *SQUARE))

        assert count(strip, theme.COMPANIES[seat]) > 7000
