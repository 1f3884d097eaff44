"""What is new between two views."""

from metrobot.games.metromania.actions import LineName
from metrobot.service.model.snapshots import finished_turns
from metrobot.ui.app.fronts import FRONTS
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.words.catalogue import ENGLISH
from render import theme
from render.metromania.changes import NOTHING, changes_between, changes_of
from tests.render.metromania.games import views
from tests.render.shown import shown
from tests.titles import GAMES


def test_changes_of_nothing_are_nothing() -> None:
    """Without a view before, and between equal views, nothing is new."""
    view = views(4, 3)[5]

    assert changes_between(None, view) == NOTHING
    assert changes_between(view, view) == NOTHING


def test_changes_name_tunnels_stations_and_markers() -> None:
    """From the start of a game to its end everything on the board is new."""
    shown = views(4, 3)
    new = changes_between(shown[0], shown[-1])
    lines = [line for c in shown[-1].companies for line in c.lines]

    assert len(new.tunnels) == sum(len(line.cells) for line in lines)
    assert set(new.stations) == shown[-1].stations
    assert len(new.markers) == len(shown[-1].placed)
    assert {name for _, name, _ in new.tunnels} == {LineName.SOLID, LineName.STRIPED}


def test_since_numbers_the_turns_beside_what_they_built() -> None:
    """In their company's colours, at a point of the new part of a line; one alone has none."""
    game = GAMES["metromania"].play(4, 3)
    starts = game.turn_starts()
    table = GAMES["metromania"].table_at(game, starts[len(starts) // 2])
    told = [table.summary(turn, table.people[0].id) for turn in finished_turns(table)[-6:]]
    new, seats = changes_of(told, None), {turn.before.turn + 1: turn.seat for turn in told}
    view = game_view_of(table, ENGLISH, table.people[0].id)
    picture = shown(FRONTS["metromania"].changes(view, told, ENGLISH).draw)

    assert changes_of(told[:1], None).numbered == ()
    assert {number: seat for number, seat, _ in new.numbered} == seats
    for number, seat, point in new.numbered:
        own = [line for line in view.public.lines if line.company == seat]
        assert any(point in line.points for line in own) or point in new.stations
        assert str(number) in {
            t.text for t in picture.texts if t.ink == theme.CARD and t.box[1] < 1260
        }
