"""What MetrOmania's city says, and a test for each fact that fails where it is drawn wrongly.

Boards, what happened since, parts and planners have the same city: each line in its colour, open
ends, badges where lines start and end, what is new, stations, markers with their owners and
warnings, names beside what they name. Choices: `test_city_planner_facts.py`. What stands
beside the city: `test_city_panel_facts.py`.
"""

import math
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product

import pytest

from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.geometry import CITY_POINTS, CORNERS, GATES, POINT_NAMES, Point
from metrobot.games.metromania.view import LineView, View
from render import theme
from render.boxes import nearest
from render.metromania.area import quarter
from render.metromania.board import GRID, draw_board
from render.metromania.changes import Changes, changes_between
from render.metromania.examples import EXAMPLES
from render.metromania.glyphs import (
    badge_stamp,
    cross_stamp,
    disc_contour_stamp,
    marker_contour_stamp,
    marker_stamp,
    station_stamp,
    tick_stamp,
    tip_stamp,
    warning_stamp,
)
from render.metromania.labels.names import gate_places
from render.metromania.lines.network import tip_at
from render.metromania.lines.tracks import (
    TrackLeg,
    _dashes_stamp,
    _stroke_stamp,
    band_stamp,
    track_legs,
)
from render.metromania.map.tags import room_of
from render.metromania.places import MARKER, lines_at, marker_spot, station_radius, tunnel_edges
from render.metromania.topics import draw_topic
from render.metromania.zoom import SQUARE, STRIP, part_grid, zoomed
from tests.render.metromania.games import views
from tests.render.metromania.words import ENGLISH
from tests.render.shown import Shown, Stamped, shown

PEOPLE = ("Ada", "Bo", "Cy", "Dee")
GAMES = [(2, 3), (3, 5), (4, 3)]


def board(view: View, new: Changes | None = None) -> Shown:
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
    """Readers can so tell each end's point and line."""
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


def ways_from(each: Stamped) -> frozenset[TrackLeg]:
    """Return the tunnels that a piece of a band leads into, as seen from its point."""
    before, after = each.of["before"], each.of["after"]
    return frozenset(([before.back] if before else []) + ([after] if after else []))


def new_ways(
    view: View, new: Changes
) -> Iterator[tuple[tuple[int, int], frozenset[TrackLeg], bool]]:
    """Yield the ends of new tunnels, their ways from there, and if an old one comes too."""
    for line in view.lines:
        fresh = [
            leg if (line.company, line.name, ix) in new.tunnels else None
            for ix, leg in enumerate(track_legs(line.points, line.cells))
        ]
        sides = pairwise((None, *fresh, None))
        for n, (point, (before, after)) in enumerate(zip(line.points, sides, strict=False)):
            ways = [leg for leg in (before and before.back, after) if leg]
            if ways:
                yield GRID.at(point), frozenset(ways), n > 0 and not before


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_just_what_is_new_has_a_contour(game: tuple[int, int]) -> None:
    """Tunnels along their bends, stations, markers: of one turn and of several."""
    shown_views = views(*game)
    for before, after in [*each_of(*game), (shown_views[2], shown_views[-3])]:
        new = changes_between(before, after)
        picture = board(after, new)
        papers = [each for each in picture.stamped(band_stamp) if each.ink == theme.CARD]
        rims = [each for each in picture.stamped(band_stamp) if each.ink == theme.INK]
        found = Counter((each.at, ways_from(each), each.of["is_late"]) for each in papers)
        edges = tunnel_edges(after)
        markers = {p.marker: marker_spot(GRID, p.cell, edges) for p in after.placed}

        assert found == Counter(new_ways(after, new))
        assert [(e.at, ways_from(e)) for e in rims] == [(e.at, ways_from(e)) for e in papers]
        assert all(a.of["px"] > b.of["px"] for a, b in zip(rims, papers, strict=True))
        assert picture.spots(disc_contour_stamp) == {GRID.at(point) for point in new.stations}
        assert picture.spots(marker_contour_stamp) == {markers[each] for each in new.markers}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_stations_stand_on_their_points(game: tuple[int, int]) -> None:
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
            assert letters[-1].ink == theme.CARD
        near = {
            at: any(0 < w[0] - at[0] < 24 and 0 < at[1] - w[1] < 24 for w in warnings)
            for at in served
        }
        assert near == {at: not is_served for at, is_served in served.items()}


