"""What the picture of a trip says, and a test for each fact that fails where it is drawn wrongly.

The route in full colour between the trip's own markers, its ends in contours; beside it day and
minutes, both ends with whose they are, each ride with its line, who scores and why, the points
by now.
"""

import math
from dataclasses import replace
from functools import cache

import pytest

from metrobot.games.metromania.city import SPOTS, TRIP_SPOTS, Marker
from metrobot.games.metromania.geometry import CORNERS, POINT_NAMES, Cell
from metrobot.games.metromania.result import SUNDAY, Guilt, TripResult
from metrobot.games.metromania.view import View
from render import theme
from render.canvas import disc_stamp, ring_stamp
from render.metromania.area import grid_for
from render.metromania.board import UNIT
from render.metromania.glyphs import (
    arrow_stamp,
    badge_stamp,
    cross_stamp,
    disc_contour_stamp,
    marker_contour_stamp,
    marker_stamp,
    tree_stamp,
    warning_stamp,
    waves_stamp,
)
from render.metromania.grid import Grid
from render.metromania.panels.trip_panel import GAINED
from render.metromania.places import marker_spot, tunnel_edges
from render.metromania.trip import CITY, CLOSE, _area, _used, draw_trip
from tests.render.metromania.games import views
from tests.render.metromania.words import ENGLISH
from tests.render.shown import Shown, Written, shown

PEOPLE = ("Ada", "Bo", "Cy", "Dee")
GAMES = [(4, 3), (3, 5), (2, 3), (4, 6)]
MINUS = "\N{MINUS SIGN}"
REASONS = {
    Guilt.NOT_PLACED: ENGLISH.not_placed,
    Guilt.NO_STATION: ENGLISH.no_station,
    Guilt.NO_CONNECTION: ENGLISH.no_connection,
}
CASES = [(game, ix) for game in GAMES for ix in range(7)]


@cache
def trip_of(game: tuple[int, int], ix: int) -> tuple[View, TripResult, Shown, Grid]:
    """Return a trip of a random game, what its picture shows, and where the city lies on it."""
    view = views(*game)[-1]
    assert view.result is not None
    result = view.result.trips[ix]
    grid = grid_for(_area(view, result, _used(view, result)), CITY, UNIT, CLOSE)
    return view, result, shown(lambda: draw_trip(view, PEOPLE, ENGLISH, ix)), grid


@pytest.mark.parametrize(("game", "ix"), CASES, ids=str)
def test_the_ends_of_a_route_and_its_markers_have_contours(game: tuple[int, int], ix: int) -> None:
    """Its first and last station; on Sunday park and lake; no other marker is there."""
    view, result, picture, grid = trip_of(game, ix)
    edges = tunnel_edges(view)
    own = [p for p in view.placed if p.marker.letter == result.trip]
    stations = {result.route[0].start, result.route[-1].end} if result.route else set()
    sunday = [
        grid.middle(Cell(n))
        for n, ground in enumerate(view.grounds)
        if ground is not None and ground not in SPOTS and result.trip == SUNDAY
    ]
    found = picture.spots(disc_contour_stamp)

    assert found == {grid.at(each) for each in stations} | set(sunday)
    assert picture.spots(marker_contour_stamp) == {marker_spot(grid, p.cell, edges) for p in own}
    on_city = {e.at for e in picture.stamped(marker_stamp) if e.at[0] < CITY[0]}
    assert on_city == picture.spots(marker_contour_stamp)


@pytest.mark.parametrize(("game", "ix"), CASES, ids=str)
def test_the_panel_tells_the_route_ride_by_ride(game: tuple[int, int], ix: int) -> None:
    """Day and minutes; each ride with its line's badge, from where to where, how long."""
    _, result, picture, _ = trip_of(game, ix)
    day = ENGLISH.whole_days[ix]
    texts = [t.text for t in sorted(picture.texts, key=lambda t: (t.middle[1], t.box[0]))]
    title = day if result.trip == SUNDAY else f"{day} {result.trip}"
    minutes = ENGLISH.impossible if result.minutes is None else f"{result.minutes} min"
    rides = [
        f"{POINT_NAMES[ride.stations[0]]} – {POINT_NAMES[ride.stations[-1]]}"
        for ride in result.rides
    ]

    assert texts.index(title) < texts.index(minutes)
    assert [text for text in texts if text in rides] == rides
    for ride, words in zip(result.rides, rides, strict=True):
        at = picture.written(words)[0]
        badges = [
            e
            for e in picture.stamped(badge_stamp)
            if 0 < at.box[0] - e.at[0] < 60 and abs(e.at[1] - at.middle[1]) < 8
        ]

        assert picture.right_of(at) == [f"{ride.minutes} min"]
        assert [e.of["colour"] for e in badges] == [theme.COMPANIES[ride.company]]


