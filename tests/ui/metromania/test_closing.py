"""What decided a game of MetrOmania, as its last message tells it."""

from typing import Any

import pytest

from metrobot.games.metromania.result import differences
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.metromania.games import play, table_at


@pytest.mark.parametrize(("players", "advanced"), [(2, False), (2, True), (3, False), (4, False)])
def test_points_kept_and_trips_make_the_score(players: int, *, advanced: bool) -> None:
    """Points kept and trips add up; the trip that parted players most is one of these trips."""
    game_view = game_view_of(table_at(play(players, 3, advanced=advanced)), ENGLISH)
    result = game_view.public.result
    found = differences(result, game_view.player_of)

    sums = tuple(kept + trips for kept, trips in zip(found.kept, found.trips, strict=True))
    assert sums == result.scores
    assert all(kept <= built for kept, built in zip(found.kept, found.built, strict=True))
    assert found.swing is None or found.swing in result.trips
    assert found.swing is None or max(found.swung) > min(found.swung)
    assert found.swing is None or len(result.winners) > 1 or _leads(result, found.swung)


def _leads(result: Any, points: tuple[int, ...]) -> bool:
    """Return whether no trip brought the winner more before who came second."""
    others = [n for n in range(len(points)) if n not in result.winners]
    winner, rival = result.winners[0], min(others, key=lambda n: result.places[n])
    if len(result.companies) > len(points):
        return True
    gains = [trip.points[winner] - trip.points[rival] for trip in result.trips]
    return bool(points[winner] - points[rival] == max(gains))
