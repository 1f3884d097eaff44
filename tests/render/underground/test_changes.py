"""What turns have changed on the board, and where a trip leads."""

from metrobot.games.underground.view import View
from render.underground.changes import Changes, changes_between
from tests.render.underground.games import turns, views


def halves(players: int, seed: int) -> list[View]:
    """Return views of a game's second half."""
    shown = views(players, seed)
    return list(shown[len(shown) // 2 :])


def test_nothing_is_new_without_a_turn() -> None:
    assert changes_between(()) == Changes()


def test_pieces_are_those_that_were_laid() -> None:
    told = turns(3, 3)[8:12]
    old = {(line.colour, link) for line in told[0].before.lines for link in line.track}
    now = {(line.colour, link) for line in told[-1].after.lines for link in line.track}

    assert changes_between(told).pieces == now - old
    assert now - old


def test_trips_are_those_that_were_told() -> None:
    told = turns(3, 3)[4:12]
    trips = changes_between(told).trips
    stops = [trip.route.to for trip in trips]

    assert trips == tuple(trip for turn in told for trip in turn.trips)
    assert [trip.start for trip in trips[1:]] == stops[:-1]
    assert len(trips) > 8


def test_each_turn_is_a_step_with_who_played() -> None:
    told = turns(3, 3)[8:12]
    found = changes_between(told)

    assert [(step.seat, step.points) for step in found.steps] == [
        (turn.seat, turn.points) for turn in told
    ]
    assert found.is_numbered
    assert not changes_between(told[:1]).is_numbered
