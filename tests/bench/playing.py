"""A whole random game by the rules, over a loop of plain Python."""

from itertools import count
from statistics import mean

from tests.bench.measure import Row, ratio_row, side_by_side, timed
from tests.bench.positions import random_game

GAMES = (("metromania", 4, 3.0), ("metrolijn", 4, 3.0), ("underground", 4, 2.0))
"""Title, number of players and limit, a row each."""


def measure(title: str, players: int, at_most: float) -> Row:
    """Return the line of the table; each round plays another game."""
    seeds, lengths = count(), list[int]()
    ours, bare = side_by_side(
        lambda: timed(lambda: lengths.append(random_game(title, players, next(seeds)))),
        lambda: timed(lambda: sum(range(10**6))),
    )
    return ratio_row(
        f"one random {players}-player game of {title} to its end / sum(range(10**6))",
        ours,
        bare,
        at_most,
        f"{mean(lengths):.0f} events a game",
    )
