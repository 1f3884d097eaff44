"""What MetrOmania's planners say, and a test for each fact that fails where it is drawn wrongly.

Each choice as a pale tunnel with its number beside it, in the colour of its company, with the
harm that it does and the stations that it makes; own ends that lie outside.
"""

import math
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.geometry import CITY_POINTS, GATE_STEPS, GATES
from metrobot.games.metromania.view import LineView, View
from render import theme
from render.canvas import Canvas
from render.metromania.area import grid_for
from render.metromania.changes import Changes, Option, PlannerOption, StationOption
from render.metromania.glyphs import (
    _leader_stamp,
    cross_stamp,
    number_stamp,
    station_stamp,
    wedge_stamp,
)
from render.metromania.grid import Grid, Spot
from render.metromania.lines.network import tip_at
from render.metromania.lines.tracks import OFFSET, _ghost_stamp
from render.metromania.places import lines_at, station_radius
from render.metromania.zoom import SQUARE, STRIP, _concerned, _unit, draw_planner
from render.placing.leaders import far
from tests.render.metromania.games import states, views
from tests.render.metromania.test_city_facts import open_lines
from tests.render.metromania.test_zoom import digs_at, options_of
from tests.render.metromania.words import ENGLISH
from tests.render.shown import Shown, Stamped, shown

PEOPLE = ("Ada", "Bo", "Cy", "Dee")


def planner(view: View, options: list[Option]) -> tuple[Shown, Grid]:
    area = _concerned(view, options, Changes())
    grid = grid_for(area, (SQUARE[0], SQUARE[1] - STRIP), _unit(SQUARE))
    return shown(lambda: draw_planner(view, PEOPLE, ENGLISH, options)), grid


def positions(seed: int) -> list[tuple[View, list[PlannerOption]]]:
    """Return many positions of a random game with their tunnels, one choice each."""
    many = [state for state in states(4, seed) if len(digs_at(state)) > 3]
    return [one_each(*options_of(number, seed)) for number in range(0, len(many), 6)]


def one_each(view: View, found: list[PlannerOption]) -> tuple[View, list[PlannerOption]]:
    """Return the first choice of each tunnel alone."""
    tunnels = {(o.line, o.start, o.end, o.cell): o for o in reversed(found)}
    return view, [replace(o, number=n) for n, o in enumerate(reversed(tunnels.values()), start=1)]


@pytest.mark.parametrize("seed", [3, 5, 8])
def test_a_number_is_nearest_to_its_tunnel_or_has_a_leader(seed: int) -> None:
    """Of its company's colour, light for the striped line; a leader crosses nothing."""
    for view, found in positions(seed):
        picture, grid = planner(view, list(found))
        discs = {
            o.number: numbered(picture, picture.stamped(number_stamp), o.number) for o in found
        }
        leaders = {
            each.at: (each.of["across"], each.of["down"]) for each in picture.stamped(_leader_stamp)
        }
        for option in found:
            (disc,) = discs[option.number]
            others = [o for o in found if (o.start, o.end, o.cell) != tunnel(option)]
            nearest = min((far(disc.at, track(grid, o)) for o in others), default=math.inf)

            assert disc.of["colour"] == theme.COMPANIES[option.company]
            assert disc.of["is_striped"] is (option.line is LineName.STRIPED)
            if disc.at not in leaders:
                assert far(disc.at, track(grid, option)) < nearest
                continue
            (x, y), (across, down) = disc.at, leaders[disc.at]
            leader = (x, y), (x + across, y + down)
            counts = lines_at(view)
            assert far(leader[1], track(grid, option)) <= 2
            assert all(
                far(other.at, leader) > other.of["height"] / 2
                for number, (other,) in discs.items()
                if number != option.number
            )
            assert all(
                far(grid.at(point), leader) > station_radius(grid, counts[point])
                for point in view.stations
            )


