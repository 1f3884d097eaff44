"""Whole games kept for ever: `python -m tests.games.underground.golden` writes them anew.

Each number of players; games that end at once with the passenger's leaving,
and games in which some still build.
"""

from pathlib import Path

from metrobot.engine.record import dump
from tests.games.replaying import record_of
from tests.games.underground.positions import TITLE, game

FILE = Path("tests/golden/games/underground.jsonl")

CHOSEN: tuple[tuple[int, int], ...] = ((2, 0), (2, 1), (3, 1), (3, 4), (4, 1), (5, 1))
"""Players and seed; odd seeds have loops."""


if __name__ == "__main__":
    games = [game(seed, players) for players, seed in CHOSEN]
    lines = [dump(record_of(TITLE, each.events, each.states[-1])) for each in games]
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text("".join(line + "\n" for line in lines), "utf-8")
