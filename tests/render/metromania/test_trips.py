"""The seven test trips."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.metromania.result import Guilt
from render import theme
from render.boxes import meet
from render.canvas import disc_stamp, ring_stamp
from render.metromania.board import COLUMN, GRID, SIZE
from render.metromania.lines.tracks import band_stamp
from render.metromania.trip import CITY, draw_trip, runs
from render.png import png_of
from render.signs import noting
from tests.legible.found import holds, middle
from tests.legible.measure import shown_texts
from tests.render.metromania.games import count, difference, views
from tests.render.metromania.words import ENGLISH, PEOPLE
from tests.render.shown import shown


@pytest.mark.parametrize("players", [2, 4])
def test_trips_are_drawn(players: int) -> None:
    final = views(players, 3)[-1]
    files = {png_of(draw_trip(final, PEOPLE, ENGLISH, n)) for n in range(7)}

    assert len(files) == 7
    assert max(map(len, files)) <= 200_000


def test_trip_shows_its_routes_in_full_colour() -> None:
    final = views(4, 3)[-1]
    assert final.result is not None
    ix = next(n for n, t in enumerate(final.result.trips) if t.minutes is not None)
    result = final.result.trips[ix]
    bare = replace(result, sections=(), route=())
    trips = tuple(bare if t is result else t for t in final.result.trips)
    without = replace(final, result=replace(final.result, trips=trips))
    company = result.sections[0].company
    with_route, without_route = (
        draw_trip(view, PEOPLE, ENGLISH, ix).crop((0, 0, *CITY)) for view in (final, without)
    )

    colour = theme.COMPANIES[company]
    assert count(with_route, colour) > count(without_route, colour) + 300


def test_trip_shows_its_markers_alone() -> None:
    final = views(4, 3)[-1]
    assert final.result is not None
    for ix, result in enumerate(final.result.trips[:6]):
        ours = [placed for placed in final.placed if placed.marker.letter == result.trip]
        bare = replace(final, placed=tuple(ours))
        shown, same, none = (
            draw_trip(view, PEOPLE, ENGLISH, ix).crop((0, 0, *CITY))
            for view in (final, bare, replace(final, placed=()))
        )

        assert difference(shown, same) is None
        assert count(shown, theme.INK) - count(none, theme.INK) >= 100 * len(ours)


def test_lines_that_a_trip_does_not_use_hang_together() -> None:
    final = views(4, 3)[-1]
    picture = shown(lambda: draw_trip(final, PEOPLE, ENGLISH, 0, is_whole=True))
    bands = [each for each in picture.stamped(band_stamp) if each.ink == theme.UNUSED]
    joined = Counter(each.at for each in bands if each.of["before"] and each.of["after"])
    inner = Counter(GRID.at(point) for line in final.lines for point in line.points[1:-1])

    assert inner
    assert joined == inner


def test_sunday_shows_park_and_lake() -> None:
    final = views(4, 3)[-1]
    sunday, saturday = (draw_trip(final, PEOPLE, ENGLISH, n).crop((0, 0, *CITY)) for n in (6, 0))

    assert count(sunday, theme.PARK_INK) > count(saturday, theme.PARK_INK) + 100
    assert count(sunday, theme.LAKE_INK) > count(saturday, theme.LAKE_INK) + 100


def test_trip_panel_tells_route_and_points() -> None:
    final = views(4, 3)[-1]
    assert final.result is not None
    ix = next(n for n, t in enumerate(final.result.trips) if len(t.route) > 1)
    result = final.result.trips[ix]
    none = tuple(0 for _ in result.points)
    cases = [
        replace(result, route=result.route[:1]),
        replace(result, points=none),
        replace(result, points=none, cancelled=True),
        replace(result, guilty=(Seat(0),), reasons=(Guilt.NO_STATION,)),
        replace(result, guilty=(Seat(0),), reasons=(Guilt.NOT_PLACED,)),
    ]
    files = {png_of(draw_trip(final, PEOPLE, ENGLISH, ix).crop((COLUMN, 0, *SIZE)))}
    for case in cases:
        trips = tuple(case if t is result else t for t in final.result.trips)
        view = replace(final, result=replace(final.result, trips=trips))
        files.add(png_of(draw_trip(view, PEOPLE, ENGLISH, ix).crop((COLUMN, 0, *SIZE))))

    assert len(files) == len(cases) + 1


def test_what_is_wrong_with_a_marker_is_not_cut() -> None:
    captions, view = replace(ENGLISH, no_station="no station at the marker"), views(2, 3)[-1]
    view = replace(view, placed=tuple(replace(each, is_served=False) for each in view.placed))
    texts = list[str]()
    for ix in range(6):
        with noting() as notes:
            draw_trip(view, PEOPLE, captions, ix)
        texts += shown_texts(notes.picture)

    assert captions.no_station in texts
    assert not [text for text in texts if text.startswith("no station") and text.endswith("…")]


@pytest.mark.parametrize("players", [2, 4])
def test_no_text_of_the_panel_meets_another_sign(players: int) -> None:
    """Neither a text nor a disc, however many are guilty and however many signs a player has."""
    captions = replace(ENGLISH, no_station="no station at the marker")
    final = views(players, 3, advanced=players == 2)[-1]
    assert final.result is not None
    for guilt in (Guilt.NO_STATION, Guilt.NOT_PLACED):
        seats = tuple(company.seat for company in final.companies)
        points = tuple(-6 for _ in seats)
        trip = replace(final.result.trips[0], points=points, guilty=seats, reasons=(guilt,) * 4)
        view = replace(final, result=replace(final.result, trips=(trip,)))
        picture = shown(lambda: draw_trip(view, PEOPLE, captions, 0))  # noqa: B023 -- called at once
        texts = [each for each in picture.texts if each.box[0] >= CITY[0]]
        rounds = picture.stamped(disc_stamp) + picture.stamped(ring_stamp)
        # The discs of a card's corners have radius 14.
        discs = [each.box for each in rounds if each.at[0] > CITY[0] and each.of["radius"] > 14]

        assert [text.text for text in texts].count("−6") >= len(seats)
        for one, other in combinations((*discs, *(each.box for each in texts)), 2):
            # A letter may stand on its disc.
            assert not meet(one, other) or holds(one, middle(other)), (one, other)


def test_trip_before_the_end_is_refused() -> None:
    with pytest.raises(ValueError, match="before the end"):
        draw_trip(views(4, 3)[5], PEOPLE, ENGLISH, 0)


def test_sections_become_stretches_of_their_line() -> None:
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
    final = views(4, 3)[-1]
    assert final.result is not None
    for result in final.result.trips:
        rides = result.rides

        assert sum(ride.minutes for ride in rides) == len(result.route)
        assert all(a.stations[-1] == b.stations[0] for a, b in pairwise(rides))
        if result.minutes is not None:
            assert result.minutes == len(result.route) + 3 * (len(rides) - 1)
