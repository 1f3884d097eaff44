"""The picture of the whole board."""

import math
from dataclasses import replace

import pytest

from metrobot.engine.actors import Seat
from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.geometry import GATES, POINT_NAMED
from metrobot.games.metromania.view import View
from render import theme
from render.metromania import Changes, board, changes
from render.metromania import ground as ground_layer
from render.metromania.board import GRID, SIZE
from render.metromania.grid import between
from render.metromania.places import lines_at, marker_spot, station_radius, tunnel_edges
from render.metromania.tracks import OFFSET
from render.png import png
from render.stamps import SHELF
from tests.render.boards import colour_count, late
from tests.render.games import count, is_near, pixel, views
from tests.render.words import ENGLISH, PEOPLE

GAMES = [(2, {}), (3, {"hands": "open"}), (4, {}), (2, {"advanced": True})]


def drawn(view: View, new: Changes | None = None) -> bytes:
    """Return a board as a file."""
    return png(board(view, PEOPLE, ENGLISH, changes=new))


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_board_is_large_and_small_enough(players: int, options: dict[str, object]) -> None:
    """Every board of a game is 1600 px wide or more, at most 300 kB as a file."""
    shown = views(players, 5, **options)
    for view in (shown[0], shown[len(shown) // 2], shown[-1]):
        picture = board(view, PEOPLE, ENGLISH)

        assert picture.width >= 1600
        assert len(png(picture)) <= 300_000


def test_same_view_gives_the_same_bytes() -> None:
    """Nothing depends on what was drawn before, or on what is still kept."""
    first = drawn(late())
    drawn(views(2, 8)[3])
    SHELF.clear()
    ground_layer.kept.forget()

    assert drawn(late()) == first


def test_board_before_the_city_is_laid_out() -> None:
    """A game that has just begun has a board without districts' signs."""
    bare = replace(views(4, 3)[0], layout=None, grounds=())

    assert board(bare, PEOPLE, ENGLISH).size == SIZE


def test_observer_is_not_drawn() -> None:
    """Whose eyes a view is for makes no difference unless it shows more."""
    view = late()

    assert drawn(replace(view, seats=frozenset({Seat(1)}))) == drawn(view)


def test_lines_run_along_their_side_of_the_edge() -> None:
    """In the middle of every tunnel of a solid line lies its company's colour."""
    view = replace(late(), placed=(), stations=frozenset())
    picture = board(view, PEOPLE, ENGLISH)
    for line in (company.lines[0] for company in view.companies):
        for ix, cell in enumerate(line.cells[:-3]):
            spot = GRID.beside(line.points[ix], line.points[ix + 1], cell, OFFSET, 0.5)

            assert is_near(pixel(picture, spot), theme.COMPANIES[line.company])


def test_lines_run_within_their_cells() -> None:
    """A tunnel's stroke lies on the side of its edge where its cell is."""
    view = replace(late(), placed=(), stations=frozenset())
    for line in view.lines:
        for ix, cell in enumerate(line.cells):
            start, end = line.points[ix], line.points[ix + 1]
            edge = between(GRID.at(start), GRID.at(end), 0.5)
            track = GRID.beside(start, end, cell, OFFSET, 0.5)

            assert math.dist(track, GRID.middle(cell)) < math.dist(edge, GRID.middle(cell)) - 8


def test_striped_line_is_light_within() -> None:
    """A striped line has light dashes, a solid one has none."""
    view = replace(late(), placed=(), stations=frozenset())
    picture = board(view, PEOPLE, ENGLISH).convert("RGB")
    for company in view.companies:
        for line, has_dashes in zip(company.lines, (False, True), strict=True):
            if len(line.cells) < 6:
                continue
            spots = [
                GRID.beside(line.points[1], line.points[2], line.cells[1], OFFSET, n / 40)
                for n in range(14, 27)
            ]
            lights = sum(is_near(pixel(picture, spot), theme.CARD) for spot in spots)

            assert (lights > 3) == has_dashes


def test_stations_are_drawn() -> None:
    """A station is a light disc with a dark ring on its point."""
    view = late()
    picture = board(view, PEOPLE, ENGLISH)
    for point in view.stations:
        x, y = GRID.at(point)
        radius = station_radius(GRID, lines_at(view)[point])

        assert is_near(pixel(picture, (x, y - radius + 2)), theme.INK, 30)
        assert is_near(pixel(picture, (x, y - radius + 6)), theme.CARD)


def test_busier_stations_are_larger() -> None:
    """Where several lines meet, the disc is larger."""
    assert station_radius(GRID, 2) > station_radius(GRID, 1)


def test_lines_start_and_end_with_their_badge() -> None:
    """The badge of a solid line is full, that of a striped one light with a ring."""
    view = late()
    picture = board(view, PEOPLE, ENGLISH)
    for company in view.companies:
        for line in company.lines:
            x, y = GRID.at(line.points[0])
            colour = theme.COMPANIES[company.seat]
            within = colour if line.name is LineName.SOLID else theme.CARD

            assert is_near(pixel(picture, (x - 9, y + 8)), within)
            assert count(picture.crop((x - 18, y - 18, x + 18, y + 18)), colour) > 60


def test_key_and_city_show_the_spots() -> None:
    """Each type of spot stands six times in the city and once in the key."""
    picture = board(views(4, 3)[0], PEOPLE, ENGLISH)
    key, city = picture.crop((0, 0, 160, 160)), picture.crop((170, 0, 1100, SIZE[1]))
    for colour in theme.SPOTS:
        assert count(key, colour) > 150
        assert count(city, colour) > 6 * 200


def test_markers_have_their_owners_colour() -> None:
    """Every marker on the board lies in its cell in its owner's colour."""
    view = late()
    picture, edges = board(view, PEOPLE, ENGLISH), tunnel_edges(view)

    assert view.placed
    for placed in view.placed:
        x, y = marker_spot(GRID, placed.cell, edges)

        assert is_near(pixel(picture, (x - 11, y + 9)), theme.COMPANIES[placed.company])


@pytest.mark.parametrize("part", [(0, 0, 1100, 1056), (1100, 0, 1680, 1056)])
def test_forgotten_marker_has_a_warning(part: tuple[int, int, int, int]) -> None:
    """A marker that no station serves bears a yellow sign, on the city and in the table."""
    view = late()
    served, forgotten = (
        board(
            replace(view, placed=tuple(replace(p, is_served=flag) for p in view.placed)),
            PEOPLE,
            ENGLISH,
        ).crop(part)
        for flag in (True, False)
    )

    assert count(forgotten, theme.WARNING) > count(served, theme.WARNING) + 100


def test_last_turn_glows() -> None:
    """What a turn changed is surrounded by light; without changes there is none."""
    shown = views(4, 3)
    new = replace(changes(shown[9], shown[10]), stations=(), markers=())

    assert new.tunnels
    assert colour_count(shown[10], theme.HALO) == 0
    assert colour_count(shown[10], theme.HALO, new) > 500


def test_point_names_give_way_to_stations() -> None:
    """A free point's name stands on the point, in quiet ink."""
    view = views(4, 3)[0]
    x, y = GRID.at(POINT_NAMED["F6"])
    picture = board(view, PEOPLE, ENGLISH).convert("RGB").crop((x - 16, y - 9, x + 16, y + 9))

    assert count(picture, theme.SOFT_INK, 40) > 25


def test_names_of_any_kind_are_drawn() -> None:
    """Long, foreign, empty and joking names make no trouble."""
    people = ("x" * 400, "\u202e\u200b", "🦊", "a\n\n\nb")

    assert board(late(), people, ENGLISH).size == SIZE


def test_gates_show_which_way_they_lead() -> None:
    """White gates are light with a dark arrow, black ones dark with a light arrow."""
    picture = board(views(4, 3)[0], PEOPLE, ENGLISH)
    for gate in GATES:
        x, y = GRID.middle(gate.cell)
        part = picture.crop((x - 34, y - 34, x + 34, y + 34))
        light, dark = count(part, theme.GATE_START), count(part, theme.GATE_END)
        rim = between(GRID.at(gate.rim[0]), GRID.at(gate.rim[1]), 0.5)
        at = between(rim, (x, y), 0.34)
        near = picture.crop(tuple(round(c + d) for d in (-8, 8) for c in at))  # type: ignore[arg-type]  # four numbers

        assert (light > dark) == gate.is_start
        assert count(near, theme.INK if gate.is_start else theme.CARD, 20) > 15
