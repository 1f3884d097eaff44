"""Laws of where names and numbers stand, held on random positions."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from metrobot.games.underground.board import LINKS_AT, STATIONS, Link, Station
from metrobot.games.underground.view import View
from render.boxes import Box, grown
from render.underground.board import GRID, draw_board
from render.underground.changes import Changes, PlannerOption, changes_between
from render.underground.glyphs import number_stamp
from render.underground.grid import Grid, link_ends, steps
from render.underground.labels import label_slots
from render.underground.lines.network import laid_on
from render.underground.lines.tracks import lanes, letter_stamp
from render.underground.zoom import draw_planner, larger_areas, part_grid, zoomed
from tests.render.shown import Shown, Stamped, shown
from tests.render.underground.games import ENGLISH, turns
from tests.render.underground.laws import (
    Name,
    covered_links,
    covered_stations,
    crossed_numbers,
    crossed_stations,
    is_doubtful,
    lane_distance,
    names_on,
    on_newest_way,
    ringed,
    struck,
)
from tests.render.underground.test_needed_names import offered
from tests.render.underground.test_planner_facts import grid_of

PEOPLE = ("Ada", "Bo", "Cy", "Dee", "Eve")
GAMES = [(players, seed) for players in (2, 3, 4, 5) for seed in (6, 7)]
LED = 0.27
"""Of all names so many have a line to their station at most."""
ON_TRACK = 0.11
"""Of all names so many lie on a piece at most: in the centre there is no room beside them."""
ON_WAY = 0.02
"""Of all names so many lie on the passenger's newest way at most."""


def boards(players: int, seed: int) -> Iterator[tuple[View, Changes, Shown]]:
    """Yield boards of a random game, with the last turn or several of them marked."""
    told = turns(players, seed)
    for at in range(4, len(told), 8):
        for count in (1, 4):
            marked = told[at - count + 1 : at + 1]
            view, new = marked[-1].after, changes_between(marked)
            people = PEOPLE[:players]
            yield view, new, shown(lambda: draw_board(view, people, ENGLISH, changes=new))  # noqa: B023 -- called at once


def planners(players: int, seed: int) -> Iterator[tuple[View, list[PlannerOption], Grid, Shown]]:
    """Yield planners of a random game, with all pieces of a colour that could be laid."""
    for at in (30, 60, 90, 120):
        view, options = offered(players, seed, at)
        people = PEOPLE[:players]
        drawn = shown(lambda: draw_planner(view, people, ENGLISH, options))  # noqa: B023 -- called at once
        yield view, options, grid_of(view, options), drawn


def wrong(names: list[Name], picture: Shown, grid: Grid) -> list[Name]:
    """Return the names whose line runs through a station or a number, or that need one."""
    return [
        name
        for name in names
        if crossed_stations(name, grid) or crossed_numbers(name, picture) or is_doubtful(name, grid)
    ]


@pytest.mark.few(2)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_names_on_boards_are_known_by_their_place(game: tuple[int, int]) -> None:
    """Nearest their own station, or with a line through no other station and no number.

    None lies over the ring of an open destination.
    """
    for view, _, picture in boards(*game):
        names = names_on(picture, GRID)
        assert wrong(names, picture, GRID) == []
        assert ringed(names, view, GRID) == []


@pytest.mark.few(4)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_names_on_planners_are_known_by_their_place(game: tuple[int, int]) -> None:
    """The same, beside numbers of choices; what lies outside stands at the edge."""
    for view, _, grid, picture in planners(*game):
        names = names_on(picture, grid)
        inside = [
            name
            for name in names
            if 16 < grid.at(name.station)[0] < 1584 and 16 < grid.at(name.station)[1] < 1224
        ]
        assert wrong(inside, picture, grid) == []
        assert ringed(names, view, grid) == []
        edge = [name for name in names if name not in inside]
        assert [name for name in edge if covered_stations(name, grid)] == []


@pytest.mark.few(2)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_no_line_and_no_route_runs_through_a_name_of_a_part(game: tuple[int, int]) -> None:
    """Such a name has a plate, or another place."""
    players, seed = game
    told = turns(players, seed)
    for at in range(9, len(told), 12):
        new, view, area = changes_between(told[at : at + 1]), told[at].after, larger_areas()[at % 3]
        picture = shown(lambda: zoomed(view, PEOPLE[:players], ENGLISH, area, changes=new))  # noqa: B023 -- called at once
        assert struck(picture, part_grid(area), view, new) == []


