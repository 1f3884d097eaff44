"""No level gets weaker unseen: a few games each, far below what docs/strength.md tells."""

import pytest

from metrobot.arena.command import ArenaPlan
from metrobot.arena.match import play_game
from metrobot.arena.player_figures import PlayerFigures, figures_of
from metrobot.games.registry import TITLES

pytestmark = pytest.mark.long


def figures(title: str, kinds: tuple[str, ...], games: int) -> PlayerFigures:
    """Return the figures of the first of some kinds, after games among them."""
    rules = TITLES[title].ruleset(len(kinds), {})
    plan = ArenaPlan(TITLES[title], rules, kinds, games, "strength", None)
    found = figures_of(kinds, [play_game(plan.match(game)) for game in range(games)])
    return found[kinds[0]]


@pytest.mark.parametrize(
    ("title", "kinds", "games", "share"),
    [
        ("metromania", ("fair", "random"), 40, 0.65),
        ("metromania", ("strong", "fair"), 2, 0.5),
        ("underground", ("fair", "random"), 6, 0.6),
        ("underground", ("strong", "random"), 1, 0.5),
        ("metrolijn", ("strong", "fair"), 6, 0.5),
        ("metrolijn", ("beginner", "easy"), 40, 0.5),
    ],
)
def test_a_level_beats_the_one_below(
    title: str, kinds: tuple[str, ...], games: int, share: float
) -> None:
    assert figures(title, kinds, games).wins / games >= share


@pytest.mark.parametrize(("kind", "points", "games"), [("strong", 42, 2), ("fair", 33, 60)])
def test_alone_on_amsterdam(kind: str, points: float, games: int) -> None:
    assert sum(figures("metrolijn", (kind,), games).scores) / games >= points
