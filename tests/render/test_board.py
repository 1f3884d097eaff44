"""The picture of the whole board."""

from dataclasses import replace

import pytest
from PIL import ImageChops

from metrobot.engine.actors import Seat
from metrobot.games.metromania.city import Ground, Marker
from metrobot.games.metromania.geometry import POINT_NAMED, Point
from metrobot.games.metromania.result import EndedBy
from metrobot.games.metromania.view import PlacedMarker, View
from render import theme
from render.metromania import Changes, board, changes
from render.metromania import ground as ground_layer
from render.metromania.board import GRID, SIZE
from render.metromania.changes import lines_of
from render.metromania.panel import PAD
from render.metromania.panel import WIDTH as PANEL
from render.metromania.places import marker_spot, tunnel_edges
from render.metromania.tracks import OFFSET
from render.png import png
from render.stamps import SHELF
from tests.render.games import count, is_near, pixel, views
from tests.render.words import ENGLISH, PEOPLE

GAMES = [(2, {}), (3, {"hands": "open"}), (4, {}), (2, {"advanced": True})]


def late(players: int = 4) -> View:
    """Return a view of a random game shortly before its end."""
    return views(players, 3)[-6]


def drawn(view: View, new: Changes | None = None) -> bytes:
    """Return a board as a file."""
    return png(board(view, PEOPLE, ENGLISH, changes=new))


def box_of_difference(one: View, other: View) -> tuple[int, int, int, int] | None:
    """Return where the boards of two views differ."""
    first, second = (board(view, PEOPLE, ENGLISH).convert("RGB") for view in (one, other))
    return ImageChops.difference(first, second).getbbox()


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
    SHELF._stamps.clear()
    ground_layer._kept.clear()

    assert drawn(late()) == first


def test_board_before_the_city_is_laid_out() -> None:
    """A game that has just begun has a board without districts' signs."""
    bare = replace(views(4, 3)[0], layout=None, grounds=())

    assert board(bare, PEOPLE, ENGLISH).size == SIZE


def test_observer_is_not_drawn() -> None:
    """Whose eyes a view is for makes no difference unless it shows more."""
    view = late()

    assert drawn(replace(view, seats=frozenset({Seat(1)}))) == drawn(view)


def test_known_hand_shows_in_the_trip_table_alone() -> None:
    """A hand that the view shows colours the table's markers, nothing else."""
    view = views(4, 3)[4]
    company = replace(view.companies[2], hand=(Marker("A", Ground.HOME),))
    seen = replace(view, companies=(*view.companies[:2], company, view.companies[3]))
    box = box_of_difference(view, seen)

    assert box is not None
    assert box[0] > SIZE[0] - PANEL
    assert box[3] - box[1] < 60


def test_lines_run_along_their_side_of_the_edge() -> None:
    """In the middle of every tunnel of a solid line lies its company's colour."""
    view = replace(late(), placed=(), stations=frozenset())
    picture = board(view, PEOPLE, ENGLISH)
    for line in (company.lines[0] for company in view.companies):
        for ix, cell in enumerate(line.cells[:-3]):
            spot = GRID.beside(line.points[ix], line.points[ix + 1], cell, OFFSET, 0.5)

            assert is_near(pixel(picture, spot), theme.COMPANIES[line.company])


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
    """One more station changes the board around its point."""
    view = late()
    point = next(Point(p) for p in range(91) if p not in view.stations and not on_any_line(view, p))
    x, y = GRID.at(point)
    box = box_of_difference(view, replace(view, stations=view.stations | {point}))

    assert box is not None
    assert x - 30 < box[0] < x < box[2] < x + 30
    assert y - 30 < box[1] < y < box[3] < y + 30


def on_any_line(view: View, point: int) -> bool:
    """Return whether a line passes a point."""
    return any(point in line.points for line in lines_of(view))


def test_markers_have_their_owners_colour() -> None:
    """Every marker on the board lies in its cell in its owner's colour."""
    view = late()
    picture, edges = board(view, PEOPLE, ENGLISH), tunnel_edges(view)

    assert view.placed
    for placed in view.placed:
        x, y = marker_spot(GRID, placed.cell, edges)

        assert is_near(pixel(picture, (x - 11, y + 9)), theme.COMPANIES[placed.company])