@pytest.mark.parametrize("station", [Station(n) for n in range(0, len(STATIONS), 9)])
def test_a_place_costs_more_for_each_other_station_beside_it(
    station: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name could be taken for theirs."""
    pitch, margin, level = 60, round(60 * label_slots.NEAR), len(label_slots.AWAY) - 1

    def prices() -> dict[tuple[Box, tuple[str, ...]], float]:
        priced = label_slots.label_slots(pitch, 20, station, level, is_open=False)
        return {(slot.box, slot.lines): price for slot, price in priced}

    doubtful = prices()
    monkeypatch.setattr(label_slots, "DOUBTFUL", 0)
    x, y = steps(station)
    spots = [steps(Station(n)) for n in range(len(STATIONS)) if n != station]
    others = [(pitch * (a - x), pitch * (b - y)) for a, b in spots]
    counts = Counter[int]()
    for slot, price in prices().items():
        left, top, right, bottom = grown(slot[0], margin)
        count = sum(left < a < right and top < b < bottom for a, b in others)
        counts[count] += 1
        assert doubtful[slot] - price == pytest.approx(8 * count)
    assert {0, 1} <= counts.keys()


@pytest.mark.few(4)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_numbers_of_choices_are_nearest_their_own_pieces(game: tuple[int, int]) -> None:
    """Nearer than to any other piece that lies, or could be laid."""
    for view, options, grid, picture in planners(*game):
        laid = laid_on(view, ((option.colour, option.link) for option in options))
        spots = [each.at for each in picture.stamped(number_stamp)]
        assert len(spots) == len(options)
        for option, at in zip(options, spots, strict=True):
            far = {
                (colour, link): lane_distance(at, grid, link, lane)
                for link, colours in laid.items()
                for lane, colour in lanes(link, colours)
            }
            own = far.pop((option.colour, option.link))
            assert own < min(far.values(), default=own + 1)


@pytest.mark.parametrize("players", [2, 5])
def test_pieces_have_a_letter_or_are_beside_one_of_their_line(players: int) -> None:
    """Nine of ten: elsewhere names take the room."""
    told = list[bool]()
    for view, _, picture in islice(boards(players, 6), 8):
        letters = {
            (each.of["colour"], link_at(view, each)) for each in picture.stamped(letter_stamp)
        }
        for line in view.lines:
            for link in line.track:
                near = {beside for end in link_ends(link) for beside in LINKS_AT[end]}
                told.append(any((line.colour, beside) in letters for beside in near))

    assert sum(told) / len(told) > 0.9


def link_at(view: View, stamped: Stamped) -> Link:
    """Return the link with track to whose middle a sign on a board is nearest."""
    laid = {link for line in view.lines for link in line.track}
    return min(laid, key=lambda link: math.dist(GRID.middle(link), stamped.at))


@pytest.mark.long
def test_most_names_stand_beside_their_stations_on_no_piece_and_on_no_station() -> None:
    """Few names lie on pieces or the newest way; a good quarter of them have a short line."""
    on_track, on_way, led, count = 0, 0, 0, 0
    for view, new, picture in (each for game in GAMES[::2] for each in boards(*game)):
        laid = frozenset(link for line in view.lines for link in line.track)
        names = names_on(picture, GRID)
        on_way += len(on_newest_way(names, view, new, GRID))
        for name in names:
            count += 1
            on_track += bool(covered_links(name, GRID, laid))
            led += name.leader is not None
            assert covered_stations(name, GRID) == []

    assert on_track / count < ON_TRACK
    assert on_way / count < ON_WAY
    assert led / count <= LED


def test_a_line_through_a_number_is_found() -> None:
    """So that the laws above cannot be kept by looking at nothing."""
    told = turns(5, 7)[20:24]
    new = changes_between(told)
    picture = shown(lambda: draw_board(told[-1].after, PEOPLE, ENGLISH, changes=new))
    names = names_on(picture, GRID)
    led = [name for name in names if name.leader is not None]
    (first, *_), (name, *_) = led, [each for each in names if each.leader is None]
    through = replace(first, leader=(GRID.at(name.station), GRID.at(first.station)))
    elsewhere = replace(name, box=first.box)

    assert crossed_stations(through, GRID)
    assert is_doubtful(elsewhere, GRID)
