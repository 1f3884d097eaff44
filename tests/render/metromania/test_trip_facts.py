"""What the picture of a trip says, and a test for each fact that fails where it is drawn wrongly.

The route in full colour between the trip's own markers, its ends in contours; beside it day and
minutes, both ends with whose they are, each ride with its line, who scores and why, the points
by now.
"""

import math
from dataclasses import replace
from functools import cache

import pytest

from metrobot.engine.actors import Seat
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
from tests.render.shown import Shown, shown

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

    assert picture.spots(disc_contour_stamp) == {grid.at(each) for each in stations} | set(sunday)
    assert picture.spots(marker_contour_stamp) == {marker_spot(grid, p.cell, edges) for p in own}
    on_city = {e.at for e in picture.stamped(marker_stamp) if e.at[0] < CITY[0]}
    assert on_city == picture.spots(marker_contour_stamp)


@pytest.mark.parametrize(("game", "ix"), CASES, ids=str)
def test_the_panel_tells_the_route_ride_by_ride(game: tuple[int, int], ix: int) -> None:
    """Day, ends and minutes; each ride with its line's badge, from where to where, how long."""
    _, result, picture, _ = trip_of(game, ix)
    day = ENGLISH.whole_days[ix]
    aside = (t for t in picture.texts if t.box[0] > CITY[0])
    texts = [t.text for t in sorted(aside, key=lambda t: (t.middle[1], t.box[0]))]
    title, ends = day, (ENGLISH.park, ENGLISH.lake)
    if result.trip != SUNDAY:
        title = f"{day} {result.trip}"
        first, last = map(ENGLISH.spot, TRIP_SPOTS[result.trip])
        ends = first, last
    minutes = ENGLISH.impossible if result.minutes is None else f"{result.minutes} min"
    rides = [
        f"{POINT_NAMES[ride.stations[0]]} – {POINT_NAMES[ride.stations[-1]]}"
        for ride in result.rides
    ]

    assert f"{title} {' to '.join(ends)} {minutes}" in " ".join(texts).replace(" · ", " ")
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


def why(view: View, result: TripResult, seat: int) -> str:
    """Return the reason of a company, as its card says it; empty without one."""
    blamed = dict(zip(result.guilty, result.reasons, strict=True))
    if Seat(seat) in blamed:
        return REASONS[blamed[Seat(seat)]]
    if not result.points[seat]:
        return ""
    # Sunday's trip has no markers, and a company's own are counted here anew.
    ends = {p.marker for p in view.placed if p.company == seat}
    own = [Marker(result.trip, spot) for spot in TRIP_SPOTS.get(result.trip, ())]
    own = [marker for marker in own if marker in ends]
    if len(own) == 2:
        return ENGLISH.scored_both
    return ENGLISH.scored_own.format(spot=ENGLISH.spot(own[0].spot)) if own else ENGLISH.scored


LONG = tuple(f"{name} Bartholomew-Maximilian" for name in PEOPLE)


