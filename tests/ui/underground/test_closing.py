"""What decided a game of On the Underground, as its last message tells it."""

import pytest

from metrobot.games.underground.result import differences
from metrobot.games.underground.state import SOURCES
from metrobot.ui.kit.views import game_view_of
from metrobot.ui.words.catalogue import ENGLISH
from tests.ui.underground.games import play, table_at


@pytest.mark.parametrize("players", [2, 5])
def test_the_kinds_that_differ_most_are_told(players: int) -> None:
    result = game_view_of(table_at(play(players, 3)), ENGLISH).public.result
    spread = {
        source: max(points) - min(points)
        for source, points in zip(SOURCES, zip(*result.by_kind, strict=True), strict=True)
    }
    told = differences(result)

    assert 1 <= len(told) <= 2
    assert min(spread[each] for each in told) >= max(
        (spread[each] for each in SOURCES if each not in told), default=0
    )
