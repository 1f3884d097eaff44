"""What MetrOmania's city says, and a test for each fact that fails where it is drawn wrongly.

Boards, what happened since, parts and planners have the same city: each line in its colour, open
ends, badges where lines start and end, what is new, stations, markers with their owners and
warnings, names beside what they name, the numbers of choices beside their tunnels. What stands
beside the city: `test_city_panel_facts.py`.
"""

import math
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.geometry import CITY_POINTS, GATES, POINT_NAMES, Point
from metrobot.games.metromania.view import LineView, View
from render import theme
from render.metromania import (
    Changes,
    StationOption,
    changes_between,
    district,
    draw_board,
    draw_planner,
    draw_topic,
    zoomed,
)
from render.metromania.area import grid_for
from render.metromania.board import GRID
from render.metromania.examples import EXAMPLES
from render.metromania.glyphs import (
    badge_stamp,
    cross_stamp,
    disc_glow_stamp,
    marker_stamp,
    number_stamp,
    shape_glow_stamp,
    station_stamp,
    tick_stamp,
    tip_stamp,
    warning_stamp,
    wedge_stamp,
)
from render.metromania.grid import Grid
from render.metromania.options import Option
from render.metromania.places import lines_at, marker_spot, station_radius, tunnel_edges
from render.metromania.tags import tip_at
from render.metromania.tracks import (
    OFFSET,
    _dashes_stamp,
    _ghost_stamp,
    _stroke_stamp,
    halo_stamp,
    track_legs,
)
from render.metromania.zoom import SQUARE, STRIP, _concerned, _unit
from tests.render.games import views
from tests.render.shown import Shown, Stamped, shown
from tests.render.test_zoom import options_of
from tests.render.words import ENGLISH

PEOPLE = ("Ada", "Bo", "Cy", "Dee")
GAMES = [(2, 3), (3, 5), (4, 3)]


def board(view: View, new: Changes | None = None) -> Shown:
    """Return a board."""
    return shown(lambda: draw_board(view, PEOPLE, ENGLISH, changes=new))


def each_of(players: int, seed: int) -> list[tuple[View, View]]:
    """Return some turns of a random game: before and after."""
    return list(pairwise(views(players, seed)[:-1]))[4::7]