@pytest.mark.parametrize("name", ["NW", "SE", "SW"])
def test_a_part_names_every_point_on_or_beside_it(name: str) -> None:
    view = views(4, 3)[-6]
    area, size = quarter(name), (SQUARE[0], SQUARE[1] - STRIP)
    grid = part_grid(area)
    picture = shown(lambda: zoomed(view, PEOPLE, ENGLISH, area))
    texts = [each for each in picture.texts if each.box[1] < size[1]]

    assert grid.is_close
    for point in map(Point, range(CITY_POINTS)):
        if grid.sees(grid.at(point), grid.unit, grid.unit // 2):
            own = [t for t in texts if t.text == POINT_NAMES[point]]
            distance = min(math.dist(t.middle, grid.at(point)) for t in own)
            assert distance < 0.9 * grid.edge
            # A name within its station is legible; across a line it would not be.
            if point in view.stations:
                assert distance < 0.1 * grid.edge
            elif lines_at(view)[point]:
                assert distance > 0.1 * grid.edge


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_a_page_of_the_rules_shows_its_examples(name: str) -> None:
    """Ticks for allowed tunnels, crosses for others; as many markers as it has."""
    examples = EXAMPLES[name]
    picture = shown(lambda: draw_topic(name, ENGLISH))
    captioned = [each for each in examples if each.caption]
    good = sum(len(e.good) for e in examples) + sum(e.is_good for e in captioned)
    bad = sum(len(e.bad) for e in examples) + sum(not e.is_good for e in captioned)

    assert len(picture.stamped(tick_stamp)) == good
    assert len(picture.stamped(cross_stamp)) == bad
    assert len(picture.stamped(marker_stamp)) == sum(len(e.markers) for e in examples)
    assert len(picture.stamped(disc_contour_stamp)) == sum(
        len(e.new_stations.split()) for e in examples
    )
    bands = [ways_from(e) for e in picture.stamped(band_stamp) if e.ink == theme.CARD]
    assert sum(map(len, bands)) == 2 * sum(each.new for each in examples)


def test_names_of_free_gates_stand_within_their_cells() -> None:
    """Whichever way a cell points: in its wide part."""
    picture = board(views(4, 3)[0])
    for gate in GATES:
        (text,) = picture.written(gate.name)
        left, top, right, bottom = text.box
        corners = [GRID.at(point) for point in CORNERS[gate.cell]]
        out = [beyond(at, corners) for at in product((left, right), (top, bottom))]

        assert max(out) < 5


def beyond(at: tuple[int, int], corners: list[tuple[int, int]]) -> float:
    """Return the distance by which a spot lies outside a triangle, at most."""
    (mx, my) = (sum(axis) / 3 for axis in zip(*corners, strict=True))
    far = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        nx, ny = by - ay, ax - bx
        side = -1 if (mx - ax) * nx + (my - ay) * ny > 0 else 1
        far.append(side * ((at[0] - ax) * nx + (at[1] - ay) * ny) / math.hypot(nx, ny))
    return max(far)


@pytest.mark.parametrize("game", [*GAMES, (4, 7), (2, 9)], ids=str)
def test_no_gates_name_lies_over_a_marker_or_station(game: tuple[int, int]) -> None:
    """Not even where a tunnel leads through the gate."""
    for view in views(*game)[::5]:
        room, counts, edges = room_of(GRID, view), lines_at(view), tunnel_edges(view)
        radii = {GRID.at(point): station_radius(GRID, counts[point]) for point in view.stations}
        for piece in view.placed:
            radii[marker_spot(GRID, piece.cell, edges)] = GRID.round_sign(MARKER)
        for box in gate_places(GRID, view, room).values():
            assert all(math.dist(nearest(box, spot), spot) > radii[spot] for spot in radii)