@pytest.mark.parametrize("seed", [2, 6])
def test_numbers_of_first_tunnels_stand_apart_and_hide_no_gate(seed: int) -> None:
    """Each nearest to the point to which it leads, so that twelve can be told on a phone.

    On the second ground a spot lies beside such a point.
    """
    steps = [(gate, step) for gate in GATES if gate.is_start for step in GATE_STEPS[gate.outer]]
    for half in (steps[:12], steps[12:]):
        found = [
            PlannerOption(n, Seat(0), LineName.SOLID, gate.outer, step.to, gate.cell)
            for n, (gate, step) in enumerate(half, start=1)
        ]
        picture, grid = planner(views(2 + seed % 3, seed)[0], list(found))
        discs = {
            o.number: numbered(picture, picture.stamped(number_stamp), o.number) for o in found
        }
        names = [text for text in picture.texts if text.text in {g.name for g in GATES}]

        assert len(found) == 12
        for option in found:
            (disc,) = discs[option.number]
            assert math.dist(disc.at, grid.at(option.end)) < grid.edge / 4
            for other in (each.at for (each,) in discs.values() if each is not disc):
                assert math.dist(disc.at, other) > 1.5 * disc.of["height"]
            assert all(math.dist(disc.at, name.middle) > disc.of["height"] for name in names)


def tunnel(option: PlannerOption) -> tuple[int, int, int]:
    """Return the tunnel that a choice digs: start, end and cell."""
    return option.start, option.end, option.cell


def track(grid: Grid, option: PlannerOption) -> tuple[Spot, Spot]:
    """Return the ends of a tunnel as it is drawn."""
    where = option.start, option.end, option.cell, OFFSET
    return grid.beside(*where, 0.2), grid.beside(*where, 0.9)


def numbered(picture: Shown, discs: list[Stamped], number: int) -> list[Stamped]:
    """Return the disc on which a number stands, alone or among others."""
    return [
        disc
        for disc in discs
        for each in picture.texts
        if math.dist(each.middle, disc.at) < 6
        for first, _, last in [each.text.partition("–")]
        if first.isdigit() and int(first) <= number <= int(last or first)
    ]


@pytest.mark.parametrize("number", [0, 16])
def test_each_choice_has_its_tunnel_as_a_ghost(number: int) -> None:
    """In its company's pale colour, in red where it does harm."""
    view, found = options_of(number)
    harmful = [replace(option, is_harmful=n == 0) for n, option in enumerate(found)]
    picture, grid = planner(view, list(harmful))
    ghosts = Counter(
        (each.at, each.ink)
        for each in picture.stamped(_ghost_stamp)
        if each.ink in (*theme.GHOSTS, theme.BAD_GHOST)
    )
    tunnels = {(o.start, o.end, o.cell): o for o in reversed(harmful)}
    wanted = Counter[tuple[tuple[int, int], object]]()
    for option in tunnels.values():
        (ax, ay), (bx, by) = grid.at(option.start), grid.at(option.end)
        ink = theme.BAD_GHOST if option.is_harmful else theme.GHOSTS[option.company]
        wanted[(round((ax + bx) / 2), round((ay + by) / 2)), ink] += 1

    assert ghosts == wanted


def test_a_number_tells_harm_and_the_stations_that_it_makes() -> None:
    """A cross at its left, as many small stations at its right; both only there."""
    view, found = options_of(5)
    first = replace(found[0], letter=None, is_harmful=True)
    for made in ((), (first.end,), (first.start, first.end)):
        option = replace(first, makes_station=made)
        picture, _ = planner(view, [option])
        bare, _ = planner(view, [replace(option, makes_station=(), is_harmful=False)])
        (disc,) = picture.stamped(number_stamp)
        crosses = picture.stamped(cross_stamp)
        more = len(picture.stamped(station_stamp)) - len(bare.stamped(station_stamp))
        marks = picture.stamped(station_stamp)[-more:] if more else []

        assert bare.stamped(cross_stamp) == []
        assert [each.at[0] < disc.at[0] for each in crosses] == [True]
        assert more == len(made)
        assert all(mark.at[0] >= disc.at[0] - 3 for mark in marks)
        assert len({mark.at for mark in marks}) == len(made)