@pytest.mark.parametrize("people", [PEOPLE, LONG], ids=["short", "long"])
@pytest.mark.parametrize(("game", "ix"), CASES, ids=str)
def test_each_card_says_what_a_trip_brought_why_and_the_points_by_now(
    people: tuple[str, ...], game: tuple[int, int], ix: int
) -> None:
    """The gain stands beside its reason, never on a line of its own; long names keep 16 letters."""
    view = views(*game)[-1]
    assert view.result is not None
    result = view.result.trips[ix]
    picture = shown(lambda: draw_trip(view, people, ENGLISH, ix))
    aside = sorted(
        (t for t in picture.texts if t.box[0] > CITY[0]), key=lambda t: (t.middle[1], t.box[0])
    )
    names = [
        [t for t in aside if t.text.startswith(name)][-1] for name in PEOPLE[: len(result.points)]
    ]
    for seat, name in enumerate(names):
        line_points = view.result.companies[seat].line_points
        total = line_points + sum(trip.points[seat] for trip in view.result.trips[: ix + 1])
        low = names[seat + 1].box[1] - 8 if seat + 1 < len(names) else math.inf
        card = [t for t in aside if name.box[3] < t.middle[1] < low]
        gain, reason = [t for t in card if t.text[0] in f"+{MINUS}"], why(view, result, seat)
        lines = [t.text for t in card if t not in gain]
        discs = [
            e.of["colour"]
            for e in picture.stamped(disc_stamp)
            if e.of["radius"] == GAINED and any(math.dist(e.at, t.middle) < 4 for t in gain)
        ]
        assert len(name.text) >= min(16, len(people[seat]))
        assert picture.right_of(name) == [str(total).replace("-", MINUS)]
        assert [t.text for t in gain] == told(result.points[seat])
        assert discs == ([theme.COMPANIES[seat]] if result.points[seat] else [])
        assert " ".join(lines) == reason
        assert all(
            min(abs(t.middle[1] - each.middle[1]) for t in card if t not in gain) < 30
            for each in gain
        )


def told(points: int) -> list[str]:
    """Return a gain as written; nothing for none."""
    return [f"+{points}".replace("+-", MINUS)] if points else []


@pytest.mark.parametrize(("game", "ix"), [(g, n) for g in GAMES for n in range(6)], ids=str)
def test_both_ends_say_whose_they_are_and_what_is_wrong(game: tuple[int, int], ix: int) -> None:
    """The trip's first end above the other; in the owner's colour; a warning where it fails."""
    view, result, picture, _ = trip_of(game, ix)
    ends = [p for p in view.placed if p.marker.letter == result.trip]
    aside = [e for e in picture.stamped(marker_stamp) if e.at[0] > CITY[0]]
    warned = [e for e in picture.stamped(warning_stamp) if e.at[0] > CITY[0]]
    fine = [p for p in ends if p.is_served]
    order = [spot for spot in TRIP_SPOTS[result.trip] if any(p.marker.spot is spot for p in ends)]

    assert [e.of["spot"] for e in sorted(aside, key=lambda e: e.at[1])] == order
    assert len(warned) == 2 - len(fine)
    for sign in aside:
        (placed,) = (p for p in ends if p.marker.spot is sign.of["spot"])
        below = [t for t in picture.texts if 20 < t.middle[1] - sign.at[1] < 50]
        beside = [t.text for t in picture.texts if abs(t.middle[1] - sign.at[1]) < 5]
        assert sign.of["colour"] == theme.COMPANIES[placed.company]
        assert PEOPLE[placed.company] in beside
        assert (ENGLISH.no_station in [t.text for t in below]) is (not placed.is_served)


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
    """From each end with a station so many stations, the first above the cross, the other below."""
    found = 0
    for game, ix in CASES:
        view, result, picture, _ = trip_of(game, ix)
        crosses = [e for e in picture.stamped(cross_stamp) if e.at[0] > CITY[0]]
        arrows = [e for e in picture.stamped(arrow_stamp) if e.at[0] > CITY[0]]

        assert len(crosses) == (result.minutes is None)
        if result.minutes is None:
            served = {
                p.marker.spot for p in view.placed if p.marker.letter == result.trip and p.is_served
            }
            spots = TRIP_SPOTS.get(result.trip, ())
            counted = [n for n in range(2) if not spots or spots[n] in served]
            counts = [
                next(
                    t.text
                    for t in picture.texts
                    if 0 < t.box[0] - e.at[0] < 80 and abs(t.middle[1] - e.at[1]) < 10
                )
                for e in sorted(arrows, key=lambda e: e.at[1])
            ]
            assert counts == [str(len(result.reached[n])) for n in counted]
            assert sorted(e.at[1] > crosses[0].at[1] for e in arrows) == [n == 1 for n in counted]
            found += len(counts)
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
