"""Levels play as they did when docs/strength.md was measured.

Where a change of a player is meant, measure it anew, and write down here what it scores now.
"""

import pytest

from metrobot.arena.command import ArenaPlan
from metrobot.arena.match import play_game
from metrobot.games.registry import TITLES

SCORES: dict[tuple[str, str], tuple[tuple[int, ...], ...]] = {
    ("metromania", "beginner"): (
        (-6, -7),
        (-24, -18, -12),
        (-9, -6, -6, -6),
        (-6, -7),
        (4, 0, 0),
        (-12, -12, -12, -18),
    ),
    ("metromania", "easy"): (
        (0, -12),
        (12, 21, 12),
        (5, 6, 2, -4),
        (-9, 3),
        (18, 23, 18),
        (-1, -6, -9, 6),
    ),
    ("metromania", "fair"): (
        (-9, 4),
        (6, 9, 13),
        (13, 29, 6, 15),
        (-7, 3),
        (21, 21, 8),
        (23, 18, 21, 13),
    ),
    ("underground", "beginner"): (
        (64, 71),
        (55, 59, 27),
        (31, 30, 41, 22),
        (57, 54),
        (43, 41, 36),
        (27, 27, 41, 24),
    ),
    ("underground", "easy"): (
        (80, 46),
        (32, 32, 42),
        (23, 38, 32, 47),
        (66, 65),
        (45, 41, 44),
        (32, 23, 31, 34),
    ),
    ("underground", "fair"): ((59, 78), (47, 58, 48)),
    ("metrolijn", "beginner"): (
        (26, 23),
        (25, 12, 26),
        (17, 31, 20, 18),
        (21, 19),
        (15, 21, 28),
        (21, 15, 17, 22),
    ),
    ("metrolijn", "easy"): (
        (28, 16),
        (16, 13, 25),
        (21, 21, 24, 17),
        (17, 9),
        (19, 12, 12),
        (21, 12, 3, 18),
        # Alone it plays as it always has: results of lines are held against it.
        (11,),
    ),
    ("metrolijn", "fair"): (
        (38, 40),
        (39, 31, 37),
        (38, 37, 41, 30),
        (28, 29),
        (30, 36, 20),
        (30, 23, 27, 28),
    ),
}
"""Scores by title and level: of each player in each game, dealt by the seed `same`."""


@pytest.mark.parametrize(("title", "kind"), SCORES)
def test_a_level_plays_as_it_was_measured(title: str, kind: str) -> None:
    """The same dealings, with two, three and four of a kind, or one, end as they did."""
    found = []
    for game, expected in enumerate(SCORES[title, kind]):
        kinds = (kind,) * len(expected)
        rules = TITLES[title].ruleset(len(kinds), {})
        plan = ArenaPlan(TITLES[title], rules, kinds, 1, "same", None)
        found.append(play_game(plan.match(game)).scores)

    assert tuple(found) == SCORES[title, kind]
