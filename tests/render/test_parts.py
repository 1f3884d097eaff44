"""Zooms, the planner, trips, hands, rule pages."""

import math
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import Dig, LineName
from metrobot.games.metromania.geometry import (
    GATES,
    POINT_NAMED,
    SIDE_NAMES,
    direction_between,
    turn_between,
)
from metrobot.games.metromania.view import View
from render import theme
from render.metromania import (
    TOPICS,
    WHOLE,
    PlannerOption,
    StationOption,
    around,
    changes,
    district,
    hand,
    planner,
    topic,
    trip,
    zoomed,
)
from render.metromania.area import grid_for
from render.metromania.changes import NOTHING
from render.metromania.choices import apart
from render.metromania.scenes import SCENES
from render.metromania.topics import run_of
from render.metromania.trippanel import legs_of
from render.metromania.trips import runs
from render.metromania.zoom import SIZE, STRIP
from render.png import png
from tests.render.games import TITLE, count, states, views
from tests.render.words import ENGLISH, PEOPLE


def difference(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    """Return where two pictures differ."""
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox()


def options_of(number: int, seed: int = 3) -> tuple[View, list[PlannerOption]]:
    """Return a position of a random game with what may be dug there, numbered."""
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


@pytest.mark.parametrize("name", SIDE_NAMES)
def test_district_shows_all_its_points_and_gates(name: str) -> None:
    """A district's 21 points and the corners of its four gates lie within the picture."""
    area = district(name)
    grid = grid_for(area, (SIZE[0], SIZE[1] - STRIP))

    assert len(area.points) == 25
    for point in area.points:
        x, y = grid.at(point)

        assert 20 < x < SIZE[0] - 20
        assert 20 < y < SIZE[1] - STRIP - 20


def test_areas_of_unknown_name_are_refused() -> None:
    """There is no district but six."""
    with pytest.raises(ValueError, match="not in"):
        district("X")


def test_around_reaches_neighbours_and_gates() -> None:
    """The surroundings of a point are its neighbours; of a gate's corner its rim."""
    gate = GATES[0]

    assert len(around((POINT_NAMED["F6"],)).points) == 7
    assert set(gate.rim) < set(around((gate.outer,)).points)


def test_zoom_is_larger_than_the_board() -> None:
    """A district's edges are longer than the board's; the whole city fits too."""
    room = SIZE[0], SIZE[1] - STRIP

    assert grid_for(district("N"), room).edge > 130
    assert grid_for(around((POINT_NAMED["F6"],)), room).edge > 200
    assert 60 <= grid_for(WHOLE, room).edge < 96


def test_zoom_is_a_picture_of_the_view() -> None:
    """A zoom is as deterministic, as large and as small as the board."""
    view = views(4, 3)[-6]
    pictures = [zoomed(view, PEOPLE, ENGLISH, district("SE")) for _ in range(2)]

    assert pictures[0].size == SIZE
    assert png(pictures[0]) == png(pictures[1])
    assert len(png(pictures[0])) <= 300_000


def test_every_choice_has_its_number_on_the_picture() -> None:
    """Each number makes a difference, and none lies outside the picture."""
    view, options = options_of(5)
    whole = planner(view, PEOPLE, ENGLISH, options)
    for option in options:
        renumbered = [replace(o, number=88) if o is option else o for o in options]
        box = difference(whole, planner(view, PEOPLE, ENGLISH, renumbered))

        assert box is not None
        assert box[0] > 0
        assert box[1] > 0
        assert box[2] < SIZE[0]
        assert box[3] < SIZE[1] - STRIP


def test_numbers_do_not_cover_each_other() -> None:
    """Even many numbers wished for at one spot end up apart."""
    spots = apart([(100.0, 100.0)] * 6 + [(110.0, 105.0)] * 3, 50)

    assert min(math.dist(a, b) for a, b in combinations(spots, 2)) > 40


def test_numbers_with_room_stay_where_they_are() -> None:
    """Spots that are far from each other are not moved."""
    assert apart([(0.0, 0.0), (60.0, 0.0)], 50) == [(0.0, 0.0), (60.0, 0.0)]


def test_marker_and_stations_of_a_choice_are_shown() -> None:
    """A choice tells which marker it places and that it makes stations."""
    view, options = options_of(5)
    first = replace(options[0], letter=None, makes_station=())
    plain = planner(view, PEOPLE, ENGLISH, [first])

    lettered = planner(view, PEOPLE, ENGLISH, [replace(first, letter="D")])
    assert difference(plain, lettered)
    building = planner(view, PEOPLE, ENGLISH, [replace(first, makes_station=(first.end,))])
    assert difference(plain, building)
    twice = planner(view, PEOPLE, ENGLISH, [replace(first, makes_station=(first.start, first.end))])
    assert difference(building, twice)


def test_stations_are_choices_too() -> None:
    """Numbered stations are drawn on their points."""
    view = views(4, 3)[-6]
    line = next(line for c in view.companies for line in c.lines if len(line.points) > 4)
    options = [StationOption(n, line.company, line.name, line.points[n]) for n in (1, 2, 3)]
    picture = planner(view, PEOPLE, ENGLISH, options)

    assert difference(picture, planner(view, PEOPLE, ENGLISH, options[:2]))


def test_planner_without_choices_shows_what_is_new() -> None:
    """A finished draft is shown around its tunnels; an empty one as the whole city."""
    shown = views(4, 3)
    new = changes(shown[9], shown[10])
    done = planner(shown[10], PEOPLE, ENGLISH, [], changes=new)

    assert count(done, theme.HALO) > 500
    assert difference(done, planner(shown[10], PEOPLE, ENGLISH, []))


@pytest.mark.parametrize("players", [2, 4])
def test_trips_are_drawn(players: int) -> None:
    """Each of the seven trips has a picture of its own, not too heavy."""
    final = views(players, 3)[-1]
    files = {png(trip(final, PEOPLE, ENGLISH, n)) for n in range(7)}

    assert len(files) == 7
    assert max(map(len, files)) <= 300_000


def test_trip_shows_its_routes_in_full_colour() -> None:
    """Colours of the companies on the route are strong, those of the others pale."""
    final = views(4, 3)[-1]
    assert final.result is not None
    ix = next(n for n, t in enumerate(final.result.trips) if t.minutes is not None)
    result = final.result.trips[ix]
    bare = replace(result, sections=(), route=())
    trips = tuple(bare if t is result else t for t in final.result.trips)
    without = replace(final, result=replace(final.result, trips=trips))
    company = result.sections[0].company
    with_route, without_route = (
        trip(view, PEOPLE, ENGLISH, ix).crop((0, 0, 1100, 1056)) for view in (final, without)
    )

    colour = theme.COMPANIES[company]
    assert count(with_route, colour) > count(without_route, colour) + 300


def test_trip_before_the_end_is_refused() -> None:
    """There is nothing to count while the game goes on."""
    with pytest.raises(ValueError, match="before the end"):
        trip(views(4, 3)[5], PEOPLE, ENGLISH, 0)


def test_sections_become_stretches_of_their_line() -> None:
    """Neighbouring sections join, in whichever direction they are ridden."""
    final = views(4, 3)[-1]
    assert final.result is not None
    for result in final.result.trips:
        for section in result.sections:
            lines = final.companies[section.company].lines
            line = next(line for line in lines if line.name is section.line)
            (low, high), *more = runs(line, [section])

            assert not more
            assert {line.points[low], line.points[high]} == {section.start, section.end}


def test_route_is_told_ride_by_ride() -> None:
    """Rides hang together and their sections add up to the route."""
    final = views(4, 3)[-1]
    assert final.result is not None
    for result in final.result.trips:
        rides = list(legs_of(result.route))

        assert sum(ride.minutes for ride in rides) == len(result.route)
        assert all(a.end == b.start for a, b in pairwise(rides))
        if result.minutes is not None:
            assert result.minutes == len(result.route) + 3 * (len(rides) - 1)


def test_hand_shows_only_what_the_view_shows() -> None:
    """A spectator's picture of a hand lacks the markers that are still held."""
    own, public = views(4, 3, (1,))[3], views(4, 3)[3]
    assert own.companies[1].hand
    seen, hidden = (hand(view, PEOPLE, ENGLISH, [Seat(1)]) for view in (own, public))

    assert seen.size != hidden.size or difference(seen, hidden)


def test_hand_of_two_companies_has_both() -> None:
    """A person with two companies sees both hands, one above the other."""
    view = views(2, 5, (0, 2), advanced=True)[-3]
    one, both = (hand(view, PEOPLE, ENGLISH, seats) for seats in ([Seat(0)], [Seat(0), Seat(2)]))

    assert both.height > one.height
    assert count(both, theme.COMPANIES[2]) > 1000


def test_hand_tells_what_has_become_of_markers() -> None:
    """Held, served and forgotten markers look different."""
    view = next(v for v in reversed(views(4, 3, (1,))) if any(p.company == 1 for p in v.placed))
    pictures = [
        hand(
            replace(view, placed=tuple(replace(p, is_served=flag) for p in view.placed)),
            PEOPLE,
            ENGLISH,
            [Seat(1)],
        )
        for flag in (True, False)
    ]

    assert count(pictures[0], theme.GOOD) > 200
    assert count(pictures[1], theme.WARNING) > 100


@pytest.mark.parametrize("name", TOPICS)
def test_rule_pages_have_pictures(name: str) -> None:
    """Each picture is drawn, small, and says something below."""
    picture = topic(name, ENGLISH)

    assert picture.width >= 600
    assert len(png(picture)) < 60_000


def test_unknown_rule_page_has_no_picture() -> None:
    """There are pictures for some pages only."""
    with pytest.raises(KeyError):
        topic("fairness", ENGLISH)


def test_sharp_angle_is_crossed_out() -> None:
    """What the rules forbid is marked in red, what they allow in green."""
    picture = topic("angle", ENGLISH)

    assert count(picture, theme.BAD) > 500
    assert count(picture, theme.GOOD) > 1000


@pytest.mark.parametrize("name", TOPICS)
def test_rule_pictures_obey_the_rules(name: str) -> None:
    """Lines of the scenes never turn sharply but at stations, nor share a cell (MM §6)."""
    for scene in SCENES[name]:
        lines = [run_of(written) for written in scene.lines]
        cells = [cell for _, filled in lines for cell in filled]

        assert len(cells) == len(set(cells))
        for points, _ in lines:
            for a, b, c in zip(points, points[1:], points[2:], strict=False):
                turn = turn_between(direction_between(a, b), direction_between(b, c))

                assert turn <= 1 or any(b == POINT_NAMED[s] for s in scene.stations.split())


def test_changes_of_nothing_are_nothing() -> None:
    """Without a view before, and between equal views, nothing is new."""
    view = views(4, 3)[5]

    assert changes(None, view) == NOTHING
    assert changes(view, view) == NOTHING


def test_changes_name_tunnels_stations_and_markers() -> None:
    """From the start of a game to its end everything on the board is new."""
    shown = views(4, 3)
    new = changes(shown[0], shown[-1])
    lines = [line for c in shown[-1].companies for line in c.lines]

    assert len(new.tunnels) == sum(len(line.cells) for line in lines)
    assert set(new.stations) == shown[-1].stations
    assert len(new.markers) == len(shown[-1].placed)
    assert {name for _, name, _ in new.tunnels} == {LineName.SOLID, LineName.STRIPED}