def test_stations_to_choose_have_their_numbers_on_them() -> None:
    """Whatever else lies there."""
    view = views(4, 3)[-6]
    line = next(line for line in view.lines if len(line.points) > 4)
    options = list[Option](
        StationOption(n, line.company, line.name, line.points[n]) for n in (1, 2, 3)
    )
    picture, grid = planner(view, options)

    for option in options:
        assert isinstance(option, StationOption)
        (disc,) = numbered(picture, picture.stamped(number_stamp), option.number)
        assert disc.at == grid.at(option.point)


def test_own_ends_outside_are_named_at_the_edge_with_an_arrow_towards_them() -> None:
    found = 0
    for view in views(4, 3)[20:-1]:
        own = view.to_act
        if own is None:
            continue
        line = open_lines(view)[0]
        options: list[Option] = [StationOption(1, line.company, line.name, line.points[1])]
        picture, grid = planner(view, options)
        outside = [
            each for each in open_lines(view) if not grid.sees(tip_at(grid, each), grid.unit)
        ]
        wedges = [e for e in picture.stamped(wedge_stamp) if e.of["colour"] in theme.COMPANIES]

        assert len(wedges) == sum(each.company == own for each in outside)
        for wedge in wedges:
            assert wedge.of["colour"] == theme.COMPANIES[own]
            assert any(
                abs((toward(grid, each) - wedge.of["direction"] + 3) % 6 - 3) < 0.2
                for each in outside
                if each.company == own
            )
        found += len(wedges)
    assert found > 5


def toward(grid: Grid, line: LineView) -> float:
    """Return the direction from the middle to a line's end, in sixths of a turn."""
    (x, y), (right, bottom) = tip_at(grid, line), grid.room
    return math.atan2(bottom / 2 - y, x - right / 2) / math.radians(60)


def test_a_planner_shows_its_choices_and_what_is_new() -> None:
    """All points of each choice and its cell, with their neighbours; nothing: the whole city."""
    view, found = options_of(5)
    options = list[Option](found[:1])
    (option,) = found[:1]
    area = _concerned(view, options, Changes())
    new = Changes(tunnels=((option.company, LineName.SOLID, 0),))
    whole = _concerned(view, [], Changes())

    assert {option.start, option.end} < set(area)
    assert len(_concerned(view, [], new)) < len(whole)
    assert len(area) < CITY_POINTS / 2


def test_it_is_the_company_that_plans_whose_ends_are_pointed_at() -> None:
    """Also after its turn, when another one is to act."""
    view = next(v for v in views(4, 3)[20:-1] if v.to_act is not None)
    line = open_lines(view)[0]
    options: list[Option] = [StationOption(1, line.company, line.name, line.points[1])]
    pictures = [
        shown(lambda: draw_planner(view, PEOPLE, ENGLISH, options, seat=seat))  # noqa: B023 -- called at once
        for seat in map(Seat, range(4))
    ]

    for seat, picture in enumerate(pictures):
        colours = {e.of["colour"] for e in picture.stamped(wedge_stamp)} & set(theme.COMPANIES)
        assert colours <= {theme.COMPANIES[seat]}


def test_the_rim_of_a_striped_choice_is_dashed_however_wide() -> None:
    """Those with two digits and those of several choices are like those with one."""
    ink, gaps = theme.COMPANIES[0], list[int]()
    for width in (40, 50, 80):
        canvas = Canvas(Image.new("RGB", (width + 8, 48), theme.CARD))
        canvas.stamp(number_stamp(width, 40, ink, True), width // 2 + 4, 24)
        row = [canvas.image.getpixel((x, 7)) == ink for x in range(width + 8)]
        gaps.append(sum(a and not b for a, b in pairwise(row)))

    assert gaps[0] == 1 < gaps[1] < gaps[2]