@pytest.mark.parametrize(("game", "ix"), CASES, ids=str)
def test_the_panel_says_what_a_trip_brought_and_the_points_by_now(
    game: tuple[int, int], ix: int
) -> None:
    """The lines' points and those of all trips so far; each company's gain in its colour."""
    view, result, picture, _ = trip_of(game, ix)
    assert view.result is not None
    blamed = list(zip(result.guilty, result.reasons, strict=True))
    for company in view.companies:
        seat = company.seat
        name = picture.written(PEOPLE[seat])[-1]
        line_points = view.result.companies[seat].line_points
        total = line_points + sum(trip.points[seat] for trip in view.result.trips[: ix + 1])
        *gain, points = picture.right_of(name)
        wanted = result.points[seat]
        below = [
            t.text for t in picture.texts if is_below(name, t.middle) and t.text != ENGLISH.nobody
        ]
        discs = [
            e.of["colour"]
            for e in picture.stamped(disc_stamp)
            if e.of["radius"] == GAINED and abs(e.at[1] - name.middle[1]) < 8
        ]

        assert points == str(total).replace("-", MINUS)
        assert gain == told(wanted)
        assert discs == ([theme.COMPANIES[seat]] if wanted else [])
        assert below == [REASONS[reason] for own, reason in blamed if own == seat]


@pytest.mark.parametrize(("game", "ix"), CASES, ids=str)
def test_what_a_trip_brought_stands_below_a_long_name(game: tuple[int, int], ix: int) -> None:
    """Sixteen letters of it are there, and on the line below first the gain, then the reason."""
    view = views(*game)[-1]
    assert view.result is not None
    result, long = view.result.trips[ix], [f"{name} Bartholomew-Maximilian" for name in PEOPLE]
    picture = shown(lambda: draw_trip(view, long, ENGLISH, ix))
    blamed = list(zip(result.guilty, result.reasons, strict=True))
    for company in view.companies:
        seat = company.seat
        name = [t for t in picture.texts if t.text.startswith(PEOPLE[seat])][-1]
        below = sorted((t.box[0], t.text) for t in picture.texts if is_below(name, t.middle))
        reasons = [REASONS[reason] for own, reason in blamed if own == seat]
        said = [text for _, text in below if text != ENGLISH.nobody]

        assert len(name.text) > 16
        assert said == [*told(result.points[seat]), *reasons]


def told(points: int) -> list[str]:
    """Return a gain as written; nothing for none."""
    return [f"+{points}".replace("+-", MINUS)] if points else []


def is_below(name: Written, at: tuple[float, float]) -> bool:
    """Return whether a place is on the line below a name, in the panel."""
    # The gain stands below the sign of the company.
    return name.box[0] - 80 <= at[0] and 20 < at[1] - name.middle[1] < 40


@pytest.mark.parametrize(("game", "ix"), [(g, n) for g in GAMES for n in range(6)], ids=str)
def test_both_ends_say_whose_they_are_and_what_is_wrong(game: tuple[int, int], ix: int) -> None:
    """The trip's first end above the other; in the owner's colour; a warning where it fails."""
    view, result, picture, _ = trip_of(game, ix)
    top, low = 14 + 88 + 8, 14 + 88 + 8 + 2 * 58 + 8
    ends = [p for p in view.placed if p.marker.letter == result.trip]
    warned = [
        e for e in picture.stamped(warning_stamp) if e.at[0] > CITY[0] and top < e.at[1] < low
    ]
    wrong = 0
    for n, spot in enumerate(TRIP_SPOTS[result.trip]):
        placed = next((p for p in ends if p.marker == Marker(result.trip, spot)), None)
        rows = [
            t
            for t in picture.texts
            if t.box[0] > CITY[0] and top + 58 * n < t.box[1] < top + 62 + 58 * n
        ]
        texts = [t.text for t in rows]
        wrong += placed is None or not placed.is_served
        if placed is None:
            assert ENGLISH.not_placed in texts
            continue
        colours = {
            e.of["colour"]
            for e in picture.stamped(marker_stamp)
            if e.at[0] > CITY[0] and top + 58 * n < e.at[1] < top + 62 + 58 * n
        }
        assert colours == {theme.COMPANIES[placed.company]}
        assert PEOPLE[placed.company] in texts
        assert (ENGLISH.no_station in texts) is (not placed.is_served)
    assert len(warned) == wrong


def test_sunday_has_park_and_lake() -> None:
    """The park above the lake, each with its word."""
    for game in GAMES:
        _, _, picture, _ = trip_of(game, 6)
        (park,) = picture.written(ENGLISH.park)
        (lake,) = picture.written(ENGLISH.lake)
        for word, make in ((park, tree_stamp), (lake, waves_stamp)):
            beside = [e for e in picture.stamped(make) if abs(e.at[1] - word.middle[1]) < 12]
            assert any(0 < word.box[0] - e.at[0] < 60 for e in beside)
        assert park.box[1] < lake.box[1]


