"""A whole random game by the rules, over a loop of plain Python."""

from itertools import count
from statistics import mean

from tests.bench.measure import Row, ratio_row, side_by_side, timed
from tests.bench.positions import random_game
from tests.bench.titles import MEASURED

PLAYERS = 4


def measure(title: str) -> Row:
    """Return the line of the table; each round plays another game."""
    seeds, lengths = count(), list[int]()
    ours, bare = side_by_side(
        lambda: timed(lambda: lengths.append(random_game(title, PLAYERS, next(seeds)))),
        lambda: timed(lambda: sum(range(10**6))),
    )
    return ratio_row(
        f"one random {PLAYERS}-player game of {title} to its end / sum(range(10**6))",
        ours,
        bare,
        MEASURED[title].playing,
        f"{mean(lengths):.0f} events a game",
    )
