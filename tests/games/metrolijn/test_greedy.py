"""Rules and data together, held against the scores that the maps were made for."""

import pytest

from tests.games.metrolijn.greedy import KNOWN, greedy_mean

GAMES = 150
BAND = 2 + 1.5
"""How far a mean may be off: 2 in 1,000 games, and here two standard errors of 150 more."""


@pytest.mark.few(2)
@pytest.mark.parametrize("map_", KNOWN)
@pytest.mark.long
def test_a_greedy_player_scores_as_expected(map_: str) -> None:
    """Alone, on every map: a wrong line, window, card or count would show."""
    assert abs(greedy_mean(map_, GAMES) - KNOWN[map_]) < BAND