def test_a_sunday_that_reaches_nothing_of_the_park_shows_all_of_it() -> None:
    """Though no station stands there, nor any part of a route."""
    for game in GAMES:
        view, result, _, _ = trip_of(game, 6)
        cells = [Cell(n) for n, kind in enumerate(view.grounds) if kind and kind not in SPOTS]
        at_lake = frozenset(CORNERS[cells[-1]])
        bare = replace(result, sections=(), route=(), reached=(frozenset(), at_lake))
        grid = grid_for(_area(view, bare, ()), CITY, UNIT, CLOSE)

        for x, y in (grid.at(corner) for cell in cells for corner in CORNERS[cell]):
            assert 0 < x < CITY[0]
            assert 0 < y < CITY[1]


def test_an_impossible_trip_has_a_cross_and_what_is_in_reach() -> None:
    """From each end so many stations, the first above the cross and the other below."""
    found = 0
    for game, ix in CASES:
        _, result, picture, _ = trip_of(game, ix)
        crosses = [e for e in picture.stamped(cross_stamp) if e.of["radius"] == 34]
        arrows = [e for e in picture.stamped(arrow_stamp) if e.at[0] > CITY[0]]

        assert len(crosses) == (result.minutes is None)
        if result.minutes is None:
            counts = [
                next(
                    t.text
                    for t in picture.texts
                    if 0 < t.box[0] - e.at[0] < 80 and abs(t.middle[1] - e.at[1]) < 10
                )
                for e in sorted(arrows, key=lambda e: e.at[1])
            ]
            assert counts == [str(len(stations)) for stations in result.reached]
            assert [e.at[1] < crosses[0].at[1] for e in sorted(arrows, key=lambda e: e.at[1])] == [
                True,
                False,
            ]
            found += 1
    assert found


def test_it_says_why_nobody_scores() -> None:
    """The trip was cancelled, or nobody has a route of their own."""
    view = views(4, 3)[-1]
    assert view.result is not None
    ix = next(n for n, t in enumerate(view.result.trips) if t.minutes is not None)
    result = view.result.trips[ix]
    none = tuple(0 for _ in result.points)
    for change, words in (
        ({"points": none, "cancelled": True}, {ENGLISH.cancelled}),
        ({"points": none, "cancelled": False}, {ENGLISH.nobody}),
        ({"points": (2, *none[1:]), "cancelled": False}, set[str]()),
    ):
        changed = replace(result, **change)  # type: ignore[arg-type]  # its fields
        trips = tuple(changed if t is result else t for t in view.result.trips)
        own = replace(view, result=replace(view.result, trips=trips))
        picture = shown(lambda: draw_trip(own, PEOPLE, ENGLISH, ix))  # noqa: B023 -- called at once

        assert {t.text for t in picture.texts} & {ENGLISH.cancelled, ENGLISH.nobody} == words


def test_changes_stand_between_rides_with_what_they_cost() -> None:
    """One less than there are rides."""
    found = 0
    for game, ix in CASES:
        _, result, picture, _ = trip_of(game, ix)
        changes = picture.written(ENGLISH.change)
        if changes:
            assert len(changes) == len(result.rides) - 1
            assert all(picture.right_of(each) == ["+3 min"] for each in changes)
            found += len(changes)
    assert found


@pytest.mark.parametrize(("game", "ix"), CASES, ids=str)
def test_stations_where_one_changes_are_named_on_the_city(game: tuple[int, int], ix: int) -> None:
    """And so are its first and last station, as long as they are seen."""
    _, result, picture, grid = trip_of(game, ix)
    for ride in result.rides:
        for point in (ride.stations[0], ride.stations[-1]):
            names = [t for t in picture.written(POINT_NAMES[point]) if t.box[0] < CITY[0]]
            assert min(math.dist(t.middle, grid.at(point)) for t in names) < 1.6 * grid.edge


def test_each_persons_row_has_their_companies() -> None:
    """A ring for each, in its colour."""
    view = views(2, 3, advanced=True)[-1]
    picture = shown(lambda: draw_trip(view, PEOPLE[:2], ENGLISH, 0))
    for player, name in enumerate(PEOPLE[:2]):
        at = picture.written(name)[-1]
        rings = [
            e
            for e in picture.stamped(ring_stamp)
            if abs(e.at[1] - at.middle[1]) < 8 and e.at[0] < at.box[0]
        ]
        assert [e.of["rim"] for e in rings] == [
            theme.COMPANIES[c.seat] for c in view.companies if c.player == player
        ]