def open_lines(view: View) -> list[LineView]:
    """Return the lines that can still grow, as far as pictures go."""
    return [line for line in view.lines if line.cells and not line.is_finished]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_each_line_has_its_colour_at_all_its_points(game: tuple[int, int]) -> None:
    """And dashes on all of them if it is striped."""
    for _, view in each_of(*game):
        picture = board(view)
        strokes = Counter(
            (each.at, each.ink)
            for each in picture.stamped(_stroke_stamp)
            if each.ink in theme.COMPANIES
        )
        points = [
            (GRID.at(point), theme.COMPANIES[line.company], line.name)
            for line in view.lines
            for point in (line.points if line.cells else ())
        ]
        dashes = Counter(each.at for each in picture.stamped(_dashes_stamp))

        assert strokes == Counter(each[:2] for each in points)
        assert dashes == Counter(at for at, _, name in points if name is LineName.STRIPED)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_open_ends_have_their_tips_and_gates_their_badges(game: tuple[int, int]) -> None:
    """In the company's colour; a finished line has a badge at both ends, and no tip."""
    for _, view in each_of(*game):
        picture = board(view)
        tips = sorted((each.at, each.of["colour"]) for each in picture.stamped(tip_stamp))
        badges = {(e.at, e.of["colour"], e.of["is_striped"]) for e in picture.stamped(badge_stamp)}
        gates = {
            (GRID.at(point), theme.COMPANIES[line.company], line.name is LineName.STRIPED)
            for line in view.lines
            for point in (*line.points[:1], *line.points[-1:])
            if line.is_finished or (line.cells and point == line.points[0])
        }

        assert tips == sorted(
            (tip_at(GRID, line), theme.COMPANIES[line.company]) for line in open_lines(view)
        )
        assert gates <= badges
        outer = {GRID.at(gate.outer) for gate in GATES}
        assert {each[0] for each in badges if each[0] in outer} == {each[0] for each in gates}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_an_open_end_is_named_beside_it_with_its_lines_badge(game: tuple[int, int]) -> None:
    """So that whose line ends where can be read."""
    for _, view in each_of(*game):
        picture = board(view)
        for line in open_lines(view):
            tip, name = tip_at(GRID, line), POINT_NAMES[line.points[-1]]
            near = [t for t in picture.written(name) if math.dist(t.middle, tip) < 1.5 * GRID.edge]
            badges = {
                (e.of["colour"], e.of["is_striped"])
                for e in picture.stamped(badge_stamp)
                for text in near
                if 0 < text.box[0] - e.at[0] < 2 * GRID.unit and abs(text.middle[1] - e.at[1]) < 6
            }

            assert (theme.COMPANIES[line.company], line.name is LineName.STRIPED) in badges
            assert len(badges) <= len(
                [e for e in open_lines(view) if e.points[-1] == line.points[-1]]
            )


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_just_what_is_new_glows(game: tuple[int, int]) -> None:
    """Tunnels at the points where they begin, stations, markers: of one turn and of several."""
    shown_views = views(*game)
    for before, after in [*each_of(*game), (shown_views[2], shown_views[-3])]:
        new = changes_between(before, after)
        picture = board(after, new)
        halos = [each for each in picture.stamped(halo_stamp) if each.ink == theme.HALO]
        rims = [each for each in picture.stamped(halo_stamp) if each.ink == theme.INK]
        lines = {(line.company, line.name): line for line in after.lines}
        tunnels = [
            (
                GRID.at(lines[company, name].points[ix]),
                track_legs(
                    lines[company, name].points[ix : ix + 2],
                    lines[company, name].cells[ix : ix + 1],
                )[0],
                ix > 0 and (company, name, ix - 1) not in new.tunnels,
            )
            for company, name, ix in new.tunnels
        ]
        found = [(each.at, each.of["leg"], each.of["is_first"]) for each in halos]
        edges = tunnel_edges(after)
        markers = {p.marker: marker_spot(GRID, p.cell, edges) for p in after.placed}

        assert sorted(found) == sorted(tunnels)
        assert [(e.at, e.of["leg"]) for e in rims] == [(e.at, e.of["leg"]) for e in halos]
        assert all(a.of["px"] > b.of["px"] for a, b in zip(rims, halos, strict=True))
        assert picture.spots(disc_glow_stamp) == {GRID.at(point) for point in new.stations}
        assert picture.spots(shape_glow_stamp) == {markers[each] for each in new.markers}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_stations_stand_on_their_points(game: tuple[int, int]) -> None:
    """Larger where lines meet; new ones are named."""
    for before, view in each_of(*game):
        new = changes_between(before, view)
        picture = board(view, new)
        counts = lines_at(view)
        found = {e.at: e.of["radius"] for e in picture.stamped(station_stamp) if e.at[0] < 862}
        wanted = {GRID.at(p): station_radius(GRID, counts[p]) for p in view.stations}

        assert {at: radius for at, radius in found.items() if at in wanted} == wanted
        for point in new.stations:
            names = picture.written(POINT_NAMES[point])
            assert min(math.dist(each.middle, GRID.at(point)) for each in names) < 1.6 * GRID.edge


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_markers_have_their_owners_colour_their_shape_and_letter(game: tuple[int, int]) -> None:
    """And a warning at their upper right as long as no station serves them."""
    for _, view in each_of(*game):
        picture, edges = board(view), tunnel_edges(view)
        found = {e.at: (e.of["colour"], e.of["spot"]) for e in picture.stamped(marker_stamp)}
        warnings = [e.at for e in picture.stamped(warning_stamp) if e.at[1] < 680]
        served = {}
        for placed in view.placed:
            at = marker_spot(GRID, placed.cell, edges)
            letters = [t for t in picture.texts if math.dist(t.middle, at) < 9]
            served[at] = placed.is_served

            assert found[at] == (theme.COMPANIES[placed.company], placed.marker.spot)
            assert letters[-1].text == placed.marker.letter
            assert letters[-1].ink == theme.COMPANY_INKS[placed.company]
        near = {
            at: any(0 < w[0] - at[0] < 24 and 0 < at[1] - w[1] < 24 for w in warnings)
            for at in served
        }
        assert near == {at: not is_served for at, is_served in served.items()}


