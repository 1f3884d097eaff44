"""Parts of the map: zooms, the planner, the pages of the rules."""

from dataclasses import replace
from typing import get_args

import pytest
from PIL import Image, ImageChops

from metrobot.games.underground.actions import Build
from metrobot.games.underground.board import (
    COLOURS,
    LINKS,
    STATION_NAMED,
    STATIONS,
    Station,
    StationKind,
)
from metrobot.games.underground.forecast import likely_trips, sure_legs, visits_to_come
from metrobot.games.underground.turn.pieces import cost_of
from metrobot.games.underground.view import View
from render import theme
from render.boxes import Box
from render.canvas import Canvas
from render.png import png_of
from render.signs import Role, noting
from render.underground import inks
from render.underground.board import GRID, MAP, UNIT, WIDTH, Scene, draw_map
from render.underground.changes import NOTHING, PlannerOption
from render.underground.glyphs import reach
from render.underground.grid import (
    AREA_SIZE,
    AREAS,
    SCALES,
    WHOLE,
    Area,
    Grid,
    Spot,
    Window,
    steps,
    window_for,
)
from render.underground.labels.plates import placed_plates, wanted
from render.underground.labels.printed import RADIUS, label_box
from render.underground.map import ground
from render.underground.map.places import name_fits, ring_radius
from render.underground.topics import TOPICS, draw_topic
from render.underground.zoom import SIZE, draw_planner, part_grid, zoomed
from tests.render.metromania.games import count, difference, is_near, pixel
from tests.render.underground.games import ENGLISH, PEOPLE, TITLE, states, views
from tests.render.underground.laws import far

PARTS: tuple[Area, ...] = get_args(Area)


def everywhere() -> list[Station]:
    return [Station(ix) for ix in range(len(STATIONS))]


@pytest.mark.parametrize("area", PARTS)
def test_zoom_is_larger_than_the_board(area: Area) -> None:
    view = views(4, 4)[20]
    picture = zoomed(view, PEOPLE, ENGLISH, area)

    assert part_grid(area).pitch >= 1.8 * GRID.pitch
    assert picture.width == 1600
    assert len(png_of(picture)) <= 200_000
    assert png_of(picture) == png_of(zoomed(view, PEOPLE, ENGLISH, area))


@pytest.mark.parametrize("area", PARTS)
def test_zoom_shows_its_stations(area: Area) -> None:
    window, grid = AREAS[area], part_grid(area)
    bare = replace(views(4, 4)[0], symbols=(), open_cards=(), passenger=None)
    picture = zoomed(bare, PEOPLE, ENGLISH, area)
    inner = Window(window.left + 0.5, window.top + 0.5, window.right - 0.5, window.bottom - 0.5)
    for station in filter(inner.holds, everywhere()):
        x, y = grid.at(station)
        kind = STATIONS[station].kind
        high = grid.part(0.09 if kind is not StationKind.START else 0.12)

        assert is_near(pixel(picture, (x, y - high)), inks.KINDS[kind], 20), STATIONS[station].name


def test_every_name_stands_whole_on_a_part() -> None:
    """With its station, so that nothing on the board is without a name one press away."""
    named = {
        station
        for area in PARTS
        for station in everywhere()
        if AREAS[area].holds(station) and name_fits(part_grid(area), station, (0, 0, *AREA_SIZE))
    }

    assert named == set(everywhere())


def test_every_station_lies_in_a_part() -> None:
    seen = {s for window in AREAS.values() for s in everywhere() if window.holds(s)}

    assert seen == set(everywhere())


def test_centre_holds_the_inner_circle() -> None:
    window = AREAS["centre"]
    names = ("paddington", "liverpool_street", "euston", "waterloo", "earls_court", "aldgate")

    assert all(window.holds(STATION_NAMED[name]) for name in names)


def test_a_corner_is_shown_without_what_lies_beyond_the_map() -> None:
    for station in everywhere():
        grid = window_for([station], SIZE).grid((0, 0, *SIZE)).within_map(SIZE)
        left, top = -grid.left / grid.pitch, -grid.top / grid.pitch

        assert WHOLE.left - 0.01 <= left <= WHOLE.right - SIZE[0] / grid.pitch + 0.01
        assert WHOLE.top - 0.01 <= top <= WHOLE.bottom - SIZE[1] / grid.pitch + 0.01