def test_forgotten_marker_has_a_warning() -> None:
    """A marker that no station serves bears a yellow sign, on board and table."""
    view = late()
    served = replace(view, placed=tuple(replace(p, is_served=True) for p in view.placed))
    forgotten = replace(view, placed=tuple(replace(p, is_served=False) for p in view.placed))

    assert colour_count(forgotten, theme.WARNING) > colour_count(served, theme.WARNING) + 100


def colour_count(view: View, colour: theme.Colour, new: Changes | None = None) -> int:
    """Return how many pixels of a board have a colour."""
    return count(board(view, PEOPLE, ENGLISH, changes=new), colour)


def test_last_turn_glows() -> None:
    """What a turn changed is surrounded by light; without changes there is none."""
    shown = views(4, 3)
    new = changes(shown[9], shown[10])

    assert new.tunnels
    assert colour_count(shown[10], theme.HALO) == 0
    assert colour_count(shown[10], theme.HALO, new) > 500


def test_point_names_give_way_to_stations() -> None:
    """A free point's name stands on the point, in quiet ink."""
    view = views(4, 3)[0]
    x, y = GRID.at(POINT_NAMED["F6"])
    picture = board(view, PEOPLE, ENGLISH).convert("RGB").crop((x - 16, y - 9, x + 16, y + 9))

    assert count(picture, theme.SOFT_INK, 40) > 25


def test_banner_has_the_colour_of_who_is_to_act() -> None:
    """The top of the panel shows whose turn it is."""
    view = late()
    for seat in range(4):
        picture = board(replace(view, to_act=Seat(seat)), PEOPLE, ENGLISH)

        at = SIZE[0] - PANEL, 60
        assert is_near(pixel(picture, at), theme.COMPANIES[seat])


CHANGED: dict[str, dict[str, object]] = {
    "turn": {"turn": 77},
    "stock": {"stock": 3},
    "lines done": {"lines_done": 1, "lines_needed": 4},
    "last turns": {"ended_by": EndedBy.LINES},
    "nobody to act": {"to_act": None},
}


@pytest.mark.parametrize("fields", CHANGED.values(), ids=CHANGED)
def test_panel_tells(fields: dict[str, object]) -> None:
    """Each of these changes the panel, and the panel alone."""
    view = replace(views(4, 3)[5], lines_done=0, ended_by=None)
    box = box_of_difference(view, replace(view, **fields))  # type: ignore[arg-type]  # fields of the case

    assert box is not None
    assert box[0] >= SIZE[0] - PANEL - PAD


def test_end_shows_the_winner_and_the_trips() -> None:
    """The final board differs from the last one before it within the panel."""
    shown = views(4, 3)
    final = shown[-1]
    box = box_of_difference(final, replace(final, result=None))

    assert final.result is not None
    assert box is not None
    assert box[0] >= SIZE[0] - PANEL - PAD


def test_finished_and_blocked_lines_are_marked() -> None:
    """A finished line has a tick, a blocked one a cross."""
    view = late()
    first = view.companies[0]

    def with_line(**fields: bool) -> View:
        open_line = replace(first.lines[0], is_finished=False, is_blocked=False)
        line = replace(open_line, **fields)  # type: ignore[arg-type]  # all are flags
        company = replace(first, lines=(line, first.lines[1]))
        return replace(view, companies=(company, *view.companies[1:]))

    base_good, base_bad = (colour_count(with_line(), colour) for colour in (theme.GOOD, theme.BAD))
    assert colour_count(with_line(is_finished=True), theme.GOOD) > base_good + 100
    assert colour_count(with_line(is_blocked=True), theme.BAD) > base_bad + 100


def test_names_of_any_kind_are_drawn() -> None:
    """Long, foreign, empty and joking names make no trouble."""
    people = ("x" * 400, "\u202e\u200b", "🦊", "a\n\n\nb")

    assert board(late(), people, ENGLISH).size == SIZE


def test_every_marker_of_the_table_is_placed_once() -> None:
    """A marker on the board is full in the table, too."""
    view = replace(views(4, 3)[0])
    marker = Marker("C", Ground.LEISURE)
    free = next(cell for cell, kind in enumerate(view.grounds) if kind is Ground.LEISURE)
    placed = PlacedMarker(marker, free, Seat(1), is_served=True)  # type: ignore[arg-type]  # a cell
    before, after = (
        colour_count(seen, theme.COMPANIES[1]) for seen in (view, replace(view, placed=(placed,)))
    )

    assert after > before + 1200