def planner(view: View, options: list[Option]) -> tuple[Shown, Grid]:
    """Return a planner's picture, and where its city lies."""
    area = _concerned(view, options, Changes())
    grid = grid_for(area, (SQUARE[0], SQUARE[1] - STRIP), _unit(SQUARE))
    return shown(lambda: draw_planner(view, PEOPLE, ENGLISH, options)), grid


@pytest.mark.parametrize("number", range(0, 40, 8))
def test_numbers_stand_beside_their_tunnels(number: int) -> None:
    """On the side of the tunnel's cell, in its company's colour, light for the striped line."""
    view, found = options_of(number)
    options = list[Option](found)
    picture, grid = planner(view, options)
    discs = picture.stamped(number_stamp)

    assert len(discs) == len({(o.line, o.start, o.end, o.cell) for o in found})
    beside = [grid.beside(o.start, o.end, o.cell, OFFSET) for o in found]
    nearest = 0
    for option, ghost in zip(found, beside, strict=True):
        (disc,) = numbered(picture, discs, option.number)
        own = math.dist(disc.at, ghost)
        nearest += own == min(math.dist(disc.at, each) for each in beside)

        assert own < grid.edge * 0.75
        assert disc.of["colour"] == theme.COMPANIES[option.company]
        assert disc.of["is_striped"] is (option.line is LineName.STRIPED)
    assert nearest >= len(found) * 0.8


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
        (each.at, each.ink) for each in picture.stamped(_ghost_stamp) if each.ink != theme.CASING
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
    """Of the company that plans, not of others."""
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
    """Return in which direction a line's end lies from the middle, in sixths of a turn."""
    (x, y), (right, bottom) = tip_at(grid, line), grid.room
    return math.atan2(bottom / 2 - y, x - right / 2) / math.radians(60)


@pytest.mark.parametrize("name", ["N", "SE", "SW"])
def test_a_part_names_every_point_on_or_beside_it(name: str) -> None:
    """Each within an edge of its own point."""
    view = views(4, 3)[-6]
    area, size = district(name), (1200, 800 - STRIP)
    grid = grid_for(area, size, _unit((1200, 800)))
    picture = shown(lambda: zoomed(view, PEOPLE, ENGLISH, area))
    texts = [each for each in picture.texts if each.box[1] < size[1]]

    assert grid.is_close
    for point in map(Point, range(CITY_POINTS)):
        if grid.sees(grid.at(point), grid.unit, grid.unit // 2):
            own = [t for t in texts if t.text == POINT_NAMES[point]]
            assert min(math.dist(t.middle, grid.at(point)) for t in own) < 0.9 * grid.edge


def test_a_planner_shows_its_choices_and_what_is_new() -> None:
    """All points of each choice and its cell, with their neighbours; nothing: the whole city."""
    view, found = options_of(5)
    options = list[Option](found[:1])
    (option,) = found[:1]
    area = _concerned(view, options, Changes())
    new = Changes(tunnels=((option.company, LineName.SOLID, 0),))
    whole = _concerned(view, [], Changes())

    assert {option.start, option.end} < set(area.points)
    assert len(_concerned(view, [], new).points) < len(whole.points) or whole.points
    assert len(area.points) < CITY_POINTS / 2


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_a_page_of_the_rules_shows_its_examples(name: str) -> None:
    """Ticks where it is allowed, crosses where it is not; as many markers as it has."""
    examples = EXAMPLES[name]
    picture = shown(lambda: draw_topic(name, ENGLISH))
    captioned = [each for each in examples if each.caption]
    good = sum(len(e.good) for e in examples) + sum(e.is_good for e in captioned)
    bad = sum(len(e.bad) for e in examples) + sum(not e.is_good for e in captioned)

    assert len(picture.stamped(tick_stamp)) == good
    assert len(picture.stamped(cross_stamp)) == bad
    assert len(picture.stamped(marker_stamp)) == sum(len(e.markers) for e in examples)
    assert len(picture.stamped(disc_glow_stamp)) == sum(
        len(e.new_stations.split()) for e in examples
    )
    assert len([e for e in picture.stamped(halo_stamp) if e.ink == theme.HALO]) == sum(
        each.new for each in examples
    )


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