def test_window_shows_what_must_be_seen() -> None:
    for one, other in zip(everywhere(), reversed(everywhere()), strict=True):
        window = window_for((one, other), SIZE)
        grid = window.grid((0, 0, *SIZE))

        for station in (one, other):
            x, y = grid.at(station)
            assert window.holds(station)
            assert 0 < x < SIZE[0]
            assert 0 < y < SIZE[1]


@pytest.mark.parametrize("area", PARTS)
def test_ground_of_a_part_is_cut_from_the_kept_map(area: Area) -> None:
    """It is the same as one that is drawn for this part alone, but for edges of some dashes."""
    grid, (width, height) = part_grid(area), AREA_SIZE
    drawn = ground.draw_ground(grid, AREA_SIZE, (-20, -20, width + 20, height + 20))

    cut = ground.part_ground(grid, AREA_SIZE, AREA_SIZE)

    apart = ImageChops.difference(cut, inks.PALETTE.reduced(drawn).convert("RGB")).convert("L")
    counts = apart.histogram()
    assert sum(counts[1:]) < 1000
    assert sum(counts[16:]) == 0


def all_tiles(pitch: int) -> dict[ground.Place, Image.Image]:
    return {
        (first[0] + column, first[1] + row): tile
        for first in ground.BLOCKS
        for (column, row), tile in ground.tiles(pitch, first).items()
    }


def test_equal_tiles_are_one() -> None:
    """So files are small."""
    found = all_tiles(min(SCALES))

    assert len({id(tile) for tile in found.values()}) < len(found) * 9 / 10


