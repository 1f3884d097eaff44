"""What is new between two views."""

from metrobot.games.metromania.actions import LineName
from render.metromania.changes import NOTHING, changes_between
from tests.render.metromania.games import views


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
