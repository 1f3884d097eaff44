"""What is new between two views."""

from math import dist

import pytest

from metrobot.games.metromania.actions import LineName
from metrobot.games.metromania.geometry import POINT_NAMES, Point
from metrobot.service.model.snapshots import finished_turns
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.words.catalogue import ENGLISH
from render import theme
from render.boxes import meet, nearest
from render.metromania.board import COLUMN, GRID, UNIT
from render.metromania.changes import NOTHING, changes_between, changes_of
from render.metromania.glyphs import _leader_stamp
from render.metromania.grid import Grid
from render.metromania.lines.network import tip_at
from render.placing.leaders import Place
from tests.legible.measure import measured
from tests.render.metromania.games import views
from tests.render.shown import Shown, Written, shown
from tests.titles import GAMES


def test_changes_of_nothing_are_nothing() -> None:
    view = views(4, 3)[5]

    assert changes_between(None, view) == NOTHING
    assert changes_between(view, view) == NOTHING


def test_changes_name_tunnels_stations_and_markers() -> None:
    shown = views(4, 3)
    new = changes_between(shown[0], shown[-1])
    lines = [line for c in shown[-1].companies for line in c.lines]

    assert len(new.tunnels) == sum(len(line.cells) for line in lines)
    assert set(new.stations) == shown[-1].stations
    assert len(new.markers) == len(shown[-1].placed)
    assert {name for _, name, _ in new.tunnels} == {LineName.SOLID, LineName.STRIPED}


def test_since_numbers_the_turns_beside_what_they_built() -> None:
    """In their company's colours, along the new part of a line; one alone has none."""
    game = GAMES["metromania"].play(4, 3)
    starts = game.turn_starts()
    table = GAMES["metromania"].table_at(game, starts[len(starts) // 2])
    told = [table.summary(turn, table.people[0].id) for turn in finished_turns(table)[-6:]]
    new, seats = changes_of(told, None), {turn.before.turn + 1: turn.seat for turn in told}
    view = game_view_of(table, ENGLISH, table.people[0].id)
    picture = shown(FRONTS["metromania"].changes(view, told, ENGLISH).draw)

    assert changes_of(told[:1], None).numbered == ()
    assert {number: seat for number, seat, _ in new.numbered} == seats
    for number, seat, points in new.numbered:
        own = [line for line in view.public.lines if line.company == seat]
        assert any({*points} <= {*line.points} for line in own) or {*points} <= {*new.stations}
        assert str(number) in {
            t.text for t in picture.texts if t.ink == theme.CARD and t.box[2] < COLUMN
        }


@pytest.mark.parametrize("seed", [3, 4])
def test_what_since_names_is_nearest_or_has_a_leader(seed: int) -> None:
    """New stations, among stations and open ends, and numbers, among what other turns built."""
    game = GAMES["metromania"].play(3, seed)
    table = GAMES["metromania"].table_at(game, game.turn_starts()[-1])
    told = [table.summary(turn, table.people[0].id) for turn in finished_turns(table)[-8:]]
    new, view = changes_of(told, None), game_view_of(table, ENGLISH, table.people[0].id)
    picture = shown(FRONTS["metromania"].changes(view, told, ENGLISH).draw)
    growing = [line for line in view.public.lines if line.cells and not line.is_finished]
    tips = {line.points[-1]: tip_at(GRID, line) for line in growing}
    known = {at(point) for point in view.public.stations} | {*tips.values()}
    named = [(POINT_NAMES[p], {at(p)}, known) for p in new.stations if p not in tips]
    rest = {at(point) for *_, points in new.numbered for point in points}
    turns = [(str(number), {*map(at, points)}, rest) for number, _, points in new.numbered]

    assert len(named) > 2
    for text, own, others in named + turns:
        tags = [t for t in picture.written(text) if t.box[2] < COLUMN and t.size == UNIT]
        assert any(is_known_by(tag, picture, own, others - own) for tag in tags), text


def test_names_of_ends_cover_no_gates_name_where_much_is_new() -> None:
    """Six turns of four people, at the end of their game."""
    game = GAMES["metromania"].play(4, 5)
    table = GAMES["metromania"].table_at(game, game.turn_starts()[-1])
    told = [table.summary(turn, table.people[-1].id) for turn in finished_turns(table)[-6:]]
    view = game_view_of(table, ENGLISH, table.people[-1].id)
    picture = shown(FRONTS["metromania"].changes(view, told, ENGLISH).draw)
    ends = [POINT_NAMES[line.points[-1]] for line in view.public.lines if not line.is_finished]
    (gate,) = picture.written("NE2")

    assert not any(meet(tag.box, gate.box) for end in ends for tag in picture.written(end))


def test_names_of_a_full_city_cover_no_letter_and_no_leader_runs_over_one() -> None:
    """All places beside the new station are taken, one of them by the name of a gate."""
    game = GAMES["metromania"].play(3, 2)
    table = GAMES["metromania"].table_at(game, game.turn_starts()[-2])
    found = measured(FRONTS["metromania"].board(game_view_of(table, ENGLISH), ENGLISH).draw)

    assert (found.covered, found.crossed) == ((), ())


def at(point: Point) -> tuple[int, int]:
    return GRID.at(point)


def is_known_by(
    tag: Written, picture: Shown, own: set[Place], others: set[Place], grid: Grid = GRID
) -> bool:
    """Return whether a tag is nearest to a spot of its own, or has a leader to one."""
    across, down = grid.unit // 3, grid.unit // 4
    left, top, right, bottom = tag.box
    box = left - across, top - down, right + across, bottom + down
    others = {at for at in others if all(dist(at, each) > grid.edge / 5 for each in own)}
    reach = [min(dist(nearest(box, at), at) for at in some) for some in (own, others)]
    leaders = [
        (each.at[0] + each.of["across"], each.at[1] + each.of["down"])
        for each in picture.stamped(_leader_stamp)
        if dist(each.at, tag.middle) < grid.unit / 2
    ]
    ends = [dist(end, at) < 0.3 * grid.edge for end in leaders for at in own]
    return reach[0] < reach[1] + 6 or any(ends)