def test_any_other_scale_is_drawn() -> None:
    pitch = min(SCALES) - 6

    found = all_tiles(pitch)

    assert len(found.keys() ^ all_tiles(min(SCALES)).keys()) <= 12
    assert {tile.size for tile in found.values()} == {(pitch // 2, pitch // 2)}


def test_only_the_blocks_in_sight_are_drawn() -> None:
    """So a process's first picture of a part does not wait for the whole map."""
    ground.tiles.cache_clear()

    ground.part_ground(part_grid(PARTS[0]), AREA_SIZE, AREA_SIZE)

    assert 0 < ground.tiles.cache_info().currsize < len(ground.BLOCKS)


def test_window_of_nothing_is_the_whole_map() -> None:
    """Without anything to see everything is shown."""
    assert window_for((), SIZE) == WHOLE
    assert all(WHOLE.left < steps(s)[0] < WHOLE.right for s in everywhere())


def options_in(players: int, seed: int, tokens: int) -> tuple[View, list[PlannerOption]]:
    """Return a state and the choices of a colour, of which one costs that many tokens."""
    for state in states(players, seed):
        builds = [a for a in TITLE.legal_actions(state, state.to_act) if isinstance(a, Build)]
        for colour in sorted({a.colour for a in builds}):
            own = [a for a in builds if a.colour == colour]
            costs = [cost_of(state, a) or 0 for a in own]
            if len(own) <= 25 and tokens in costs:
                return TITLE.view_for(state), [
                    PlannerOption(n, a.colour, a.link, cost)
                    for n, (a, cost) in enumerate(zip(own, costs, strict=True), start=1)
                ]
    raise AssertionError("no such state")


@pytest.mark.parametrize("tokens", [0, 2])
def test_planner_numbers_the_choices(tokens: int) -> None:
    view, options = options_in(3, 3, tokens)
    plain = draw_planner(view, PEOPLE, ENGLISH, [])
    shown = draw_planner(view, PEOPLE, ENGLISH, options)

    assert len(png_of(shown)) <= 200_000
    assert shown.size == plain.size
    assert difference(shown, plain) is not None
    assert png_of(shown) == png_of(draw_planner(view, PEOPLE, ENGLISH, options))


def test_planner_shows_every_choice() -> None:
    view, options = options_in(4, 4, 2)
    ends = {s for o in options for s in (LINKS[o.link].a, LINKS[o.link].b)}
    window = window_for(ends, SIZE)

    assert all(window.holds(station) for station in ends)
    assert draw_planner(view, PEOPLE, ENGLISH, options).width == SIZE[0]


@pytest.mark.parametrize("name", TOPICS)
def test_topic_is_a_small_picture(name: str) -> None:
    picture = draw_topic(name, ENGLISH)
    pieces = sum(count(picture, colour, 2) for colour in inks.LINES[:1] + inks.LINES[2:8])

    assert picture.size == (1200, 800)
    assert len(png_of(picture)) <= 100_000
    assert png_of(picture) == png_of(draw_topic(name, ENGLISH))
    assert pieces > 2000


def test_topics_are_the_goal_and_the_four_hard_ones() -> None:
    """The goal, branch, loop, enclosure and the passenger; nothing else."""
    assert TOPICS == ("goal", "branch", "loop", "enclosed", "passenger")
    with pytest.raises(KeyError):
        draw_topic("weather", ENGLISH)


def test_codes_are_letters_of_their_own() -> None:
    assert len({colour.code for colour in COLOURS}) == len(COLOURS)
    assert set(inks.LINE_INKS) == {theme.INK, theme.CARD}


def test_planner_tells_no_second_visit_that_is_not_sure() -> None:
    """If the first may end at several stations, the start of the second is unknown."""
    seen = (view for seed in range(1, 9) for view in views(3, seed))
    view = next(view for view in seen if len(visits_to_come(view)) > 2)

    assert len(sure_legs(view)) == 1
    assert {trip.start for trip in likely_trips(view)} == {view.passenger}
    assert draw_planner(view, PEOPLE, ENGLISH, []).width == SIZE[0]


@pytest.mark.parametrize("area", PARTS)
def test_no_name_of_a_part_touches_another_station(area: Area) -> None:
    """Names stand on the data's side, at the scale of the part."""
    grid = part_grid(area)
    named = [s for s in everywhere() if name_fits(grid, s, (0, 0, *AREA_SIZE))]
    hidden = [
        (STATIONS[station].name, STATIONS[other].name)
        for station in named
        for other in everywhere()
        if other != station and is_over(label_box(grid, station), grid, other)
    ]

    assert hidden == []


def is_over(box: Box, grid: Grid, station: Station) -> bool:
    """Return whether a box touches a station."""
    return far(box, grid.at(station)) < reach(STATIONS[station].kind, grid.part(RADIUS)) + 2


@pytest.mark.parametrize("name", ["newbury_park", "holborn", "high_street_kensington"])
def test_no_name_of_a_part_stands_on_a_ring(name: str) -> None:
    """Beside an open destination the neighbour's name stands where it can be read."""
    view = replace(views(4, 4)[20], open_cards=(STATION_NAMED[name],))
    for area in (each for each in PARTS if AREAS[each].holds(STATION_NAMED[name])):
        with noting() as notes:
            zoomed(view, PEOPLE, ENGLISH, area)
        grid = part_grid(area)
        signs = [s for put in notes.picture for s in put.signs if s.role is Role.TEXT]
        called = {site.name for site in STATIONS}
        boxes = {
            s.text: s.box for s in signs if s.text in called - {STATIONS[STATION_NAMED[name]].name}
        }

        assert boxes
        for station, box in boxes.items():
            assert far(box, grid.at(STATION_NAMED[name])) >= ring_radius(
                grid, STATION_NAMED[name]
            ), station


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (5, 1), (5, 3)])
def test_no_line_to_a_name_runs_through_another_name(players: int, seed: int) -> None:
    for view in views(players, seed)[3::7]:
        canvas = Canvas(Image.new("RGB", (WIDTH, MAP[3]), theme.CARD))
        drawn = draw_map(canvas, GRID, view, Scene(MAP), UNIT)
        plates = placed_plates(drawn.room, GRID, UNIT, wanted(view, NOTHING))
        for plate in (each for each in plates if each.is_off):
            others = [other.box for other in plates if other != plate]
            way = line_to(GRID.at(plate.station), plate.box)
            assert not any(holds_spot(box, at) for box in others for at in way), plate


def line_to(at: tuple[int, int], box: Box) -> list[Spot]:
    """Return spots of the straight line from a station to the nearest spot of a box."""
    (x, y), (left, top, right, bottom) = at, box
    dx, dy = min(max(x, left), right) - x, min(max(y, top), bottom) - y
    return [(x + dx * n / 50, y + dy * n / 50) for n in range(51)]


def holds_spot(box: Box, at: Spot) -> bool:
    return box[0] < at[0] < box[2] and box[1] < at[1] < box[3]
